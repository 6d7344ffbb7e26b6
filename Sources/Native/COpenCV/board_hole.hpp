#pragma once

#include "board_view.hpp"

namespace gameboard {

/// The hole's rim, in board places; empty where it cannot be seen.
inline std::vector<cv::Point2d> rim_near(const View &view, cv::Point2d center, double radius) {
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

/// In how many directions, as a share, it is darker within a circle than beyond it.
inline double dark_share(const View &view, cv::Point2d center, double radius) {
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

/// What lies off the rim (a bag's edge, the wall inside the hole) is left out.
inline std::vector<cv::Point2d> without_strays(std::vector<cv::Point2d> rim) {
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

/// The hole's rim, in board places, without what is none; empty where too little of it is seen.
inline std::vector<cv::Point2d> rim_at(const View &view, cv::Point2d center, double radius) {
  std::vector<cv::Point2d> rim = without_strays(rim_near(view, center, radius));
  if (rim.size() < 24) rim.clear();
  return rim;
}

}  // namespace gameboard
