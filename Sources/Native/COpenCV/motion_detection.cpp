#include "motion_detection.h"

#include "connected_parts.hpp"
#include "guarded.hpp"
#include "picture_shift.hpp"
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
// Where the camera moves, only after one in which more of the scene changed than this: a scene may be at rest, but
// does not come to rest from one picture to the next.
constexpr int kManyChanges = 200;
// For more frames than these no film shows a picture, but a scene may be at rest.
constexpr int kMostRepeats = 6;
// A picture's tiles, and in how many of its pixels one has to differ to have changed.
constexpr int kTile = 16, kFewestOfTile = 4;
// Fewer tiles with edges say nothing of the camera.
constexpr int kFewestTiles = 12;
// A picture is brought onto the canvas to about this many pixels: what edges differ by so much is nothing.
constexpr double kMisplaced = 1.4;
// The background follows the picture by this many levels a second.
constexpr double kLevelsASecond = 30;

// By how many levels two pictures of the same may differ, because one lies a little beside the other: by
// their slopes, the lesser of both, since a ball before a wall has edges in one of them alone.
cv::Mat misplacement(const cv::Mat &a, const cv::Mat &b) {
  const auto slope = [](const cv::Mat &picture) {
    cv::Mat grey, across, down, sum;
    cv::cvtColor(picture, grey, cv::COLOR_RGB2GRAY);
    cv::Sobel(grey, across, CV_16S, 1, 0);
    cv::Sobel(grey, down, CV_16S, 0, 1);
    cv::add(cv::abs(across), cv::abs(down), sum);
    sum.convertTo(sum, CV_8U, kMisplaced / 8);  // Sobel's slopes are eight times those from pixel to pixel.
    cv::dilate(sum, sum, cv::Mat::ones(3, 3, CV_8U));
    return sum;
  };
  return cv::min(slope(a), slope(b));
}

// A mask on another canvas; what comes into it is not in the mask.
cv::Mat moved_mask(const cv::Mat &mask, const cv::Matx33d &to_new) {
  cv::Mat moved;
  cv::warpPerspective(mask, moved, to_new, mask.size(), cv::INTER_NEAREST);
  return moved;
}

/// A background that drifts to the picture by one level a step, with a deviation for each pixel
/// that does the same, so that where leaves sway much is allowed: Manzanera and Richefeu, "A new
/// motion detection algorithm based on Σ-Δ background estimation" (2007),
/// doi:10.1016/j.patrec.2006.04.007.
class Background {
 public:
  /// Where `frame` differs from the background. `seen` is which of its pixels there are; empty for all.
  cv::Mat foreground(const cv::Mat &frame, const cv::Mat &seen, double seconds) {
    cv::Mat filled = frame;
    if (mean_.empty()) {
      mean_ = frame.reshape(1).clone();
      deviation_ = cv::Mat(mean_.size(), CV_8U, cv::Scalar(kLeast));
      known_ = seen.clone();
    }
    if (!seen.empty() || !known_.empty()) {
      if (known_.empty()) known_ = cv::Mat(frame.size(), CV_8U, cv::Scalar(255));
      const cv::Mat here = seen.empty() ? cv::Mat(frame.size(), CV_8U, cv::Scalar(255)) : seen;
      cv::Mat mean = mean_.reshape(3), deviation = deviation_.reshape(3);
      const cv::Mat fresh = here & ~known_;
      frame.copyTo(mean, fresh);
      deviation.setTo(cv::Scalar::all(kLeast), fresh);
      known_ |= here;
      filled = mean.clone();
      frame.copyTo(filled, here);
    }
    const cv::Mat values = filled.reshape(1);
    cv::absdiff(values, mean_, difference_);
    due_ += seconds * kLevelsASecond;
    for (; due_ >= 1; due_ -= 1) step(values);
    if (!seen.empty()) {
      cv::Mat allowed;
      const cv::Mat slack = misplacement(filled, mean_.reshape(3));
      cv::merge(std::vector<cv::Mat>(3, slack), allowed);
      cv::subtract(difference_, allowed.reshape(1), difference_);
    }
    cv::compare(difference_, deviation_, above_, cv::CMP_GT);
    cv::Mat background;
    cv::inRange(above_.reshape(3), cv::Scalar::all(0), cv::Scalar::all(0), background);
    return ~background;
  }

  void move(const cv::Matx33d &to_new) {
    if (mean_.empty()) return;
    const cv::Size size = mean_.reshape(3).size();
    if (known_.empty()) known_ = cv::Mat(size, CV_8U, cv::Scalar(255));
    cv::Mat mean, deviation;
    cv::warpPerspective(mean_.reshape(3), mean, to_new, size);
    cv::warpPerspective(deviation_.reshape(3), deviation, to_new, size);
    mean_ = mean.reshape(1);
    deviation_ = deviation.reshape(1);
    known_ = moved_mask(known_, to_new);
  }

