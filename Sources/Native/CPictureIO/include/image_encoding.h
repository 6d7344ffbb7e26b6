#ifndef PICTURE_IO_IMAGE_ENCODING_H
#define PICTURE_IO_IMAGE_ENCODING_H

#include "picture_io_status.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Encodes a picture of `width * height * 3` bytes (red, green, blue, row by row from the top, no
/// padding) as `extension` says, ".png" or ".jpg".
///
/// `*encoded` receives `*count` bytes, which `picture_io_free` frees.
picture_io_status picture_io_image_encode(const uint8_t *rgb, int32_t width, int32_t height,
                                    const char *extension, uint8_t **encoded, size_t *count,
                                    char *error, size_t error_capacity);

void picture_io_free(uint8_t *encoded);

#ifdef __cplusplus
}
#endif
#endif
