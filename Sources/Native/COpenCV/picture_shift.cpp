#include "picture_shift.h"

#include "guarded.hpp"

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cmath>

namespace {

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

copencv_status copencv_picture_shift(const float *before, const float *now, int32_t width,
                                     int32_t height, double *dx, double *dy, bool *is_clear,
                                     char *error, size_t error_capacity) {
  *dx = *dy = 0;
  *is_clear = false;
  return guarded(error, error_capacity, [&] {
    const cv::Mat from(height, width, CV_32F, const_cast<float *>(before));
    const cv::Mat to(height, width, CV_32F, const_cast<float *>(now));
    cv::Mat window;
    cv::createHanningWindow(window, to.size(), CV_32F);
    // Copies: where the size suits the Fourier transform, OpenCV 4.6 windows its arguments in place.
    const cv::Point2d shift = cv::phaseCorrelate(from.clone(), to.clone(), window);
    const double still = difference(from, to, {0, 0});
    if (still > 0 && difference(from, to, shift) < kBetter * still) {
      *dx = shift.x;
      *dy = shift.y;
      *is_clear = true;
    }
    return COPENCV_OK;
  });
}
