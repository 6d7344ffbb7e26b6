#ifndef PICTURE_IO_DRAWING_H
#define PICTURE_IO_DRAWING_H

#include "picture_io_status.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// How far `count` characters (Unicode scalars) reach, in pixels; `cap_height` is the height of
/// capitals and digits. Characters that the font lacks are set as '?'.
double picture_io_text_width(const uint32_t *characters, size_t count, double cap_height);

/// Sets a line of text that starts at `x` and stands on `baseline`, in pixels of an area of
/// `width * height`.
///
/// @param coverage receives how much of each pixel is covered, row by row: 255 for all of it
picture_io_status picture_io_cover_text(uint8_t *coverage, int32_t width, int32_t height,
                                        const uint32_t *characters, size_t count, double x,
                                        double baseline, double cap_height, char *error,
                                        size_t error_capacity);

/// How many threads the library may use: one, whatever the machine has.
int32_t picture_io_thread_count(void);

#ifdef __cplusplus
}
#endif
#endif
