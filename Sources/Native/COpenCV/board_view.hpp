#pragma once

#include "gameboard.h"
#include "turning.hpp"

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>
#include <vector>

namespace gameboard {

constexpr int kGrey = 114;
constexpr double kLength = 2;  // of a board, in its widths

struct Image {
  cv::Mat stored;
  Turn turn;
  cv::Size size;  // upright
};

using Corners = std::vector<cv::Point2d>;

/// Places on a board, in its widths: its corners from the far left clockwise, and its hole's middle.
inline const Corners kPlaces = {{0, 0}, {1, 0}, {1, kLength}, {0, kLength}};
inline const cv::Point2d kHole(0.5, 0.375);

inline Image image_of(const uint8_t *pixels, int32_t width, int32_t height, int32_t orientation) {
  if (width < 1 || height < 1 || orientation < 1 || orientation > 8)
    throw std::invalid_argument("no such image");
  const Turn turn = turn_upright(orientation);
  cv::Size size(width, height);
  if (turn.transpose) std::swap(size.width, size.height);
  return {cv::Mat(height, width, CV_8UC3, const_cast<uint8_t *>(pixels)), turn, size};
}

/// Whether the corners go round clockwise without a dent, and none is very far away.
inline bool are_sound(const Corners &corners) {
  for (int k = 0; k < 4; ++k) {
    const cv::Point2d a = corners[k], b = corners[(k + 1) % 4], c = corners[(k + 2) % 4];
    if (!(std::abs(a.x) < 1e6 && std::abs(a.y) < 1e6 && (b - a).cross(c - b) > 1e-6)) return false;
  }
  return true;
}

inline Corners corners_of(const copencv_quadrilateral &quadrilateral) {
  Corners corners;
  for (int k = 0; k < 4; ++k)
    corners.emplace_back(quadrilateral.points[2 * k], quadrilateral.points[2 * k + 1]);
  if (!are_sound(corners)) throw std::invalid_argument("the corners are no board's");
  return corners;
}

/// The homography that takes four points to four others.
inline cv::Matx33d homography(const Corners &from, const Corners &to) {
  const std::vector<cv::Point2f> a(from.begin(), from.end()), b(to.begin(), to.end());
  return cv::getPerspectiveTransform(a.data(), b.data());
}

inline cv::Point2d mapped(const cv::Matx33d &matrix, cv::Point2d point) {
  const cv::Vec3d image = matrix * cv::Vec3d(point.x, point.y, 1);
  return {image[0] / image[2], image[1] / image[2]};
}

/// A board as if seen from straight above.
struct View {
  cv::Mat picture, inside;          // `inside` is 255 where the image reaches
  double across, along;             // pixels a board width takes up
  cv::Point2d margin;               // in board widths
  cv::Matx33d to_upright;           // from this picture's pixels to the upright image's

