#include "resample.h"

#include "turning.hpp"

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

#include <utility>

namespace {

constexpr int kGrey = 114;

// Where the region of the upright image lies in the stored one: the turn backwards.
cv::Rect stored_region(cv::Rect region, cv::Size upright, Turn turn) {
  if (turn.mirror_x) region.x = upright.width - region.x - region.width;
  if (turn.mirror_y) region.y = upright.height - region.y - region.height;
  if (turn.transpose) {
    std::swap(region.x, region.y);
    std::swap(region.width, region.height);
  }
  return region;
}

}  // namespace

bool copencv_resample(
    const uint8_t *pixels, int32_t width, int32_t height, int32_t orientation, copencv_region region,
    uint8_t *output, int32_t output_width, int32_t output_height, copencv_region place) {
  try {
    if (width < 1 || height < 1 || orientation < 1 || orientation > 8) return false;
    const cv::Rect target(place.x, place.y, place.width, place.height);
    const cv::Rect input_frame(0, 0, output_width, output_height);
    if (target.empty() || (target & input_frame) != target) return false;
    const Turn turn = turn_upright(orientation);
    cv::Size upright(width, height), drawn = target.size();
    if (turn.transpose) std::swap(upright.width, upright.height);
    const cv::Rect wanted(region.x, region.y, region.width, region.height);
    if (wanted.empty() || (wanted & cv::Rect({0, 0}, upright)) != wanted) return false;

    // Resizing before turning moves fewer pixels, and comes to the same.
    const cv::Mat stored(height, width, CV_8UC3, const_cast<uint8_t *>(pixels));
    const cv::Mat source = stored(stored_region(wanted, upright, turn));
    if (turn.transpose) std::swap(drawn.width, drawn.height);
    const bool shrinks = drawn.width <= source.cols && drawn.height <= source.rows;
    cv::Mat resized;
    cv::resize(source, resized, drawn, 0, 0, shrinks ? cv::INTER_AREA : cv::INTER_LINEAR);
    apply(turn, resized, resized);

    cv::Mat input(output_height, output_width, CV_8UC3, output);
    input.setTo(cv::Scalar::all(kGrey));
    resized.copyTo(input(target));
    return true;
  } catch (...) {
    return false;
  }
}
