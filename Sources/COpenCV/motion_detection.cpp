#include "motion_detection.h"

#include "connected_parts.hpp"
#include "guarded.hpp"
#include "turning.hpp"

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

namespace {

// Frames are looked at with this long side: a ball of a hundredth of the width has 13 pixels across.
constexpr int kLongSide = 640;
// A change of fewer levels than this is noise of sensor and codec.
constexpr int kNoise = 12;
// A frame in which fewer pixels change is a copy of the last one.
constexpr int kFewestChanges = 8;
// The background follows the picture by this many levels a second.
constexpr double kLevelsASecond = 30;

/// A background that drifts to the picture by one level a step, with a deviation for each pixel
/// that does the same, so that where leaves sway much is allowed: Manzanera and Richefeu, "A new
/// motion detection algorithm based on Σ-Δ background estimation" (2007),
/// doi:10.1016/j.patrec.2006.04.007.
class Background {
 public:
  /// Where `frame` differs from the background.
  cv::Mat foreground(const cv::Mat &frame, double seconds) {
    const cv::Mat values = frame.reshape(1);
    if (mean_.empty()) {
      mean_ = values.clone();
      deviation_ = cv::Mat(values.size(), CV_8U, cv::Scalar(kLeast));
    }
    cv::absdiff(values, mean_, difference_);
    due_ += seconds * kLevelsASecond;
    for (; due_ >= 1; due_ -= 1) step(values);
    cv::compare(difference_, deviation_, above_, cv::CMP_GT);
    cv::Mat background;
    cv::inRange(above_.reshape(3), cv::Scalar::all(0), cv::Scalar::all(0), background);
    return ~background;
  }

 private:
  static constexpr int kLeast = 14, kMost = 120, kAmplification = 3;
  cv::Mat mean_, deviation_, difference_, above_, below_, wanted_;
  double due_ = 0;

  // Towards `goal` by one level: a saturated difference is 0 where the other is larger.
  void approach(cv::Mat &values, const cv::Mat &goal) {
    cv::subtract(goal, values, above_);
    cv::subtract(values, goal, below_);
    cv::min(above_, 1, above_);
    cv::min(below_, 1, below_);
    cv::add(values, above_, values);
    cv::subtract(values, below_, values);
  }

  void step(const cv::Mat &values) {
    approach(mean_, values);
    difference_.convertTo(wanted_, CV_8U, kAmplification);
    cv::max(wanted_, kLeast, wanted_);
    cv::min(wanted_, kMost, wanted_);
    approach(deviation_, wanted_);
  }
};

// The largest difference of a colour.
cv::Mat colour_difference(const cv::Mat &a, const cv::Mat &b) {
  cv::Mat difference, channels[3], largest;
  cv::absdiff(a, b, difference);
  cv::split(difference, channels);
  cv::max(channels[0], channels[1], largest);
  cv::max(largest, channels[2], largest);
  return largest;
}

struct Blob {
  cv::Rect box;
  cv::Point2d center;
  double area;
  cv::Scalar colour;
  bool is_isolated;
};

// Neither a line nor a net.
bool is_compact(const cv::Rect &box, double area) {
  return area > 0.2 * box.area() &&
         std::max(box.width, box.height) < 5 * std::min(box.width, box.height);
}

}  // namespace

struct copencv_motion {
  copencv_motion_options options;
  Background background;
  cv::Mat current, last, before_last;
  // Where `last` and `current` differ from the background.
  cv::Mat last_foreground, foreground;
  // Between `before_last` and `last`.
  cv::Mat last_difference;

  // What moves in `last`; `difference` is that between `last` and `current`.
  void add_blobs(const cv::Mat &difference, std::vector<Blob> &blobs) const {
    const double width = last.cols;
    const double least = options.least_radius * width, largest = options.largest_radius * width;
    const auto has_size = [&](double area) {
      const double radius = std::sqrt(area / CV_PI);
      return radius >= least && radius <= largest;
    };
    const cv::Mat kernel = cv::Mat::ones(3, 3, CV_8U);
    cv::Mat mask;
    cv::morphologyEx(last_foreground, mask, cv::MORPH_OPEN, kernel);
    cv::morphologyEx(mask, mask, cv::MORPH_CLOSE, kernel);
    cv::Mat labels, stats, centers;
    const int count = connected_parts(mask, labels, stats, centers);
    const auto box_of = [](const cv::Mat &stats, int label) {
      const int *row = stats.ptr<int>(label);
      return cv::Rect(row[cv::CC_STAT_LEFT], row[cv::CC_STAT_TOP], row[cv::CC_STAT_WIDTH],
                      row[cv::CC_STAT_HEIGHT]);
    };
    for (int label = 1; label < count; ++label) {
      const double area = stats.at<int>(label, cv::CC_STAT_AREA);
      const cv::Rect box = box_of(stats, label);
      if (!has_size(area) || !is_compact(box, area)) continue;
      blobs.push_back({box, {centers.at<double>(label, 0), centers.at<double>(label, 1)}, area,
                       cv::mean(last(box), labels(box) == label), true});
    }

    // What moves just now. Against the foreground it has no ghosts, and a ball that leaves a hand
    // stands out sooner; against that, of what moves slowly only the edges are seen.
    mask = cv::min(last_difference, difference) > kNoise;
    cv::morphologyEx(mask, mask, cv::MORPH_CLOSE, kernel);
    cv::Mat moving, moving_stats;
    const int moving_count = connected_parts(mask, moving, moving_stats, centers);
    const size_t still = blobs.size();
    for (int label = 1; label < moving_count; ++label) {
      const double area = moving_stats.at<int>(label, cv::CC_STAT_AREA);
      const cv::Rect box = box_of(moving_stats, label);
      if (!has_size(area) || !is_compact(box, area)) continue;
      const cv::Point2d center(centers.at<double>(label, 0), centers.at<double>(label, 1));
      const bool is_known = std::any_of(blobs.begin(), blobs.begin() + still, [&](const Blob &blob) {
        const double reach = std::sqrt(std::max(area, blob.area) / CV_PI) / 2;
        return cv::norm(blob.center - center) < reach;
      });
      if (is_known) continue;
      blobs.push_back({box, center, area, cv::mean(last(box), moving(box) == label),
                       !is_part(labels, stats, moving, label, box, area)});
    }
  }

