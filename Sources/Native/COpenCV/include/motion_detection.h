#ifndef COPENCV_MOTION_DETECTION_H
#define COPENCV_MOTION_DETECTION_H

#include "copencv_status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Finds what moves before a camera. Holds the background and the last frames, as they are on a canvas
/// that stands still: at first it is the picture, later a homography leads from this to it.
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

/// A frame as it is looked at: upright, with a long side of at most 640.
typedef struct {
  int32_t width, height;
  /// Whether it shows the same as the one before it. Such a frame is forgotten.
  bool is_duplicate;
  /// In which part of what has edges, and of its pixels, 0 to 1, it differs from the one before.
  double changed, changed_pixels;
} copencv_motion_frame;

/// Takes in the next frame.
///
/// @param pixels      the stored frame, RGB8, `width * height * 3` bytes, no padding; the upright size
///                    must be that of the first frame
/// @param orientation EXIF's, 1 to 8
copencv_status copencv_motion_look(copencv_motion *motion, const uint8_t *pixels, int32_t width,
                                   int32_t height, int32_t orientation, copencv_motion_frame *frame,
                                   char *error, size_t error_capacity);

/// The grey levels of the frame that was taken in last, or of the one before.
///
/// @param levels receives as many bytes as the frame has pixels
copencv_status copencv_motion_grey(const copencv_motion *motion, bool is_previous, uint8_t *levels,
                                   char *error, size_t error_capacity);

/// By how many pixels the frame that was taken in last is shifted against the one before.
///
/// @param is_clear receives whether a shift explains it much better than none
copencv_status copencv_motion_shift(copencv_motion *motion, double *dx, double *dy, bool *is_clear,
                                    char *error, size_t error_capacity);

/// Finds what moved in the frame that was compared before the one that was taken in last: what moves is where a frame
/// differs from both its neighbours. Once for each frame at most.
///
/// @param seconds   since the frame before, above 0
/// @param to_canvas nine numbers of a homography, row by row, from pixels of the frame that was taken in
///                  last to those of the canvas; null where they are the same
/// @param objects   receives up to `capacity` objects, the largest first, as they are on the canvas
/// @param count     receives how many
/// @param is_duplicate receives whether the last frame shows on the canvas what the one before does, though its
///                  camera has moved; such a frame is forgotten
copencv_status copencv_motion_compare(copencv_motion *motion, double seconds,
                                      const double *to_canvas, copencv_moving_object *objects,
                                      size_t capacity, size_t *count, bool *is_duplicate,
                                      char *error, size_t error_capacity);

/// Moves what is remembered to another canvas.
///
/// @param to_new nine numbers of a homography from pixels of the old canvas to those of the new one
copencv_status copencv_motion_move(copencv_motion *motion, const double *to_new, char *error,
                                   size_t error_capacity);

/// Forgets all but the frame that was taken in last.
void copencv_motion_forget(copencv_motion *motion);

#ifdef __cplusplus
}
#endif
#endif
