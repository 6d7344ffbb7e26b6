#ifndef COPENCV_BOARD_WATCHING_H
#define COPENCV_BOARD_WATCHING_H

#include "copencv_status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Watches a board before a camera that stands still, and the ground about it. The board's surface
/// is laid out flat first, so that all lengths are in metres: `x` from its left edge to the right,
/// `y` from the far end, where the hole is, to the near end.
typedef struct copencv_landings_view copencv_landings_view;

typedef struct {
  /// Of the playing surface in the upright picture, in `0...1` of its width and height (outside of it
  /// where the picture's edge cuts the board): far left, far right, near right, near left; x, y each.
  double corners[8];
  /// The board's sizes; the hole's centre is half-way between the sides.
  double width, length, hole_radius, hole_y;
  /// How much of the ground on each side is watched.
  double margin;
  /// For how long something must not change, in seconds, to lie still.
  double rest;
} copencv_landings_options;

/// A connected part of the view that differs from what lay still there.
typedef struct {
  /// Its centre of mass.
  double x, y;
  /// In square metres; of it, on the surface outside of the hole, and in the hole.
  double area, board_area, hole_area;
  /// Of it, what has just changed; 0 for what lies still.
  double moving_area;
  /// Its mean colour.
  double red, green, blue;
  /// How many times as long as wide it is, by the spread of its pixels.
  double elongation;
  /// Whether it reaches the end of what the picture shows of the board and the ground about it.
  bool touches_edge;
  /// Whether that end is the picture's edge.
  bool is_cut;
  /// For what lies still: when it last changed, in seconds.
  double still_since;
  /// For what lies still: whether something has gone and shows what it lay on, rather than come.
  bool is_uncovered;
} copencv_landings_blob;

/// What a frame shows.
typedef struct {
  size_t moving_count, settled_count;
  /// Whether most of it looks different: somebody stands before the lens, or the picture is another
  /// camera's. Nothing else is reported of such a frame.
  bool is_hidden;
  /// Whether it stayed so until it was taken for what is now to be seen.
  bool is_new_view;
} copencv_landings_frame;

copencv_status copencv_landings_open(copencv_landings_options options, copencv_landings_view **view,
                                  char *error, size_t error_capacity);
void copencv_landings_close(copencv_landings_view *view);

/// Takes in the next frame.
///
/// @param pixels      the stored frame, RGB8, `width * height * 3` bytes, no padding; the upright size
///                    must be that of the first frame
/// @param orientation EXIF's, 1 to 8
/// @param time        in seconds, above that of the frame before
/// @param moving      receives up to `capacity` blobs that move, the largest first
/// @param settled     receives up to `capacity` blobs that have come to lie still since the frame
///                    before, and belong to what lies still from now on; each is reported once
copencv_status copencv_landings_update(copencv_landings_view *view, const uint8_t *pixels, int32_t width,
                                    int32_t height, int32_t orientation, double time,
                                    copencv_landings_blob *moving, copencv_landings_blob *settled,
                                    size_t capacity, copencv_landings_frame *frame, char *error,
                                    size_t error_capacity);

/// Where in the upright picture, in `0...1` of its width and height, a place on the board is seen.
///
/// @return whether it is seen at all; not behind the camera, and not before the first frame
bool copencv_landings_locate(const copencv_landings_view *view, double x, double y, double *across,
                          double *down);

/// The mean colour of what lies still about a place on the board, in `0...255`.
///
/// @param reach how far it is looked to each side, in metres
/// @return whether all of it is in the picture; not before the first frame
bool copencv_landings_colour(const copencv_landings_view *view, double x, double y, double reach,
                          double *red, double *green, double *blue);

#ifdef __cplusplus
}
#endif
#endif
