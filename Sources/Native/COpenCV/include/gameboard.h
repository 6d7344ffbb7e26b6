#ifndef COPENCV_GAMEBOARD_H
#define COPENCV_GAMEBOARD_H

#include "copencv_status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The four corners of a board, from the far left clockwise, x and y by turns; in pixels of the
/// upright image, a whole number being the middle of a pixel.
typedef struct {
  double points[8];
} copencv_quadrilateral;

/// In pixels of the upright image; `angle` in degrees, clockwise as on screen, is that of the first
/// radius, which is the longer one.
typedef struct {
  double center_x, center_y, first_radius, second_radius, angle;
} copencv_ellipse;

/// Draws what lies about a board as if seen from straight above, so that it fills a network's input:
/// the board, twice as long as wide, its far end at the top, with margins on all sides.
///
/// A large board is shrunk by averaging areas first. What lies beyond the picture is grey (114).
///
/// @param pixels      the stored image, RGB8, `width * height * 3` bytes, no padding
/// @param orientation EXIF's, 1 to 8
/// @param margin_x    on the left and right each, in widths of the board
/// @param margin_y    at the top and bottom each, in widths of the board
/// @param output      RGB8, `output_width * output_height * 3` bytes, overwritten
/// @return false when an argument is out of its range or memory ran out; no exception crosses
bool copencv_board_view(const uint8_t *pixels, int32_t width, int32_t height, int32_t orientation,
                        copencv_quadrilateral corners, double margin_x, double margin_y,
                        uint8_t *output, int32_t output_width, int32_t output_height);

/// Moves a board's corners to where its edges meet, and finds the rim of its hole.
///
/// Of the lines beside each edge those are taken that together a camera would see as a board, painted alike on
/// the left and on the right, with the hole where it belongs: where a bag hides an edge, the others decide.
///
/// @param corners      where they are, to about a fifth of the board's width; receives where the
///                     lines along the edges meet. An edge beside which nothing like one is seen stays
///                     where it was
/// @param hole_x       the middle of the hole, in widths of the board from its left edge, ...
/// @param hole_y       ... and from its far edge; to about a twentieth
/// @param hole_radius  in widths of the board, as it should be
/// @param hole         receives the rim; where it cannot be seen, what a rim of that radius there
///                     would look like
/// @param support      receives how much of the edges is seen, in `0...1`; 0 where the lines along them
///                     meet in no board, and then `corners` and `hole` are left as they were
/// @param darkness     receives in what share of directions it is darker in the hole than around it
copencv_status copencv_board_refine(const uint8_t *pixels, int32_t width, int32_t height,
                                    int32_t orientation, copencv_quadrilateral *corners,
                                    double hole_x, double hole_y, double hole_radius,
                                    copencv_ellipse *hole, double *support, double *darkness,
                                    char *error, size_t error_capacity);

#ifdef __cplusplus
}
#endif
#endif
