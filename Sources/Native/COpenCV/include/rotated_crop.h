#ifndef COPENCV_ROTATED_CROP_H
#define COPENCV_ROTATED_CROP_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A rectangle that may be tilted, in pixels of the upright image; `angle` in radians, clockwise as
/// on screen.
typedef struct {
  double center_x, center_y, width, height, angle;
} copencv_rotated_rectangle;

/// What is drawn where the rectangle reaches out of the image.
typedef enum {
  COPENCV_BORDER_BLACK = 0,
  /// The nearest pixel of the image.
  COPENCV_BORDER_REPLICATE,
} copencv_border;

/// Draws a rectangle of an image, turned upright, so that it fills a network's input.
///
/// As MediaPipe's ImageToTensorCalculator does it on a CPU: the rectangle's corners, in numbers that
/// name pixel centres, go to the input's corners `0` and `width`; four pixels are interpolated, and
/// shrinking averages none away. Networks were trained on just this.
///
/// @param pixels      the stored image, RGB8, `width * height * 3` bytes, no padding
/// @param orientation EXIF's, 1 to 8: how the stored image is to be turned to stand upright
/// @param output      RGB8, `output_width * output_height * 3` bytes, overwritten
/// @return false when an argument is out of its range or memory ran out; no exception crosses
bool copencv_crop_rotated(
    const uint8_t *pixels, int32_t width, int32_t height, int32_t orientation,
    copencv_rotated_rectangle rectangle, copencv_border border, uint8_t *output,
    int32_t output_width, int32_t output_height);

#ifdef __cplusplus
}
#endif
#endif
