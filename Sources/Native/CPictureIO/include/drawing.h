#ifndef PICTURE_IO_DRAWING_H
#define PICTURE_IO_DRAWING_H

#include "picture_io_status.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The picture drawn on: `width * height * 3` bytes, red, green, blue, row by row from the top, no
/// padding. What falls outside is left out.
typedef struct {
  uint8_t *rgb;
  int32_t width, height;
} picture_io_canvas;

/// A colour, and how much of what lies below it hides, in `0...1`.
typedef struct {
  uint8_t red, green, blue;
  double opacity;
} picture_io_ink;

/// How far `count` characters (Unicode scalars) reach, in pixels; `cap_height` is the height of
/// capitals and digits. Characters that the font lacks are set as '?'.
double picture_io_text_width(const uint32_t *characters, size_t count, double cap_height);

/// Sets a line of text that starts at `x` and stands on `baseline`.
picture_io_status picture_io_draw_text(picture_io_canvas canvas, const uint32_t *characters, size_t count,
                                 double x, double baseline, double cap_height, picture_io_ink ink,
                                 char *error, size_t error_capacity);

/// How many threads the library may use: one, whatever the machine has.
int32_t picture_io_thread_count(void);

#ifdef __cplusplus
}
#endif
#endif
