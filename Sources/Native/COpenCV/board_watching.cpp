#include "board_watching.h"

#include "connected_parts.hpp"
#include "guarded.hpp"
#include "turning.hpp"

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

namespace {

// Pixels per metre of the flat view: a bag of 15 cm has 30 across.
constexpr double kScale = 200;
// A difference of so many levels is more than noise and what codecs do.
constexpr int kDifferent = 20;
// Against the frames just before, where less is lost to shade and light.
constexpr int kChanged = 16;
// For how long a change counts as motion, in seconds.
constexpr double kMotion = 0.09;
// The part of a blob that may still flicker when it lies still.
constexpr double kRestless = 0.06;
// The least blob, in square metres: a twelfth of a bag.
constexpr double kLeastArea = 0.002;
// The part of the board, without its hole, that must be in the picture.
constexpr double kLeastSurface = 0.125;
// The part of the view that must differ for it to be hidden, and for how long, in seconds, it must
// keep still to be taken for a new one.
constexpr double kHidden = 0.6, kNewView = 2.0;
// What lies still follows slow changes of the light: so much of the difference every so many seconds.
constexpr double kFollow = 0.1, kFollowEvery = 0.25;
// An outline stronger than before by so many levels is that of something that has come, one that is so
// much weaker, and weaker than such a part of it, of something that has gone. What has neither is light
// or shade.
constexpr double kOutline = 5, kGone = 0.75;
// What differs by so many levels is more than light and shade, whatever its outline.
constexpr double kNoShade = 60;

/// A picture with the least and largest values about each pixel: a camera that trembles by one pixel
/// changes nothing about them.
struct Reference {
  cv::Mat picture, least, most;

  void update() {
    static const cv::Mat kernel = cv::Mat::ones(3, 3, CV_8U);
    cv::erode(picture, least, kernel);
    cv::dilate(picture, most, kernel);
  }

