#include "rotated_crop.h"

#include "turning.hpp"

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

#include <cmath>
#include <utility>

namespace {

// From pixels of the upright image to those of the stored one: the turn backwards.
cv::Point2f stored_point(cv::Point2f point, cv::Size upright, Turn turn) {
  if (turn.mirror_x) point.x = float(upright.width - 1) - point.x;
  if (turn.mirror_y) point.y = float(upright.height - 1) - point.y;
  if (turn.transpose) std::swap(point.x, point.y);
  return point;
}

}  // namespace

bool copencv_crop_rotated(
    const uint8_t *pixels, int32_t width, int32_t height, int32_t orientation,
    copencv_rotated_rectangle rectangle, copencv_border border, uint8_t *output,
    int32_t output_width, int32_t output_height) {
  try {
    if (width < 1 || height < 1 || orientation < 1 || orientation > 8) return false;
    if (output_width < 1 || output_height < 1) return false;
    if (!(rectangle.width > 0 && rectangle.height > 0)) return false;
    for (double number : {rectangle.center_x, rectangle.center_y, rectangle.width,
                          rectangle.height, rectangle.angle})
      // Beyond this, interpolation's fixed-point numbers overflow.
      if (!(std::abs(number) < 1e6)) return false;
    const Turn turn = turn_upright(orientation);
    cv::Size upright(width, height);
    if (turn.transpose) std::swap(upright.width, upright.height);

    const cv::RotatedRect region(
        {float(rectangle.center_x), float(rectangle.center_y)},
        {float(rectangle.width), float(rectangle.height)}, float(rectangle.angle * 180 / CV_PI));
    cv::Point2f from[4];
    region.points(from);  // bottom left, top left, top right, bottom right
    for (cv::Point2f &corner : from) corner = stored_point(corner, upright, turn);
    const float right = float(output_width), bottom = float(output_height);
    const cv::Point2f to[4] = {{0, bottom}, {0, 0}, {right, 0}, {right, bottom}};

    const cv::Mat stored(height, width, CV_8UC3, const_cast<uint8_t *>(pixels));
    cv::Mat input(output_height, output_width, CV_8UC3, output);
    cv::warpPerspective(
        stored, input, cv::getPerspectiveTransform(from, to), input.size(), cv::INTER_LINEAR,
        border == COPENCV_BORDER_REPLICATE ? cv::BORDER_REPLICATE : cv::BORDER_CONSTANT);
    return true;
  } catch (...) {
    return false;
  }
}
