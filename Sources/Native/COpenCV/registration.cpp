#include "registration.h"

#include "guarded.hpp"
#include "picture_shift.hpp"
#include "turning.hpp"

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <vector>

namespace {

// Frames are compared with this long side at most; the peak is found to a fraction of a pixel.
constexpr int kLongSide = 384;
// A picture that is shifted by a pixel differs by its slope along the shift, which is seldom less than a quarter of
// both its slopes together. Where most of its tiles differ by less than this part of them, times the picture's width,
// it is shifted by less than 0.0007 of its width, and stands still.
constexpr double kStill = 0.00017;
// A tile's side, the mean slope in levels a pixel with which it counts, and how many have to.
constexpr int kTile = 24, kMinimumTiles = 12;
constexpr float kPlain = 1.5f;

bool stands_still(const cv::Mat &before, const cv::Mat &now) {
  const cv::Size tiles = (now.size() - cv::Size(1, 1)) / kTile, inner = tiles * kTile;
  if (tiles.empty()) return false;
  const auto part = [&](int x, int y) { return now(cv::Rect({x, y}, inner)); };
  cv::Mat difference, across, down, slope;
  cv::absdiff(before(cv::Rect({}, inner)), part(0, 0), difference);
  cv::absdiff(part(1, 0), part(0, 0), across);
  cv::absdiff(part(0, 1), part(0, 0), down);
  cv::add(across, down, slope);
  cv::resize(difference, difference, tiles, 0, 0, cv::INTER_AREA);
  cv::resize(slope, slope, tiles, 0, 0, cv::INTER_AREA);
  std::vector<float> shifts;
  for (int y = 0; y < tiles.height; ++y)
    for (int x = 0; x < tiles.width; ++x)
      if (slope.at<float>(y, x) >= kPlain)
        shifts.push_back(difference.at<float>(y, x) / slope.at<float>(y, x));
  if (int(shifts.size()) < kMinimumTiles) return false;
  const auto middle = shifts.begin() + long(shifts.size() / 2);
  std::nth_element(shifts.begin(), middle, shifts.end());
  return *middle < kStill * now.cols;
}

}  // namespace

struct copencv_registration {
  cv::Mat last, window;
};

copencv_status copencv_registration_open(copencv_registration **registration, char *error,
                                         size_t error_capacity) {
  return guarded(error, error_capacity, [&] {
    *registration = new copencv_registration{};
    return COPENCV_OK;
  });
}

void copencv_registration_close(copencv_registration *registration) { delete registration; }

copencv_status copencv_registration_update(copencv_registration *registration,
                                           const uint8_t *pixels, int32_t width, int32_t height,
                                           int32_t orientation, double *dx, double *dy,
                                           char *error, size_t error_capacity) {
  *dx = *dy = 0;
  return guarded(error, error_capacity, [&] {
    const cv::Mat stored(height, width, CV_8UC3, const_cast<uint8_t *>(pixels));
    // Whole blocks of pixels are averaged in a tenth of the time of others, and one channel in a third of that of
    // three.
    const int block = (std::max(width, height) + kLongSide - 1) / kLongSide;
    const cv::Size blocks(width / block, height / block);
    if (blocks.empty()) return COPENCV_OK;
    cv::Mat grey, frame;
    cv::cvtColor(stored(cv::Rect({}, blocks * block)), grey, cv::COLOR_RGB2GRAY);
    cv::resize(grey, frame, blocks, 0, 0, cv::INTER_AREA);
    apply(turn_upright(orientation), frame, frame);
    frame.convertTo(frame, CV_32F);
    // Without this a shift by half a pixel would smooth the noise of a plain wall, and seem better.
    cv::GaussianBlur(frame, frame, {}, 1);
    std::swap(registration->last, frame);
    const cv::Mat &before = frame, &now = registration->last;
    if (before.empty()) return COPENCV_OK;
    if (before.size() != now.size())
      return failure(error, error_capacity, "the frame has another size than the first one");

    if (stands_still(before, now)) return COPENCV_OK;
    if (const auto shift = picture_shift(before, now, registration->window)) {
      const int upright_width = turn_upright(orientation).transpose ? height : width;
      *dx = shift->x * block / upright_width;
      *dy = shift->y * block / upright_width;
    }
    return COPENCV_OK;
  });
}
