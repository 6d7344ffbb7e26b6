#ifndef COPENCV_IMAGE_DECODING_H
#define COPENCV_IMAGE_DECODING_H

#include "copencv_status.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A decoded picture that OpenCV owns; `copencv_image_close` frees it.
typedef struct copencv_image copencv_image;

/// How a file says what is transparent: not at all, next to colours that are as they would be without, or next to
/// those that have been multiplied by it.
typedef enum {
  COPENCV_OPAQUE = 0,
  COPENCV_STRAIGHT,
  COPENCV_PREMULTIPLIED,
} copencv_transparency;

/// Decodes a PNG, TIFF, WebP or BMP file that lies in memory to 8 bits a channel. What is transparent
/// is laid on white; an orientation tag is left to the caller, except TIFF's, which OpenCV always obeys.
///
/// The caller has checked the size that the file's header claims: decoding takes memory for all of
/// it. A picture of more than `max_pixels` is then reduced by averaging until it fits.
copencv_status copencv_image_decode(const uint8_t *bytes, size_t count, int64_t max_pixels,
                                    copencv_transparency transparency, copencv_image **image,
                                    char *error, size_t error_capacity);

int32_t copencv_image_width(const copencv_image *image);
int32_t copencv_image_height(const copencv_image *image);

/// Writes `width * height * 3` bytes: red, green, blue, row by row from the top, no padding.
copencv_status copencv_image_copy_rgb(const copencv_image *image, uint8_t *rgb, size_t capacity,
                                      char *error, size_t error_capacity);

void copencv_image_close(copencv_image *image);

/// Converts ink (cyan, magenta, yellow, black) to light, in `count` pixels of 4 and 3 bytes.
/// `inverted` says that 255 stands for no ink, as in every file by Adobe's programs.
void copencv_rgb_from_cmyk(const uint8_t *cmyk, uint8_t *rgb, size_t count, int inverted);

#ifdef __cplusplus
}
#endif
#endif
