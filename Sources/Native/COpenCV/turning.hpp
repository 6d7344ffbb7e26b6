#pragma once

#include <opencv2/core.hpp>

/// How an upright image comes from the stored one: transpose first, then mirror.
struct Turn {
  bool transpose, mirror_x, mirror_y;
};

/// The turn for an EXIF orientation, 1 to 8.
inline Turn turn_upright(int orientation) {
  switch (orientation) {
    case 2: return {false, true, false};
    case 3: return {false, true, true};
    case 4: return {false, false, true};
    case 5: return {true, false, false};
    case 6: return {true, true, false};
    case 7: return {true, true, true};
    case 8: return {true, false, true};
    default: return {false, false, false};
  }
}

/// Turns `source` into `target`. Where they are the same, its memory is turned in place: it must not be
/// that of a caller, whose pictures are only read.
inline void apply(Turn turn, const cv::Mat &source, cv::Mat &target) {
  if (turn.transpose) {
    cv::transpose(source, target);
  } else {
    source.copyTo(target);
  }
  if (turn.mirror_x || turn.mirror_y) {
    cv::flip(target, target, turn.mirror_x && turn.mirror_y ? -1 : turn.mirror_x ? 1 : 0);
  }
}
