#include "gameboard.h"

#include "guarded.hpp"
#include "turning.hpp"

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <utility>
#include <vector>

namespace {

constexpr int kGrey = 114;
constexpr double kLength = 2;  // of a board, in its widths

struct Image {
  cv::Mat stored;
  Turn turn;
  cv::Size size;  // upright
};

using Corners = std::vector<cv::Point2d>;

Image image_of(const uint8_t *pixels, int32_t width, int32_t height, int32_t orientation) {
  if (width < 1 || height < 1 || orientation < 1 || orientation > 8)
    throw std::invalid_argument("no such image");
  const Turn turn = turn_upright(orientation);
  cv::Size size(width, height);
  if (turn.transpose) std::swap(size.width, size.height);
  return {cv::Mat(height, width, CV_8UC3, const_cast<uint8_t *>(pixels)), turn, size};
}

// Whether the corners go round clockwise without a dent, and none is very far away.
bool are_sound(const Corners &corners) {
  for (int k = 0; k < 4; ++k) {
    const cv::Point2d a = corners[k], b = corners[(k + 1) % 4], c = corners[(k + 2) % 4];
    if (!(std::abs(a.x) < 1e6 && std::abs(a.y) < 1e6 && (b - a).cross(c - b) > 1e-6)) return false;
  }
  return true;
}

Corners corners_of(const copencv_quadrilateral &quadrilateral) {
  Corners corners;
  for (int k = 0; k < 4; ++k)
    corners.emplace_back(quadrilateral.points[2 * k], quadrilateral.points[2 * k + 1]);
  if (!are_sound(corners)) throw std::invalid_argument("the corners are no board's");
  return corners;
}

// The homography that takes four points to four others.
cv::Matx33d homography(const Corners &from, const Corners &to) {
  const std::vector<cv::Point2f> a(from.begin(), from.end()), b(to.begin(), to.end());
  return cv::getPerspectiveTransform(a.data(), b.data());
}

cv::Point2d mapped(const cv::Matx33d &matrix, cv::Point2d point) {
  const cv::Vec3d image = matrix * cv::Vec3d(point.x, point.y, 1);
  return {image[0] / image[2], image[1] / image[2]};
}

// A board as if seen from straight above.
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

View view_of(const Image &image, const Corners &corners, cv::Size size, cv::Point2d margin) {
  View view;
  view.margin = margin;
  view.across = size.width / (1 + 2 * margin.x);
  view.along = size.height / (kLength + 2 * margin.y);
  const Corners board = {view.pixel({0, 0}), view.pixel({1, 0}), view.pixel({1, kLength}),
                         view.pixel({0, kLength})};
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

// How strongly the picture changes along x or y: the strongest of the three colours, in levels.
cv::Mat change(const cv::Mat &picture, bool along_x) {
  cv::Mat smooth, slope;
  cv::GaussianBlur(picture, smooth, {}, 0.8);
  cv::Sobel(smooth, slope, CV_32F, along_x, !along_x, 3, 1.0 / 8);
  slope = cv::abs(slope);
  std::vector<cv::Mat> colours;
  cv::split(slope, colours);
  return cv::max(colours[0], cv::max(colours[1], colours[2]));
}

float sample(const cv::Mat &field, double x, double y) {
  const int left = int(std::floor(x)), top = int(std::floor(y));
  if (left < 0 || top < 0 || left + 1 >= field.cols || top + 1 >= field.rows) return -1;
  const float u = float(x - left), v = float(y - top);
  const float *a = field.ptr<float>(top) + left, *b = field.ptr<float>(top + 1) + left;
  return (1 - v) * ((1 - u) * a[0] + u * a[1]) + v * ((1 - u) * b[0] + u * b[1]);
}

// Weak changes count little, and strong ones not more than clear ones.
double evidence(double change) { return change / (change + 6); }

struct Line {
  cv::Point2d a, b;  // board places
  double support;
};

// Finds the straight edge near the line between two board places, by trying all lines whose ends lie
// within `reach` board widths of its own, and then by least squares to a fraction of a pixel.
Line edge_near(const View &view, const cv::Mat &changes, cv::Point2d from, cv::Point2d to,
               double reach) {
  constexpr int kPlaces = 56;
  const cv::Point2d a = view.pixel(from), b = view.pixel(to);
  const cv::Point2d along = (b - a) / cv::norm(b - a);
  const cv::Point2d across(-along.y, along.x);
  const double scale = std::abs(across.x) > std::abs(across.y) ? view.across : view.along;
  const int range = std::max(3, int(std::ceil(reach * scale * 2)));  // in half pixels
  const int width = 2 * range + 1;
  std::vector<double> strengths(size_t(kPlaces) * width, 0);
  std::vector<int> known;
  for (int place = 0; place < kPlaces; ++place) {
    const double t = 0.02 + 0.96 * place / (kPlaces - 1);
    const cv::Point2d middle = a + t * (b - a);
    bool is_inside = true;
    for (int step = -range; step <= range; ++step) {
      const cv::Point2d at = middle + 0.5 * step * across;
      const double strength = sample(changes, at.x, at.y);
      const int x = cvRound(at.x), y = cvRound(at.y);
      is_inside &= strength >= 0 && view.inside.at<uint8_t>(y, x) != 0;
      strengths[size_t(place) * width + step + range] = std::max(0.0, strength);
    }
    if (!is_inside) continue;
    known.push_back(place);
    // Only crests count, not their flanks.
    double *row = &strengths[size_t(place) * width];
    std::vector<double> crests(width, 0);
    for (int k = 1; k + 1 < width; ++k) {
      const int low = std::max(0, k - 2), high = std::min(width - 1, k + 2);
      const double top = *std::max_element(row + low, row + high + 1);
      if (row[k] > 0.85 * top) crests[k] = row[k];
    }
    std::copy(crests.begin(), crests.end(), row);
  }
  const Line unseen{from, to, 0};
  if (int(known.size()) < kPlaces / 3) return unseen;

  double best = -1;
  int first = range, second = range;
  for (int i = 0; i < width; ++i) {
    for (int j = 0; j < width; ++j) {
      double sum = 0;
      for (int place : known) {
        const double t = double(place) / (kPlaces - 1);
        const int k = int(i + (j - i) * t + 0.5);
        sum += evidence(strengths[size_t(place) * width + k]);
      }
      // What the network said counts, too: there are other edges near by.
      const double u = double(i - range) / range, v = double(j - range) / range;
      const double score = sum / known.size() - 0.12 * (u * u + v * v);
      if (score > best) {
        best = score;
        first = i;
        second = j;
      }
    }
  }
  // The crests along the best line, each with its own place to a fraction of a pixel.
  std::vector<cv::Point2d> found;
  std::vector<double> weights;
  double support = 0;
  for (int place : known) {
    const double t = double(place) / (kPlaces - 1);
    const double expected = first + (second - first) * t;
    const double *row = &strengths[size_t(place) * width];
    double moment = 0, weight = 0;
    for (int k = std::max(0, int(expected) - 2); k <= std::min(width - 1, int(expected) + 3); ++k) {
      moment += row[k] * k;
      weight += row[k];
    }
    if (weight <= 0) continue;
    const double strength = evidence(weight / 2);
    support += strength / kPlaces;
    found.emplace_back(t, moment / weight);
    weights.push_back(strength);
  }
  if (support < 0.25) return unseen;
  double offset = 0, slope = 0;
  for (int round = 0; round < 4; ++round) {
    double s0 = 0, s1 = 0, s2 = 0, v0 = 0, v1 = 0;
    for (size_t k = 0; k < found.size(); ++k) {
      double weight = weights[k];
      if (round > 0) {  // Tukey's weights leave out what does not lie on the line.
        const double miss = (found[k].y - offset - slope * found[k].x) / 2.5;
        weight *= std::abs(miss) < 1 ? (1 - miss * miss) * (1 - miss * miss) : 0;
      }
      s0 += weight;
      s1 += weight * found[k].x;
      s2 += weight * found[k].x * found[k].x;
      v0 += weight * found[k].y;
      v1 += weight * found[k].x * found[k].y;
    }
    const double determinant = s0 * s2 - s1 * s1;
    if (!(determinant > 1e-6)) return unseen;
    offset = (s2 * v0 - s1 * v1) / determinant;
    slope = (s0 * v1 - s1 * v0) / determinant;
  }
  // `t` ran from 0.02 to 0.98 of the edge as `place / (kPlaces - 1)` ran from 0 to 1.
  const auto end = [&](double u) {
    const double t = (u - 0.02) / 0.96;
    return view.place(a + u * (b - a) + 0.5 * (offset + slope * t - range) * across);
  };
  return {end(0), end(1), support};
}

// No number where they are parallel.
cv::Point2d meeting(const Line &p, const Line &q) {
  const cv::Point2d u = p.b - p.a, v = q.b - q.a;
  const double determinant = u.cross(v);
  if (std::abs(determinant) < 1e-6) return {NAN, NAN};
  return p.a + (q.a - p.a).cross(v) / determinant * u;
}

// The corners where the four edges meet, and how much of the edges is seen.
std::pair<Corners, double> at_edges(const Image &image, const Corners &corners, int width,
                                    double reach) {
  const cv::Point2d margin(0.15, 0.15);
  const cv::Size size(cvRound(width * (1 + 2 * margin.x)),
                      cvRound(width * (kLength + 2 * margin.y)));
  const View view = view_of(image, corners, size, margin);
  const cv::Mat upright = change(view.picture, true), level = change(view.picture, false);
  const cv::Point2d board[] = {{0, 0}, {1, 0}, {1, kLength}, {0, kLength}};
  Line edges[4];
  double support = 0;
  for (int k = 0; k < 4; ++k) {
    edges[k] = edge_near(view, k % 2 == 0 ? level : upright, board[k], board[(k + 1) % 4], reach);
    support += edges[k].support / 4;
  }
  Corners moved;
  for (int k = 0; k < 4; ++k)
    moved.push_back(mapped(view.to_upright, view.pixel(meeting(edges[(k + 3) % 4], edges[k]))));
  return {moved, support};
}

// The hole's rim, in board places; empty where it cannot be seen.
std::vector<cv::Point2d> rim_near(const View &view, cv::Point2d center, double radius) {
  constexpr int kRays = 64;
  const cv::Mat x = change(view.picture, true), y = change(view.picture, false);
  cv::Mat strength;
  cv::magnitude(x, y, strength);
  const double step = 0.5 / view.across;
  // A circle is tried at every place and size near by; that on which most of the picture changes is
  // taken.
  double best = 0;
  cv::Vec3d circle(center.x, center.y, radius);
  const auto strength_at = [&](cv::Point2d place) {
    const cv::Point2d at = view.pixel(place);
    return double(std::max(0.f, sample(strength, at.x, at.y)));
  };
  cv::Point2d rays[kRays];
  for (int k = 0; k < kRays; ++k)
    rays[k] = {std::cos(2 * CV_PI * k / kRays), std::sin(2 * CV_PI * k / kRays)};
  for (double dx = -0.05; dx <= 0.0501; dx += 0.01) {
    for (double dy = -0.07; dy <= 0.0701; dy += 0.01) {
      for (double r = 0.82 * radius; r <= 1.2 * radius; r += 0.04 * radius) {
        double sum = 0;
        for (const cv::Point2d &ray : rays)
          sum += evidence(strength_at(center + cv::Point2d(dx, dy) + r * ray));
        const double away = (r / radius - 1) / 0.2;
        const double score =
            sum / kRays - 0.05 * (dx * dx + dy * dy) / (0.05 * 0.05) - 0.08 * away * away;
        if (score > best) {
          best = score;
          circle = {center.x + dx, center.y + dy, r};
        }
      }
    }
  }
  std::vector<cv::Point2d> rim;
  double seen = 0;
  for (const cv::Point2d &ray : rays) {
    double moment = 0, weight = 0, top = 0;
    for (double d = -0.018; d <= 0.0181; d += step) {
      const double r = circle[2] + d;
      const double change = strength_at(cv::Point2d(circle[0], circle[1]) + r * ray);
      moment += change * change * r;
      weight += change * change;
      top = std::max(top, change);
    }
    if (weight <= 0 || top < 5) continue;
    seen += 1.0 / kRays;
    rim.push_back(cv::Point2d(circle[0], circle[1]) + moment / weight * ray);
  }
  if (seen < 0.45) rim.clear();
  return rim;
}

// In how many directions, as a share, it is darker within a circle than beyond it.
double dark_share(const View &view, cv::Point2d center, double radius) {
  constexpr int kRays = 32, kLeastDifference = 8;
  cv::Mat grey;
  cv::cvtColor(view.picture, grey, cv::COLOR_RGB2GRAY);
  grey.convertTo(grey, CV_32F);
  int dark = 0;
  for (int k = 0; k < kRays; ++k) {
    const cv::Point2d ray(std::cos(2 * CV_PI * k / kRays), std::sin(2 * CV_PI * k / kRays));
    const auto level = [&](double share) {
      const cv::Point2d at = view.pixel(center + share * radius * ray);
      return sample(grey, at.x, at.y);
    };
    dark += level(1.25) - level(0.7) > kLeastDifference;
  }
  return double(dark) / kRays;
}

copencv_ellipse ellipse_of(const std::vector<cv::Point2f> &points) {
  const cv::RotatedRect box = cv::fitEllipseDirect(points);
  copencv_ellipse ellipse{box.center.x, box.center.y, box.size.width / 2.0, box.size.height / 2.0,
                          box.angle};
  if (ellipse.first_radius < ellipse.second_radius) {
    std::swap(ellipse.first_radius, ellipse.second_radius);
    ellipse.angle += 90;
  }
  ellipse.angle = std::remainder(ellipse.angle, 180);
  return ellipse;
}

// What lies off the rim (a bag's edge, the wall inside the hole) is left out.
std::vector<cv::Point2d> without_strays(std::vector<cv::Point2d> rim) {
  for (int round = 0; round < 3 && rim.size() > 20; ++round) {
    std::vector<cv::Point2f> points(rim.begin(), rim.end());
    const cv::RotatedRect fit = cv::fitEllipseDirect(points);
    const double turn = fit.angle * CV_PI / 180;
    std::vector<cv::Point2d> kept;
    for (const cv::Point2d &point : rim) {
      const cv::Point2d away = point - cv::Point2d(fit.center);
      const double u = (away.x * std::cos(turn) + away.y * std::sin(turn)) / (fit.size.width / 2);
      const double v = (away.y * std::cos(turn) - away.x * std::sin(turn)) / (fit.size.height / 2);
      if (std::abs(std::hypot(u, v) - 1) < 0.07) kept.push_back(point);
    }
    if (kept.size() == rim.size()) break;
    rim = kept;
  }
  return rim;
}

}  // namespace

bool copencv_board_view(const uint8_t *pixels, int32_t width, int32_t height, int32_t orientation,
                        copencv_quadrilateral corners, double margin_x, double margin_y,
                        uint8_t *output, int32_t output_width, int32_t output_height) {
  try {
    if (output_width < 1 || output_height < 1 || !(margin_x >= 0 && margin_y >= 0)) return false;
    const Image image = image_of(pixels, width, height, orientation);
    const View view = view_of(image, corners_of(corners), {output_width, output_height},
                              {margin_x, margin_y});
    cv::Mat target(output_height, output_width, CV_8UC3, output);
    view.picture.copyTo(target);
    return true;
  } catch (...) {
    return false;
  }
}

copencv_status copencv_board_refine(const uint8_t *pixels, int32_t width, int32_t height,
                                    int32_t orientation, copencv_quadrilateral *corners,
                                    double hole_x, double hole_y, double hole_radius,
                                    copencv_ellipse *hole, double *support, double *darkness,
                                    char *error, size_t error_capacity) {
  return guarded(error, error_capacity, [&] {
    const Image image = image_of(pixels, width, height, orientation);
    const Corners start = corners_of(*corners);
    *support = *darkness = 0;
    // First roughly, then at the picture's own sharpness.
    const Corners rough = at_edges(image, start, 96, 0.06).first;
    if (!are_sound(rough)) return COPENCV_OK;
    const std::vector<cv::Point2f> outline(rough.begin(), rough.end());
    const int sharp = int(std::clamp(std::sqrt(cv::contourArea(outline) / kLength), 48.0, 288.0));
    const auto [fine, fine_support] = at_edges(image, rough, sharp, std::max(0.012, 2.0 / sharp));
    if (!are_sound(fine)) return COPENCV_OK;
    *support = fine_support;
    for (int k = 0; k < 4; ++k) {
      corners->points[2 * k] = fine[k].x;
      corners->points[2 * k + 1] = fine[k].y;
    }
    const Corners board = {{0, 0}, {1, 0}, {1, kLength}, {0, kLength}};
    const cv::Matx33d to_board = homography(fine, board), to_image = homography(board, fine);
    // The hole was told in the widths of the board as it was at the start.
    const cv::Point2d center =
        mapped(to_board, mapped(homography(board, start), {hole_x, hole_y}));
    const cv::Point2d margin(0.05, 0.05);
    const int across = std::clamp(sharp, 96, 288);
    const View view = view_of(
        image, fine,
        {cvRound(across * (1 + 2 * margin.x)), cvRound(across * (kLength + 2 * margin.y))}, margin);
    std::vector<cv::Point2d> rim = without_strays(rim_near(view, center, hole_radius));
    if (rim.size() < 24) {
      rim.clear();
      for (int k = 0; k < 48; ++k)
        rim.push_back(center + hole_radius * cv::Point2d(std::cos(2 * CV_PI * k / 48),
                                                         std::sin(2 * CV_PI * k / 48)));
    }
    const cv::Point2d sum = std::accumulate(rim.begin(), rim.end(), cv::Point2d());
    *darkness = dark_share(view, sum / double(rim.size()), hole_radius);
    std::vector<cv::Point2f> seen;
    for (const cv::Point2d &point : rim) seen.push_back(cv::Point2f(mapped(to_image, point)));
    *hole = ellipse_of(seen);
    return COPENCV_OK;
  });
}
