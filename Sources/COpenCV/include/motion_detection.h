#ifndef COPENCV_MOTION_DETECTION_H
#define COPENCV_MOTION_DETECTION_H

#include "copencv_status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Finds what moves before a camera that stands still. Holds the background and the last frames.
typedef struct copencv_motion copencv_motion;

/// A blob that moves. All lengths are in widths of the upright picture, `y` too.
typedef struct {
  /// Its centre of mass, from the picture's top left corner.
  double x, y;
  /// That of a disc of its area.
  double radius;
  /// Its area as a part of the upright box about it, above 0 to 1.
  double fill;
  /// The mean of its colours, 0 to 255.
  double red, green, blue;
  /// Whether it stands alone, rather than being part of something larger that moves.
  bool is_isolated;
  /// Whether it touches the picture's edge, so that it may be cut.
  bool touches_edge;
} copencv_moving_object;

typedef struct {
  /// The least and largest radius of an object, in widths of the picture.
  double least_radius, largest_radius;
  /// The part of the upright picture in which objects count, in `0...1` of its width and height.
  double x, y, width, height;
} copencv_motion_options;

copencv_status copencv_motion_open(copencv_motion_options options, copencv_motion **motion,
                                   char *error, size_t error_capacity);
void copencv_motion_close(copencv_motion *motion);

/// Takes in the next frame, and tells what moved in the one before it: what moves is where a frame
/// differs from both its neighbours.
///
/// @param pixels       the stored frame, RGB8, `width * height * 3` bytes, no padding; the upright
///                     size must be that of the first frame
/// @param orientation  EXIF's, 1 to 8
/// @param seconds      since the frame before, above 0
/// @param objects      receives up to `capacity` objects, the largest first
/// @param count        receives how many
/// @param is_duplicate receives whether the frame shows the same as the one before it; such a frame
///                     is forgotten, and there are no objects
copencv_status copencv_motion_update(copencv_motion *motion, const uint8_t *pixels, int32_t width,
                                     int32_t height, int32_t orientation, double seconds,
                                     copencv_moving_object *objects, size_t capacity, size_t *count,
                                     bool *is_duplicate, char *error, size_t error_capacity);

#ifdef __cplusplus
}
#endif
#endif