  cv::Point2d pixel(cv::Point2d place) const {
    return {(place.x + margin.x) * across - 0.5, (place.y + margin.y) * along - 0.5};
  }
  cv::Point2d place(cv::Point2d pixel) const {
    return {(pixel.x + 0.5) / across - margin.x, (pixel.y + 0.5) / along - margin.y};
  }
};

/// - blur: by how much the image, shrunk as far as it is, is blurred first, as a standard deviation in its
///   pixels: sharp, a line that is nearly level in it is a staircase where the view stretches it
inline View view_of(const Image &image, const Corners &corners, cv::Size size, cv::Point2d margin,
                    double blur = 0) {
  View view;
  view.margin = margin;
  view.across = size.width / (1 + 2 * margin.x);
  view.along = size.height / (kLength + 2 * margin.y);
  Corners board;
  for (const cv::Point2d &place : kPlaces) board.push_back(view.pixel(place));
  view.to_upright = homography(board, corners);

  // Of a large board only its surroundings are taken, shrunk so that no pixel is left out.
  cv::Rect part({0, 0}, image.size);
  const double right = size.width, bottom = size.height;
  cv::Point2d low(1e9, 1e9), high(-1e9, -1e9);
  bool is_before = true;
  for (cv::Point2d corner : {cv::Point2d(0, 0), cv::Point2d(right, 0), cv::Point2d(right, bottom),
                             cv::Point2d(0, bottom)}) {
    const cv::Matx33d &m = view.to_upright;
    is_before &= m(2, 0) * corner.x + m(2, 1) * corner.y + m(2, 2) > 1e-3;
    const cv::Point2d seen = mapped(m, corner);
    low = {std::min(low.x, seen.x), std::min(low.y, seen.y)};
    high = {std::max(high.x, seen.x), std::max(high.y, seen.y)};
  }
  if (is_before && cv::norm(high - low) < 1e6) {
    const cv::Point first(int(std::floor(low.x)) - 2, int(std::floor(low.y)) - 2);
    const cv::Point last(int(std::ceil(high.x)) + 3, int(std::ceil(high.y)) + 3);
    part &= cv::Rect(first, last);
  }
  if (part.empty()) {
    view.picture = cv::Mat(size, CV_8UC3, cv::Scalar::all(kGrey));
    view.inside = cv::Mat::zeros(size, CV_8U);
    return view;
  }
  const std::vector<cv::Point2f> outline(corners.begin(), corners.end());
  const double seen = std::sqrt(std::max(1.0, cv::contourArea(outline)));
  const double scale = std::min(1.0, 1.37 * std::sqrt(view.across * view.along * kLength) / seen);

  cv::Rect stored = part;
  if (image.turn.mirror_x) stored.x = image.size.width - part.x - part.width;
  if (image.turn.mirror_y) stored.y = image.size.height - part.y - part.height;
  if (image.turn.transpose) {
    std::swap(stored.x, stored.y);
    std::swap(stored.width, stored.height);
  }
  cv::Mat near = image.stored(stored);
  if (scale < 0.75) {
    const cv::Size smaller(std::max(1, int(std::lround(near.cols * scale))),
                           std::max(1, int(std::lround(near.rows * scale))));
    cv::resize(near, near, smaller, 0, 0, cv::INTER_AREA);
  }
  // Never in place: `near` may still be the caller's picture.
  cv::Mat upright;
  apply(image.turn, near, upright);
  if (blur > 0) cv::GaussianBlur(upright, upright, {}, blur);
  // From pixels of the part to the view's.
  const double x = double(part.width) / upright.cols, y = double(part.height) / upright.rows;
  const cv::Matx33d grow(x, 0, 0.5 * x - 0.5 + part.x, 0, y, 0.5 * y - 0.5 + part.y, 0, 0, 1);
  const cv::Matx33d from_view = grow.inv() * view.to_upright;
  cv::warpPerspective(upright, view.picture, from_view, size, cv::INTER_LINEAR | cv::WARP_INVERSE_MAP,
                      cv::BORDER_CONSTANT, cv::Scalar::all(kGrey));
  cv::warpPerspective(cv::Mat(upright.size(), CV_8U, cv::Scalar(255)), view.inside, from_view, size,
                      cv::INTER_NEAREST | cv::WARP_INVERSE_MAP);
  return view;
}

/// How strongly the picture changes along x or y: the strongest of the three colours, in levels.
inline cv::Mat change(const cv::Mat &picture, bool along_x) {
  cv::Mat smooth, slope;
  cv::GaussianBlur(picture, smooth, {}, 0.8);
  cv::Sobel(smooth, slope, CV_32F, along_x, !along_x, 3, 1.0 / 8);
  slope = cv::abs(slope);
  std::vector<cv::Mat> colours;
  cv::split(slope, colours);
  return cv::max(colours[0], cv::max(colours[1], colours[2]));
}

/// Between four pixels; -1 where they are not all there.
inline float sample(const cv::Mat &field, double x, double y) {
  if (!(x >= 0 && y >= 0 && x < field.cols - 1 && y < field.rows - 1)) return -1;
  const int left = int(x), top = int(y);
  const float u = float(x - left), v = float(y - top);
  const float *a = field.ptr<float>(top) + left, *b = field.ptr<float>(top + 1) + left;
  return (1 - v) * ((1 - u) * a[0] + u * a[1]) + v * ((1 - u) * b[0] + u * b[1]);
}

/// Weak changes count little, and strong ones not more than clear ones.
inline double evidence(double change) { return change / (change + 3); }

}  // namespace gameboard