 private:
  static constexpr int kLeast = 14, kMost = 120, kAmplification = 3;
  cv::Mat mean_, deviation_, difference_, above_, below_, wanted_;
  // Which pixels have been seen; empty for all.
  cv::Mat known_;
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

// In which part of the tiles with edges something has changed: where there are none a camera may turn, and
// nothing changes.
double changed_part(const cv::Mat &changes, const cv::Mat &picture) {
  cv::Mat grey, across, down, edges;
  cv::cvtColor(picture, grey, cv::COLOR_RGB2GRAY);
  cv::Sobel(grey, across, CV_16S, 1, 0);
  cv::Sobel(grey, down, CV_16S, 0, 1);
  cv::add(cv::abs(across), cv::abs(down), edges);
  // Sobel's slopes are eight times those from pixel to pixel.
  const cv::Mat steep = edges > 8 * kNoise;
  int changed = 0, all = 0;
  for (int y = 0; y + kTile <= changes.rows; y += kTile)
    for (int x = 0; x + kTile <= changes.cols; x += kTile) {
      const cv::Rect tile(x, y, kTile, kTile);
      if (cv::countNonZero(steep(tile)) < kFewestOfTile) continue;
      changed += cv::countNonZero(changes(tile)) >= kFewestOfTile;
      ++all;
    }
  return all >= kFewestTiles ? double(changed) / all : 0;
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
  // The frames as they are looked at, and by how much they differ.
  cv::Mat frame, frame_before, frame_difference;
  cv::Mat window;
  // The last frames on the canvas, and which of its pixels they have; empty for all.
  cv::Mat current, last, before_last;
  cv::Mat seen, last_seen;
  // Where `last` and `current` differ from the background.
  cv::Mat last_foreground, foreground;
  // Between `before_last` and `last`.
  cv::Mat last_difference;
  // How much of the scene changed with the last frame, in pixels, where the camera had moved; and how many frames have
  // repeated that.
  int changes = 0, repeats = 0;

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

  // Whether a box of `last` touches the edge of what was seen.
  bool touches_edge(const cv::Rect &box) const {
    if (box.x == 0 || box.y == 0 || box.x + box.width == last.cols || box.y + box.height == last.rows)
      return true;
    if (last_seen.empty()) return false;
    const cv::Rect wider(box.x - 1, box.y - 1, box.width + 2, box.height + 2);
    return cv::countNonZero(last_seen(wider)) < wider.area();
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

copencv_status copencv_motion_look(copencv_motion *motion, const uint8_t *pixels, int32_t width,
                                   int32_t height, int32_t orientation, copencv_motion_frame *frame,
                                   char *error, size_t error_capacity) {
  return guarded(error, error_capacity, [&] {
    const cv::Mat stored(height, width, CV_8UC3, const_cast<uint8_t *>(pixels));
    const double scale = std::min(1.0, double(kLongSide) / std::max(width, height));
    cv::Mat upright;
    cv::resize(stored, upright, {}, scale, scale, cv::INTER_AREA);
    apply(turn_upright(orientation), upright, upright);
    if (!motion->frame.empty() && upright.size() != motion->frame.size())
      return failure(error, error_capacity, "the frame has another size than the first one");
    *frame = {upright.cols, upright.rows, false, 0, 0};
    if (!motion->frame.empty()) {
      const cv::Mat difference = colour_difference(upright, motion->frame);
      const cv::Mat changes = difference > kNoise;
      const int count = cv::countNonZero(changes);
      if (count < kFewestChanges) {
        frame->is_duplicate = true;
        return COPENCV_OK;
      }
      frame->changed = changed_part(changes, motion->frame);
      frame->changed_pixels = double(count) / changes.total();
      motion->frame_difference = difference;
    }
    motion->frame_before = motion->frame;
    motion->frame = upright;
    return COPENCV_OK;
  });
}

copencv_status copencv_motion_grey(const copencv_motion *motion, bool is_previous, uint8_t *levels,
                                   char *error, size_t error_capacity) {
  return guarded(error, error_capacity, [&] {
    const cv::Mat &frame = is_previous ? motion->frame_before : motion->frame;
    cv::Mat grey(frame.size(), CV_8U, levels);
    cv::cvtColor(frame, grey, cv::COLOR_RGB2GRAY);
    return COPENCV_OK;
  });
}

copencv_status copencv_motion_shift(copencv_motion *motion, double *dx, double *dy, bool *is_clear,
                                    char *error, size_t error_capacity) {
  *is_clear = false;
  return guarded(error, error_capacity, [&] {
    cv::Mat before, now;
    for (const auto &[frame, grey] : {std::pair(&motion->frame_before, &before), {&motion->frame, &now}}) {
      cv::cvtColor(*frame, *grey, cv::COLOR_RGB2GRAY);
      grey->convertTo(*grey, CV_32F);
      cv::GaussianBlur(*grey, *grey, {}, 1);
    }
    if (const auto shift = picture_shift(before, now, motion->window)) {
      *dx = shift->x;
      *dy = shift->y;
      *is_clear = true;
    }
    return COPENCV_OK;
  });
}

copencv_status copencv_motion_compare(copencv_motion *motion, double seconds,
                                      const double *to_canvas, copencv_moving_object *objects,
                                      size_t capacity, size_t *count, bool *is_duplicate,
                                      char *error, size_t error_capacity) {
  *count = 0;
  *is_duplicate = false;
  return guarded(error, error_capacity, [&] {
    cv::Mat frame = motion->frame, seen;
    cv::Matx33d from_canvas = cv::Matx33d::eye();
    if (to_canvas) {
      const cv::Matx33d way(to_canvas);
      from_canvas = way.inv();
      frame = cv::Mat();
      // A cubic keeps a picture between pixels as sharp as on them.
      cv::warpPerspective(motion->frame, frame, way, motion->frame.size(), cv::INTER_CUBIC);
      seen = moved_mask(cv::Mat(frame.size(), CV_8U, cv::Scalar(255)), way);
      cv::erode(seen, seen, cv::Mat::ones(3, 3, CV_8U), {-1, -1}, 1, cv::BORDER_CONSTANT, 255);
    }
    cv::Mat difference;
    if (!motion->current.empty()) {
      if (seen.empty() && motion->seen.empty()) {
        const bool is_next = motion->current.data == motion->frame_before.data;
        motion->changes = 0;
        difference = is_next ? motion->frame_difference : colour_difference(frame, motion->current);
      } else {
        difference = colour_difference(frame, motion->current);
        cv::subtract(difference, misplacement(frame, motion->current), difference);
        if (!seen.empty()) difference.setTo(0, ~seen);
        if (!motion->seen.empty()) difference.setTo(0, ~motion->seen);
        cv::Mat changes;
        cv::morphologyEx(difference > kNoise, changes, cv::MORPH_OPEN, cv::Mat::ones(3, 3, CV_8U));
        const int count = cv::countNonZero(changes);
        if (count == 0 && motion->changes >= kManyChanges && motion->repeats < kMostRepeats) {
          ++motion->repeats;
          *is_duplicate = true;
          return COPENCV_OK;
        }
        motion->changes = count;
        motion->repeats = 0;
      }
    }
    motion->before_last = motion->last;
    motion->last = motion->current;
    motion->last_seen = motion->seen;
    motion->current = frame;
    motion->seen = seen;
    motion->last_foreground = motion->foreground;
    motion->foreground = motion->background.foreground(frame, seen, seconds);
    std::vector<Blob> blobs;
    if (!motion->before_last.empty()) motion->add_blobs(difference, blobs);
    motion->last_difference = difference;

    std::sort(blobs.begin(), blobs.end(),
              [](const Blob &a, const Blob &b) { return a.area > b.area; });
    const copencv_motion_options &options = motion->options;
    const double across = frame.cols, down = frame.rows;
    for (const Blob &blob : blobs) {
      const cv::Vec3d place = from_canvas * cv::Vec3d(blob.center.x, blob.center.y, 1);
      // Pixel centres have whole numbers.
      const double x = place[0] / place[2] + 0.5, y = place[1] / place[2] + 0.5;
      const bool counts = x >= options.x * across && x <= (options.x + options.width) * across &&
                          y >= options.y * down && y <= (options.y + options.height) * down;
      if (!counts || *count == capacity) continue;
      const cv::Rect &box = blob.box;
      objects[(*count)++] = {(blob.center.x + 0.5) / across,
                             (blob.center.y + 0.5) / across,
                             std::sqrt(blob.area / CV_PI) / across,
                             blob.area / box.area(),
                             blob.colour[0],
                             blob.colour[1],
                             blob.colour[2],
                             blob.is_isolated,
                             motion->touches_edge(box)};
    }
    return COPENCV_OK;
  });
}

copencv_status copencv_motion_move(copencv_motion *motion, const double *to_new, char *error,
                                   size_t error_capacity) {
  return guarded(error, error_capacity, [&] {
    if (motion->current.empty()) return COPENCV_OK;
    const cv::Matx33d way(to_new);
    const cv::Size size = motion->current.size();
    for (cv::Mat *picture : {&motion->current, &motion->last, &motion->before_last,
                             &motion->last_difference}) {
      if (picture->empty()) continue;
      cv::Mat moved;
      cv::warpPerspective(*picture, moved, way, size);
      *picture = moved;
    }
    for (cv::Mat *mask : {&motion->seen, &motion->last_seen}) {
      if (mask->empty()) *mask = cv::Mat(size, CV_8U, cv::Scalar(255));
      *mask = moved_mask(*mask, way);
    }
    for (cv::Mat *mask : {&motion->foreground, &motion->last_foreground})
      if (!mask->empty()) *mask = moved_mask(*mask, way);
    motion->background.move(way);
    return COPENCV_OK;
  });
}

void copencv_motion_forget(copencv_motion *motion) {
  motion->background = Background();
  motion->changes = motion->repeats = 0;
  for (cv::Mat *picture :
       {&motion->current, &motion->last, &motion->before_last, &motion->seen, &motion->last_seen,
        &motion->last_foreground, &motion->foreground, &motion->last_difference})
    *picture = cv::Mat();
}