  // Where `frame` lies outside of them by more than `limit` in any colour.
  void differing(const cv::Mat &frame, int limit, cv::Mat &mask) const {
    static thread_local cv::Mat over, under;
    cv::subtract(frame, most, over);
    cv::subtract(least, frame, under);
    cv::max(over, under, over);
    cv::inRange(over, cv::Scalar::all(0), cv::Scalar::all(limit), mask);
    cv::bitwise_not(mask, mask);
  }
};

/// The connected parts of a mask; the first of each list, of label 0, is the background and of no interest.
struct Parts {
  cv::Mat labels;
  std::vector<cv::Rect> boxes;
  std::vector<copencv_landings_blob> blobs;
};

double median(std::vector<float> &values) {
  const auto middle = values.begin() + long(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// How strong the edges along a band are, as the mean spread of values about its pixels.
double edge_strength(const cv::Mat &picture, const cv::Rect &box, const cv::Mat &band) {
  static const cv::Mat kernel = cv::Mat::ones(3, 3, CV_8U);
  cv::Mat least, most, spread;
  cv::erode(picture(box), least, kernel);
  cv::dilate(picture(box), most, kernel);
  cv::subtract(most, least, spread);
  const cv::Scalar mean = cv::mean(spread, band);
  return std::max({mean[0], mean[1], mean[2]});
}

}  // namespace

struct copencv_landings_view {
  copencv_landings_options options;
  // Of the stored picture's upright size, once it is known.
  cv::Size picture_size;
  // The part of the upright picture that is laid out flat, by how much it is made smaller first, and
  // the way from the flat view to it.
  cv::Rect part;
  double shrinking = 1;
  cv::Matx33d to_part, to_picture;
  // That way for each pixel of the flat view, as OpenCV keeps it: whole pixels, and the rest.
  cv::Mat way, rest_of_way;

  // 255 where the picture shows the place; the rim of that; where the picture's own edge is that rim; the surface
  // without the hole; the hole.
  cv::Mat seen, rim, edge, surface, hole;
  // What lies still; the board as far as nothing lies on it; the last value that each pixel had for
  // some time, and since when it has it.
  Reference still, empty, anchor;
  cv::Mat since;
  // Where the last frame differed from what lies still.
  cv::Mat last_foreground;
  double followed = 0, hidden_since = -1;

  cv::Size view_size() const {
    return {int(std::lround((options.width + 2 * options.margin) * kScale)),
            int(std::lround((options.length + 2 * options.margin) * kScale))};
  }

  cv::Point2d to_view(double x, double y) const {
    return {(x + options.margin) * kScale - 0.5, (y + options.margin) * kScale - 0.5};
  }

  bool lay_out(cv::Size upright) {
    cv::Point2f flat[4], board[4];
    const double w = options.width, l = options.length;
    const cv::Point2d corners[4] = {to_view(0, 0), to_view(w, 0), to_view(w, l), to_view(0, l)};
    for (int i = 0; i < 4; ++i) {
      flat[i] = corners[i];
      board[i] = cv::Point2d(options.corners[2 * i] * upright.width - 0.5,
                             options.corners[2 * i + 1] * upright.height - 0.5);
    }
    to_picture = cv::getPerspectiveTransform(flat, board);
    const auto denominator = [&](double u, double v) {
      return to_picture(2, 0) * u + to_picture(2, 1) * v + to_picture(2, 2);
    };
    const auto place = [&](double u, double v) {
      const double d = denominator(u, v);
      return cv::Point2d((to_picture(0, 0) * u + to_picture(0, 1) * v + to_picture(0, 2)) / d,
                         (to_picture(1, 0) * u + to_picture(1, 1) * v + to_picture(1, 2)) / d);
    };
    const cv::Size size = view_size();
    const cv::Point2d middle = to_view(w / 2, l / 2);
    const double sign = denominator(middle.x, middle.y);
    if (!(std::abs(sign) > 1e-9)) return false;
    to_picture = to_picture * (1 / sign);

    seen = cv::Mat::zeros(size, CV_8U);
    double left = 1e9, top = 1e9, right = -1e9, bottom = -1e9;
    for (int v = 0; v < size.height; ++v)
      for (int u = 0; u < size.width; ++u) {
        if (denominator(u, v) <= 0) continue;
        const cv::Point2d p = place(u, v);
        if (p.x < 0 || p.y < 0 || p.x > upright.width - 1 || p.y > upright.height - 1) continue;
        seen.at<uint8_t>(v, u) = 255;
        left = std::min(left, p.x), right = std::max(right, p.x);
        top = std::min(top, p.y), bottom = std::max(bottom, p.y);
      }
    surface = cv::Mat::zeros(size, CV_8U);
    cv::rectangle(surface, cv::Rect(cv::Point(cvRound(corners[0].x), cvRound(corners[0].y)),
                                    cv::Point(cvRound(corners[2].x) + 1, cvRound(corners[2].y) + 1)),
                  cv::Scalar(255), cv::FILLED);
    hole = cv::Mat::zeros(size, CV_8U);
    cv::circle(hole, to_view(w / 2, options.hole_y),
               cvRound((options.hole_radius + 0.006) * kScale), cv::Scalar(255), cv::FILLED);
    cv::bitwise_and(surface, seen, surface);
    cv::bitwise_and(hole, seen, hole);
    cv::subtract(surface, hole, surface);
    if (cv::countNonZero(surface) < kLeastSurface * w * l * kScale * kScale) return false;
    // What lies beyond the view is taken for unseen, and for seen.
    const auto rim_beside = [&](int beyond) {
      cv::Mat inner;
      cv::copyMakeBorder(seen, inner, 1, 1, 1, 1, cv::BORDER_CONSTANT, cv::Scalar(beyond));
      cv::erode(inner, inner, cv::Mat::ones(7, 7, CV_8U));
      cv::Mat found;
      cv::subtract(seen, inner(cv::Rect(1, 1, size.width, size.height)), found);
      return found;
    };
    rim = rim_beside(0);
    edge = rim_beside(255);

    part = cv::Rect(cv::Point(std::max(0, int(left) - 2), std::max(0, int(top) - 2)),
                    cv::Point(std::min(upright.width, int(right) + 4),
                              std::min(upright.height, int(bottom) + 4)));
    // Where the picture has more pixels than the view, they are averaged and not left out.
    const cv::Point2d a = place(middle.x, middle.y), b = place(middle.x + 1, middle.y),
                      c = place(middle.x, middle.y + 1);
    shrinking = std::max(1.0, std::sqrt(std::abs((b - a).cross(c - a))));
    const double s = 1 / shrinking;
    to_part = cv::Matx33d(s, 0, -s * part.x + (s - 1) / 2, 0, s, -s * part.y + (s - 1) / 2, 0, 0, 1) *
              to_picture;
    cv::Mat places(size, CV_32FC2);
    for (int v = 0; v < size.height; ++v)
      for (int u = 0; u < size.width; ++u) {
        const cv::Vec3d at = to_part * cv::Vec3d(u, v, 1);
        // Outside of the picture where it lies behind the camera.
        places.at<cv::Vec2f>(v, u) =
            at[2] > 0 ? cv::Vec2f(float(at[0] / at[2]), float(at[1] / at[2])) : cv::Vec2f(-1, -1);
      }
    cv::convertMaps(places, {}, way, rest_of_way, CV_16SC2);
    picture_size = upright;
    return true;
  }

  // The view laid out flat, in the light of what lies still.
  cv::Mat flat_view(const cv::Mat &upright) {
    cv::Mat picture, view;
    if (shrinking > 1)
      cv::resize(upright(part), picture, {}, 1 / shrinking, 1 / shrinking, cv::INTER_AREA);
    else
      picture = upright(part);
    cv::remap(picture, view, way, rest_of_way, cv::INTER_LINEAR, cv::BORDER_REPLICATE);
    cv::GaussianBlur(view, view, {3, 3}, 0);
    if (!still.picture.empty()) match_light(view);
    return view;
  }

  // Undoes what a camera's exposure does to the whole picture.
  void match_light(cv::Mat &view) const {
    std::vector<float> ratios[3];
    for (int v = 2; v < view.rows; v += 5)
      for (int u = 2; u < view.cols; u += 5) {
        if (!seen.at<uint8_t>(v, u) || last_foreground.at<uint8_t>(v, u)) continue;
        const cv::Vec3b was = still.picture.at<cv::Vec3b>(v, u), is = view.at<cv::Vec3b>(v, u);
        for (int c = 0; c < 3; ++c)
          if (was[c] > 30 && was[c] < 235) ratios[c].push_back(float(is[c]) / was[c]);
      }
    cv::Scalar gain = cv::Scalar::all(1);
    bool differs = false;
    for (int c = 0; c < 3; ++c) {
      if (ratios[c].size() < 100) continue;
      const double ratio = std::clamp(median(ratios[c]), 0.4, 2.5);
      differs = differs || std::abs(ratio - 1) > 0.015;
      gain[c] = 1 / ratio;
    }
    if (differs) cv::multiply(view, gain, view);
  }

  void begin(const cv::Mat &view, double time) {
    for (Reference *reference : {&still, &empty, &anchor}) {
      reference->picture = view.clone();
      reference->update();
    }
    since = cv::Mat(view.size(), CV_64F, cv::Scalar(time - 1));
    last_foreground = cv::Mat::zeros(view.size(), CV_8U);
    followed = time;
    hidden_since = -1;
  }

  // What is known of each connected part of a mask.
  Parts parts(const cv::Mat &mask, const cv::Mat &view, double time) const {
    Parts parts;
    cv::Mat stats, centers;
    const int count = connected_parts(mask, parts.labels, stats, centers);
    parts.blobs.resize(static_cast<size_t>(count));
    parts.boxes.resize(static_cast<size_t>(count));
    const double pixel = 1 / (kScale * kScale);
    for (int label = 1; label < count; ++label) {
      const int *row = stats.ptr<int>(label);
      const cv::Rect box(row[cv::CC_STAT_LEFT], row[cv::CC_STAT_TOP], row[cv::CC_STAT_WIDTH],
                         row[cv::CC_STAT_HEIGHT]);
      parts.boxes[size_t(label)] = box;
      copencv_landings_blob &blob = parts.blobs[size_t(label)];
      blob.area = row[cv::CC_STAT_AREA] * pixel;
      if (blob.area < kLeastArea) continue;
      blob.x = (centers.at<double>(label, 0) + 0.5) / kScale - options.margin;
      blob.y = (centers.at<double>(label, 1) + 0.5) / kScale - options.margin;
      std::vector<double> changes;
      double uu = 0, uv = 0, vv = 0;
      for (int v = box.y; v < box.y + box.height; ++v)
        for (int u = box.x; u < box.x + box.width; ++u) {
          if (parts.labels.at<int>(v, u) != label) continue;
          const double du = u - centers.at<double>(label, 0), dv = v - centers.at<double>(label, 1);
          uu += du * du, uv += du * dv, vv += dv * dv;
          const double change = since.at<double>(v, u);
          changes.push_back(change);
          if (time - change < kMotion) blob.moving_area += pixel;
          if (surface.at<uint8_t>(v, u)) blob.board_area += pixel;
          if (hole.at<uint8_t>(v, u)) blob.hole_area += pixel;
          if (rim.at<uint8_t>(v, u)) blob.touches_edge = true;
          if (edge.at<uint8_t>(v, u)) blob.is_cut = true;
          const cv::Vec3b colour = view.at<cv::Vec3b>(v, u);
          blob.red += colour[0], blob.green += colour[1], blob.blue += colour[2];
        }
      blob.red /= double(changes.size());
      blob.green /= double(changes.size());
      blob.blue /= double(changes.size());
      const double spread = std::sqrt((uu - vv) * (uu - vv) + 4 * uv * uv);
      blob.elongation = std::sqrt((uu + vv + spread) / std::max(1e-6, uu + vv - spread));
      const auto latest = changes.begin() + long(double(changes.size()) * (1 - kRestless));
      std::nth_element(changes.begin(), latest, changes.end());
      blob.still_since = *latest;
    }
    return parts;
  }

  // How strong the outline of a blob is in the view, and was in what lay still before.
  std::pair<double, double> outline(const cv::Mat &labels, int label, cv::Rect box,
                                    const cv::Mat &view) const {
    box = (box - cv::Point(4, 4) + cv::Size(8, 8)) & cv::Rect({}, view.size());
    const cv::Mat blob = labels(box) == label;
    static const cv::Mat kernel = cv::getStructuringElement(cv::MORPH_ELLIPSE, {5, 5});
    cv::Mat outer, inner;
    cv::dilate(blob, outer, kernel);
    cv::erode(blob, inner, kernel);
    const cv::Mat band = (outer - inner) & seen(box);
    return {edge_strength(view, box, band), edge_strength(still.picture, box, band)};
  }

  // By how many levels a blob differs from what lay still there, in the mean.
  double contrast(const cv::Mat &labels, int label, cv::Rect box, const cv::Mat &view) const {
    cv::Mat difference;
    cv::absdiff(view(box), still.picture(box), difference);
    const cv::Scalar mean = cv::mean(difference, labels(box) == label);
    return std::max({mean[0], mean[1], mean[2]});
  }

  void add_settled(const Parts &parts, bool matches_empty, const cv::Mat &view, double time,
                   std::vector<copencv_landings_blob> &settled, bool &has_changed) {
    const cv::Mat &labels = parts.labels;
    const std::vector<cv::Rect> &boxes = parts.boxes;
    for (int label = 1; label < int(parts.blobs.size()); ++label) {
      copencv_landings_blob blob = parts.blobs[size_t(label)];
      if (blob.area < kLeastArea || time - blob.still_since < options.rest) continue;
      blob.moving_area = 0;
      const auto [edge, edge_before] = outline(labels, label, boxes[size_t(label)], view);
      const bool is_light = std::abs(edge - edge_before) < kOutline &&
                            contrast(labels, label, boxes[size_t(label)], view) < kNoShade;
      // One bag in another's place has an outline, too.
      blob.is_uncovered =
          matches_empty || (edge < edge_before - kOutline && edge < kGone * edge_before);
      if (!is_light) settled.push_back(blob);
      const cv::Rect box = (boxes[size_t(label)] - cv::Point(4, 4) + cv::Size(8, 8)) &
                           cv::Rect({}, view.size());
      cv::Mat whole = labels(box) == label;
      cv::dilate(whole, whole, cv::Mat::ones(5, 5, CV_8U));
      view(box).copyTo(still.picture(box), whole);
      if ((is_light || blob.is_uncovered) && !matches_empty) {
        view(box).copyTo(empty.picture(box), whole);
        empty.update();
      }
      has_changed = true;
    }
  }
};

copencv_status copencv_landings_open(copencv_landings_options options, copencv_landings_view **view,
                                  char *error, size_t error_capacity) {
  return guarded(error, error_capacity, [&] {
    *view = new copencv_landings_view{};
    (*view)->options = options;
    return COPENCV_OK;
  });
}

void copencv_landings_close(copencv_landings_view *view) { delete view; }

copencv_status copencv_landings_update(copencv_landings_view *view, const uint8_t *pixels, int32_t width,
                                    int32_t height, int32_t orientation, double time,
                                    copencv_landings_blob *moving, copencv_landings_blob *settled,
                                    size_t capacity, copencv_landings_frame *frame, char *error,
                                    size_t error_capacity) {
  *frame = {};
  return guarded(error, error_capacity, [&] {
    const cv::Mat stored(height, width, CV_8UC3, const_cast<uint8_t *>(pixels));
    cv::Mat upright;
    if (orientation == 1)
      upright = stored;
    else
      apply(turn_upright(orientation), stored, upright);
    copencv_landings_view &board = *view;
    if (board.picture_size.empty()) {
      if (!board.lay_out(upright.size()))
        return failure(error, error_capacity, "less than an eighth of the board is in the picture");
    } else if (upright.size() != board.picture_size) {
      return failure(error, error_capacity, "the frame has another size than the first one");
    }
    const cv::Mat flat = board.flat_view(upright);
    if (board.still.picture.empty()) {
      board.begin(flat, time);
      return COPENCV_OK;
    }

    cv::Mat changed, foreground, on_empty;
    board.anchor.differing(flat, kChanged, changed);
    cv::bitwise_and(changed, board.seen, changed);
    if (cv::countNonZero(changed) > 0) {
      flat.copyTo(board.anchor.picture, changed);
      board.anchor.update();
      board.since.setTo(time, changed);
    }

    board.still.differing(flat, kDifferent, foreground);
    cv::bitwise_and(foreground, board.seen, foreground);
    const double hidden = double(cv::countNonZero(foreground)) / cv::countNonZero(board.seen);
    if (hidden > kHidden) {
      const bool is_quiet = cv::countNonZero(changed) < 0.02 * cv::countNonZero(board.seen);
      if (board.hidden_since < 0 || !is_quiet) board.hidden_since = time;
      frame->is_hidden = true;
      if (time - board.hidden_since > kNewView) {
        board.begin(flat, time);
        frame->is_new_view = true;
      }
      return COPENCV_OK;
    }
    board.hidden_since = -1;
    static const cv::Mat small = cv::Mat::ones(3, 3, CV_8U);
    static const cv::Mat large = cv::getStructuringElement(cv::MORPH_ELLIPSE, {7, 7});
    cv::morphologyEx(foreground, foreground, cv::MORPH_OPEN, small);
    foreground.copyTo(board.last_foreground);
    const bool differs = cv::countNonZero(foreground) > 0;
    const bool follows = time - board.followed >= kFollowEvery;
    if (differs || follows) board.empty.differing(flat, kDifferent, on_empty);

    bool has_changed = false;
    if (differs) {
      cv::Mat covered = foreground & on_empty, uncovered = foreground & ~on_empty;
      cv::morphologyEx(covered, covered, cv::MORPH_CLOSE, large);
      cv::bitwise_and(covered, board.seen, covered);
      cv::morphologyEx(uncovered, uncovered, cv::MORPH_OPEN, small);

      const Parts covering = board.parts(covered, flat, time);
      std::vector<copencv_landings_blob> moved = covering.blobs;
      moved.erase(std::remove_if(moved.begin(), moved.end(),
                                 [](const copencv_landings_blob &blob) {
                                   return blob.moving_area < std::max(kLeastArea, blob.area / 10);
                                 }),
                  moved.end());
      std::sort(moved.begin(), moved.end(), [](const copencv_landings_blob &a,
                                               const copencv_landings_blob &b) { return a.area > b.area; });
      frame->moving_count = std::min(capacity, moved.size());
      std::copy_n(moved.begin(), frame->moving_count, moving);

      std::vector<copencv_landings_blob> rested;
      board.add_settled(covering, false, flat, time, rested, has_changed);
      board.add_settled(board.parts(uncovered, flat, time), true, flat, time, rested, has_changed);
      frame->settled_count = std::min(capacity, rested.size());
      std::copy_n(rested.begin(), frame->settled_count, settled);
    }

    if (follows) {
      board.followed = time;
      cv::Mat blend;
      cv::addWeighted(board.still.picture, 1 - kFollow, flat, kFollow, 0.5, blend);
      cv::Mat wide;
      cv::dilate(foreground, wide, large);
      blend.copyTo(board.still.picture, ~wide);
      cv::addWeighted(board.empty.picture, 1 - kFollow, flat, kFollow, 0.5, blend);
      cv::dilate(on_empty, wide, large);
      blend.copyTo(board.empty.picture, ~wide);
      board.empty.update();
      has_changed = true;
    }
    if (has_changed) board.still.update();
    return COPENCV_OK;
  });
}

bool copencv_landings_locate(const copencv_landings_view *view, double x, double y, double *across,
                          double *down) {
  if (view->picture_size.empty()) return false;
  const cv::Point2d flat = view->to_view(x, y);
  const cv::Vec3d seen = view->to_picture * cv::Vec3d(flat.x, flat.y, 1);
  if (seen[2] <= 0) return false;
  *across = (seen[0] / seen[2] + 0.5) / view->picture_size.width;
  *down = (seen[1] / seen[2] + 0.5) / view->picture_size.height;
  return true;
}

bool copencv_landings_colour(const copencv_landings_view *view, double x, double y, double reach,
                          double *red, double *green, double *blue) {
  try {
    if (view->still.picture.empty()) return false;
    const cv::Point low = view->to_view(x - reach, y - reach), high = view->to_view(x + reach, y + reach);
    const cv::Rect about(low, high + cv::Point(1, 1)), whole({}, view->seen.size());
    if ((about & whole) != about || cv::countNonZero(view->seen(about)) < about.area()) return false;
    const cv::Scalar mean = cv::mean(view->still.picture(about));
    *red = mean[0], *green = mean[1], *blue = mean[2];
    return true;
  } catch (...) {
    return false;
  }
}
