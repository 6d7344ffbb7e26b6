#pragma once

#include <opencv2/imgproc.hpp>

/// Finds the connected parts of a mask, and looks only where it is not empty: mostly a small part of the
/// picture. Of label 0, the background, `stats` and `centers` tell nothing.
inline int connected_parts(const cv::Mat &mask, cv::Mat &labels, cv::Mat &stats, cv::Mat &centers) {
  labels = cv::Mat::zeros(mask.size(), CV_32S);
  const cv::Rect part = cv::boundingRect(mask);
  if (part.empty()) return 1;
  cv::Mat part_labels = labels(part);
  const int count = cv::connectedComponentsWithStats(mask(part), part_labels, stats, centers);
  stats.col(cv::CC_STAT_LEFT) += part.x;
  stats.col(cv::CC_STAT_TOP) += part.y;
  centers.col(0) += part.x;
  centers.col(1) += part.y;
  return count;
}
