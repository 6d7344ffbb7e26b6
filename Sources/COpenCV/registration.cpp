#include "registration.h"

#include "guarded.hpp"
#include "turning.hpp"

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

#include <algorithm>

namespace {

// Frames are compared with this long side; the peak is found to a fraction of a pixel.
constexpr int kLongSide = 384;
// A shift is believed when it explains the picture so much better than none at all: a picture of
// plain wall, or one in which only a player moves, has a peak somewhere, too.
constexpr double kBetter = 0.9;

// How much two pictures differ where the second, moved back by `shift`, lies on the first.
double difference(const cv::Mat &from, const cv::Mat &to, cv::Point2d shift) {
  const cv::Matx23d back(1, 0, shift.x, 0, 1, shift.y);
  cv::Mat moved;
  cv::warpAffine(to, moved, back, to.size(), cv::INTER_LINEAR | cv::WARP_INVERSE_MAP);
  const int x = int(std::abs(shift.x)) + 2, y = int(std::abs(shift.y)) + 2;
  const cv::Rect inner(x, y, to.cols - 2 * x, to.rows - 2 * y);
  if (inner.width < to.cols / 4 || inner.height < to.rows / 4) return 1e9;
  return cv::norm(from(inner), moved(inner), cv::NORM_L1) / inner.area();
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

    if (registration->window.empty())
      cv::createHanningWindow(registration->window, now.size(), CV_32F);
    // Copies: where the size suits the Fourier transform, OpenCV 4.6 windows its arguments in place.
    const cv::Point2d shift =
        cv::phaseCorrelate(before.clone(), now.clone(), registration->window);
    const double still = difference(before, now, {0, 0});
    if (still > 0 && difference(before, now, shift) < kBetter * still) {
      *dx = shift.x / now.cols;
      *dy = shift.y / now.cols;
    }
    return COPENCV_OK;
  });
}
