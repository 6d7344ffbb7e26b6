#pragma once

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

#include <algorithm>

/// A picture whose longer side has at most `long_side` pixels; its own pixels, never the caller's.
///
/// For motion, not for networks. Areas of 2 x 2 pixels take OpenCV hardly any time, others seven times as
/// long as interpolation: so the picture is halved as often as it stays large enough, and the rest
/// interpolated.
inline cv::Mat shrunk(const cv::Mat &picture, int long_side) {
  const double scale = double(long_side) / std::max(picture.cols, picture.rows);
  if (scale >= 1) return picture.clone();
  const cv::Size size(std::max(1, cvRound(picture.cols * scale)),
                      std::max(1, cvRound(picture.rows * scale)));
  cv::Mat smaller = picture;
  while (smaller.cols >= 2 * size.width && smaller.rows >= 2 * size.height) {
    cv::Mat half;
    cv::resize(smaller, half, {smaller.cols / 2, smaller.rows / 2}, 0, 0, cv::INTER_AREA);
    smaller = half;
  }
  if (smaller.size() == size) return smaller;
  cv::Mat result;
  cv::resize(smaller, result, size, 0, 0, cv::INTER_LINEAR);
  return result;
}