  // Whether most of a moving blob lies in a foreground blob much larger than itself.
  static bool is_part(const cv::Mat &labels, const cv::Mat &stats, const cv::Mat &moving, int label,
                      const cv::Rect &box, double area) {
    const double limit = 4 * area;
    int inside = 0;
    for (int y = box.y; y < box.y + box.height; ++y)
      for (int x = box.x; x < box.x + box.width; ++x) {
        if (moving.at<int>(y, x) != label) continue;
        const int owner = labels.at<int>(y, x);
        inside += owner > 0 && stats.at<int>(owner, cv::CC_STAT_AREA) > limit;
      }
    return 2 * inside > area;
  }
};

copencv_status copencv_motion_open(copencv_motion_options options, copencv_motion **motion,
                                   char *error, size_t error_capacity) {
  return guarded(error, error_capacity, [&] {
    *motion = new copencv_motion{};
    (*motion)->options = options;
    return COPENCV_OK;
  });
}

void copencv_motion_close(copencv_motion *motion) { delete motion; }

copencv_status copencv_motion_update(copencv_motion *motion, const uint8_t *pixels, int32_t width,
                                     int32_t height, int32_t orientation, double seconds,
                                     copencv_moving_object *objects, size_t capacity, size_t *count,
                                     bool *is_duplicate, char *error, size_t error_capacity) {
  *count = 0;
  *is_duplicate = false;
  return guarded(error, error_capacity, [&] {
    const cv::Mat stored(height, width, CV_8UC3, const_cast<uint8_t *>(pixels));
    const double scale = std::min(1.0, double(kLongSide) / std::max(width, height));
    cv::Mat frame;
    cv::resize(stored, frame, {}, scale, scale, cv::INTER_AREA);
    apply(turn_upright(orientation), frame, frame);
    if (!motion->current.empty() && frame.size() != motion->current.size())
      return failure(error, error_capacity, "the frame has another size than the first one");

    cv::Mat difference;
    if (!motion->current.empty()) {
      difference = colour_difference(frame, motion->current);
      if (cv::countNonZero(difference > kNoise) < kFewestChanges) {
        *is_duplicate = true;
        return COPENCV_OK;
      }
    }
    motion->before_last = motion->last;
    motion->last = motion->current;
    motion->current = frame;
    motion->last_foreground = motion->foreground;
    motion->foreground = motion->background.foreground(frame, seconds);
    std::vector<Blob> blobs;
    if (!motion->before_last.empty()) motion->add_blobs(difference, blobs);
    motion->last_difference = difference;

    std::sort(blobs.begin(), blobs.end(),
              [](const Blob &a, const Blob &b) { return a.area > b.area; });
    const copencv_motion_options &options = motion->options;
    const double across = frame.cols, down = frame.rows;
    for (const Blob &blob : blobs) {
      // Pixel centres have whole numbers.
      const double x = blob.center.x + 0.5, y = blob.center.y + 0.5;
      const bool counts = x >= options.x * across && x <= (options.x + options.width) * across &&
                          y >= options.y * down && y <= (options.y + options.height) * down;
      if (!counts || *count == capacity) continue;
      const cv::Rect &box = blob.box;
      const bool touches_edge = box.x == 0 || box.y == 0 || box.x + box.width == frame.cols ||
                                box.y + box.height == frame.rows;
      objects[(*count)++] = {x / across, y / across, std::sqrt(blob.area / CV_PI) / across,
                             blob.area / box.area(), blob.colour[0], blob.colour[1], blob.colour[2],
                             blob.is_isolated, touches_edge};
    }
    return COPENCV_OK;
  });
}
