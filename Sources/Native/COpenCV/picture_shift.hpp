#ifndef COPENCV_PICTURE_SHIFT_HPP
#define COPENCV_PICTURE_SHIFT_HPP

#include <opencv2/core.hpp>

#include <optional>

/// By how much the second of two pictures of one size, grey and slightly blurred floats, is shifted against the
/// first; nothing where no shift explains it much better than none.
///
/// @param window Hann's for this size; made when it is empty
std::optional<cv::Point2d> picture_shift(const cv::Mat &before, const cv::Mat &now, cv::Mat &window);

#endif
