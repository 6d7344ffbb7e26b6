#ifndef COPENCV_PICTURE_SHIFT_H
#define COPENCV_PICTURE_SHIFT_H

#include "copencv_status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// By how many pixels a picture is shifted against another, by phase correlation.
///
/// @param before, now  grey levels, `width * height` of each, row by row
/// @param is_clear     receives whether a shift explains the second much better than none
copencv_status copencv_picture_shift(const float *before, const float *now, int32_t width,
                                     int32_t height, double *dx, double *dy, bool *is_clear,
                                     char *error, size_t error_capacity);

#ifdef __cplusplus
}
#endif
#endif
