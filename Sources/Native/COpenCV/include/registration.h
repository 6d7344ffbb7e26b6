#ifndef COPENCV_REGISTRATION_H
#define COPENCV_REGISTRATION_H

#include "copencv_status.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Measures by how much each frame is shifted against the one before it.
typedef struct copencv_registration copencv_registration;

copencv_status copencv_registration_open(copencv_registration **registration, char *error,
                                         size_t error_capacity);
void copencv_registration_close(copencv_registration *registration);

/// Takes in the next frame.
///
/// @param pixels      the stored frame, RGB8, `width * height * 3` bytes, no padding; the upright
///                    size must be that of the first frame
/// @param orientation EXIF's, 1 to 8
/// @param dx, dy      receive how far the picture has moved to the right and downwards since the
///                    last frame, in widths of the upright picture; 0 for the first frame, and
///                    perhaps where it is below 0.0007
copencv_status copencv_registration_update(copencv_registration *registration,
                                           const uint8_t *pixels, int32_t width, int32_t height,
                                           int32_t orientation, double *dx, double *dy,
                                           char *error, size_t error_capacity);

#ifdef __cplusplus
}
#endif
#endif
