#include "image_turning.h"

#include "guarded.hpp"

#include <opencv2/core.hpp>

copencv_status copencv_image_turn_upright(const uint8_t *stored, int32_t width, int32_t height,
                                          int32_t orientation, uint8_t *upright, char *error,
                                          size_t error_capacity) {
  return guarded(error, error_capacity, [&] {
    const cv::Mat source(height, width, CV_8UC3, const_cast<uint8_t *>(stored));
    const bool swaps = orientation >= 5;
    cv::Mat target(swaps ? width : height, swaps ? height : width, CV_8UC3, upright);
    constexpr int aboutX = 0, aboutY = 1, aboutBoth = -1;
    switch (orientation) {
    case 1: source.copyTo(target); break;
    case 2: cv::flip(source, target, aboutY); break;
    case 3: cv::flip(source, target, aboutBoth); break;
    case 4: cv::flip(source, target, aboutX); break;
    case 5: cv::transpose(source, target); break;
    case 6: cv::rotate(source, target, cv::ROTATE_90_CLOCKWISE); break;
    case 7:
      cv::transpose(source, target);
      cv::flip(target, target, aboutBoth);
      break;
    case 8: cv::rotate(source, target, cv::ROTATE_90_COUNTERCLOCKWISE); break;
    default: return failure(error, error_capacity, "orientations count from 1 to 8");
    }
    return COPENCV_OK;
  });
}
