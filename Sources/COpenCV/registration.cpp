#include "registration.h"

#include "guarded.hpp"
#include "picture_shift.hpp"
#include "turning.hpp"

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

#include <algorithm>

namespace {

// Frames are compared with this long side; the peak is found to a fraction of a pixel.
constexpr int kLongSide = 384;
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
    const double scale = std::min(1.0, double(kLongSide) / std::max(width, height));
    // Grey first: one channel is made smaller in a third of the time of three.
    cv::Mat grey, frame;
    cv::cvtColor(stored, grey, cv::COLOR_RGB2GRAY);
    cv::resize(grey, frame, {}, scale, scale, cv::INTER_AREA);
    apply(turn_upright(orientation), frame, frame);
    frame.convertTo(frame, CV_32F);
    // Without this a shift by half a pixel would smooth the noise of a plain wall, and seem better.
    cv::GaussianBlur(frame, frame, {}, 1);
    std::swap(registration->last, frame);
    const cv::Mat &before = frame, &now = registration->last;
    if (before.empty()) return COPENCV_OK;
    if (before.size() != now.size())
      return failure(error, error_capacity, "the frame has another size than the first one");

    if (const auto shift = picture_shift(before, now, registration->window)) {
      *dx = shift->x / now.cols;
      *dy = shift->y / now.cols;
    }
    return COPENCV_OK;
  });
}
