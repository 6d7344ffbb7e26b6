#ifndef COPENCV_IMAGE_TURNING_H
#define COPENCV_IMAGE_TURNING_H

#include "copencv_status.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Turns a stored picture upright. `orientation` is EXIF's, `1...8`; from 5 on the upright picture
/// is `height` wide and `width` high.
///
/// Both buffers hold `width * height * 3` bytes, row by row from the top, no padding, and must not
/// overlap.
copencv_status copencv_image_turn_upright(const uint8_t *stored, int32_t width, int32_t height,
                                          int32_t orientation, uint8_t *upright, char *error,
                                          size_t error_capacity);

#ifdef __cplusplus
}
#endif
#endif
