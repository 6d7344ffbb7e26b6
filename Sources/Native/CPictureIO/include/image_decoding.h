#ifndef PICTURE_IO_IMAGE_DECODING_H
#define PICTURE_IO_IMAGE_DECODING_H

#include "picture_io_status.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A decoded picture that OpenCV owns; `picture_io_image_close` frees it.
typedef struct picture_io_image picture_io_image;

/// How a file says what is transparent: not at all, next to colours that are as they would be without, or next to
/// those that have been multiplied by it.
typedef enum {
  PICTURE_IO_OPAQUE = 0,
  PICTURE_IO_STRAIGHT,
  PICTURE_IO_PREMULTIPLIED,
} picture_io_transparency;

/// Decodes a PNG, TIFF, WebP or BMP file that lies in memory to 8 bits a channel. What is transparent
/// is laid on white; an orientation tag is left to the caller, except TIFF's, which OpenCV always obeys.
///
/// The caller has checked the size that the file's header claims: decoding takes memory for all of
/// it. A picture of more than `max_pixels` is then reduced by averaging until it fits.
picture_io_status picture_io_image_decode(const uint8_t *bytes, size_t count, int64_t max_pixels,
                                    picture_io_transparency transparency, picture_io_image **image,
                                    char *error, size_t error_capacity);

int32_t picture_io_image_width(const picture_io_image *image);
int32_t picture_io_image_height(const picture_io_image *image);

/// Writes `width * height * 3` bytes: red, green, blue, row by row from the top, no padding.
picture_io_status picture_io_image_copy_rgb(const picture_io_image *image, uint8_t *rgb, size_t capacity,
                                      char *error, size_t error_capacity);

void picture_io_image_close(picture_io_image *image);

/// Converts ink (cyan, magenta, yellow, black) to light, in `count` pixels of 4 and 3 bytes.
/// `inverted` says that 255 stands for no ink, as in every file by Adobe's programs.
void picture_io_rgb_from_cmyk(const uint8_t *cmyk, uint8_t *rgb, size_t count, int inverted);

#ifdef __cplusplus
}
#endif
#endif
