#pragma once

#include "board_view.hpp"

namespace gameboard {

/// How unlike a board four corners are, as a camera with square pixels sees it: the squares of how far the
/// ratio of the sides, their right angle and the lens are off, in units of what passes, for the lens for
/// which that is least. Some boards are built a tenth too short, and pictures are cropped.
inline double miss_of_shape(const Corners &corners, cv::Size picture) {
  const cv::Matx33d from_middle(1, 0, -picture.width / 2.0, 0, 1, -picture.height / 2.0, 0, 0, 1);
  const cv::Matx33d seen = from_middle * homography(kPlaces, corners);
  double least = 1e9;
  // In longer sides of the picture: from the widest lens of a telephone to one that sees far.
  for (double focal : {0.5, 0.6, 0.72, 0.86, 1.0, 1.2, 1.5, 2.0}) {
    const double f = focal * std::max(picture.width, picture.height);
    const cv::Vec3d across(seen(0, 0) / f, seen(1, 0) / f, seen(2, 0));
    const cv::Vec3d along(seen(0, 1) / f, seen(1, 1) / f, seen(2, 1));
    const double a = cv::norm(across), b = cv::norm(along);
    const double ratio = std::log(b / a) / 0.08;
    const double angle = std::asin(std::clamp(across.dot(along) / (a * b), -1.0, 1.0)) / 0.12;
    const double lens = std::log(focal / 0.9) / 0.45;
    least = std::min(least, ratio * ratio + angle * angle + lens * lens);
  }
  return least;
}

/// How unlike a board's a hole is, whose rim is told in the picture: the square of how far its place and
/// its radii are off, in units of what passes.
inline double miss_of_hole(const std::vector<cv::Point2d> &rim, const Corners &corners,
                           double radius) {
  const cv::Matx33d to_board = homography(corners, kPlaces);
  cv::Point2d low(1e9, 1e9), high(-1e9, -1e9);
  for (const cv::Point2d &point : rim) {
    const cv::Point2d place = mapped(to_board, point);
    low = {std::min(low.x, place.x), std::min(low.y, place.y)};
    high = {std::max(high.x, place.x), std::max(high.y, place.y)};
  }
  const cv::Point2d middle = (low + high) / 2, radii = (high - low) / 2;
  const double x = (middle.x - kHole.x) / 0.025, y = (middle.y - kHole.y) / 0.05;
  const double u = (radii.x / radius - 1) / 0.1, v = (radii.y / radius - 1) / 0.15;
  return x * x + y * y + u * u + v * v;
}

/// How unlike its own mirror image a board is, in 0...1: boards are painted alike on the left and on the
/// right, so an edge that is taken from a stripe, a step or a shadow shows. Bags and letters count little,
/// since all corners that are tried hold them. Only what the image shows counts.
///
/// - places: the corners, as places of the view
inline double asymmetry(const View &view, const Corners &places) {
  constexpr int kRows = 12, kColumns = 10;
  constexpr float kUnlike = 60;  // levels by which colours that have nothing in common differ
  const cv::Matx33d to_place = homography(kPlaces, places);
  const cv::Rect whole({0, 0}, view.picture.size());
  double sum = 0;
  int count = 0;
  for (int row = 0; row < kRows; ++row) {
    for (int column = 0; column < kColumns; ++column) {
      const double x = 0.5 * (column + 0.5) / kColumns, y = kLength * (row + 0.5) / kRows;
      const cv::Point a = view.pixel(mapped(to_place, {x, y}));
      const cv::Point b = view.pixel(mapped(to_place, {1 - x, y}));
      if (!whole.contains(a) || !whole.contains(b)) continue;
      if (!view.inside.at<uint8_t>(a) || !view.inside.at<uint8_t>(b)) continue;
      const cv::Vec3b &left = view.picture.at<cv::Vec3b>(a), &right = view.picture.at<cv::Vec3b>(b);
      float most = 0;
      for (int k = 0; k < 3; ++k) most = std::max(most, std::abs(float(left[k]) - right[k]));
      sum += std::min(1.f, most / kUnlike);
      ++count;
    }
  }
  return count > 0 ? sum / count : 0;
}

}  // namespace gameboard
