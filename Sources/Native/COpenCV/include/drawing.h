#ifndef COPENCV_DRAWING_H
#define COPENCV_DRAWING_H

#include "copencv_status.h"

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
} copencv_canvas;

/// In pixels from the top left corner of the canvas; fractions are honoured.
typedef struct {
  double x, y, width, height;
} copencv_rectangle;

/// A colour, and how much of what lies below it hides, in `0...1`.
typedef struct {
  uint8_t red, green, blue;
  double opacity;
} copencv_ink;

/// Fills a rectangle whose corners are arcs; with half the shorter side as radius, a pill or disc.
void copencv_fill_rounded_rectangle(copencv_canvas canvas, copencv_rectangle rectangle,
                                    double radius, copencv_ink ink);

/// Draws a line of `line_width` along the edge of such a rectangle, half of it to either side.
void copencv_stroke_rounded_rectangle(copencv_canvas canvas, copencv_rectangle rectangle,
                                      double radius, double line_width, copencv_ink ink);

/// Draws a straight line of `line_width` with round ends.
void copencv_draw_line(copencv_canvas canvas, double x0, double y0, double x1, double y1,
                       double line_width, copencv_ink ink);

/// How far `count` characters (Unicode scalars) reach, in pixels; `cap_height` is the height of
/// capitals and digits. Characters that the font lacks are set as '?'.
double copencv_text_width(const uint32_t *characters, size_t count, double cap_height);

/// Sets a line of text that starts at `x` and stands on `baseline`.
copencv_status copencv_draw_text(copencv_canvas canvas, const uint32_t *characters, size_t count,
                                 double x, double baseline, double cap_height, copencv_ink ink,
                                 char *error, size_t error_capacity);

#ifdef __cplusplus
}
#endif
#endif
