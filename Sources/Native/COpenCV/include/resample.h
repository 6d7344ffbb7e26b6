#ifndef COPENCV_RESAMPLE_H
#define COPENCV_RESAMPLE_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Pixels, with the origin at the top left.
typedef struct {
  int32_t x, y, width, height;
} copencv_region;

/// Draws a region of an image, turned upright, into a network's input.
///
/// Shrinking averages areas, growing interpolates linearly; what is left of the output is grey
/// (114, as in training).
///
/// @param pixels       the stored image, RGB8, `width * height * 3` bytes, no padding
/// @param orientation  EXIF's, 1 to 8: how the stored image is to be turned to stand upright
/// @param region       the part to draw, in pixels of the *upright* image; must lie within it
/// @param output       RGB8, `output_width * output_height * 3` bytes, overwritten
/// @param place        where in the output the region is drawn; must lie within it
/// @return false when an argument is out of its range or memory ran out; no exception crosses
bool copencv_resample(
    const uint8_t *pixels, int32_t width, int32_t height, int32_t orientation, copencv_region region,
    uint8_t *output, int32_t output_width, int32_t output_height, copencv_region place);

/// How many threads OpenCV uses: 1, set when the program starts.
int32_t copencv_thread_count(void);

#ifdef __cplusplus
}
#endif
#endif
