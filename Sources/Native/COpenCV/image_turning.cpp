#include "image_turning.h"

#include "guarded.hpp"
#include "turning.hpp"

#include <opencv2/core.hpp>

copencv_status copencv_image_turn_upright(const uint8_t *stored, int32_t width, int32_t height,
                                          int32_t orientation, uint8_t *upright, char *error,
                                          size_t error_capacity) {
  return guarded(error, error_capacity, [&] {
    const cv::Mat source(height, width, CV_8UC3, const_cast<uint8_t *>(stored));
    if (orientation < 1 || orientation > 8) {
      return failure(error, error_capacity, "orientations count from 1 to 8");
    }
    const Turn turn = turn_upright(orientation);
    cv::Mat target(turn.transpose ? width : height, turn.transpose ? height : width, CV_8UC3, upright);
    apply(turn, source, target);
    return COPENCV_OK;
  });
}
