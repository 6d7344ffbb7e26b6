#ifndef COPENCV_CAMERA_READING_H
#define COPENCV_CAMERA_READING_H

#include "copencv_status.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// An open camera; one thread at a time.
typedef struct copencv_camera copencv_camera;

/// The size in pixels of a frame that has been read and not yet copied.
typedef struct {
  int32_t width, height;
} copencv_camera_frame;

/// Opens a camera by Video4Linux; `device` is a path such as "/dev/video0".
copencv_status copencv_camera_open(const char *device, copencv_camera **camera, char *error,
                                   size_t error_capacity);

/// Frames a second as the driver says it; 0 where it does not.
double copencv_camera_frame_rate(const copencv_camera *camera);

/// Waits for the next frame. `COPENCV_END` when none comes, for whatever reason.
copencv_status copencv_camera_read(copencv_camera *camera, copencv_camera_frame *frame, char *error,
                                   size_t error_capacity);

/// Writes the frame read last: `width * height * 3` bytes, red, green, blue, row by row from the
/// top, no padding.
copencv_status copencv_camera_copy_rgb(const copencv_camera *camera, uint8_t *rgb, size_t capacity,
                                       char *error, size_t error_capacity);

void copencv_camera_close(copencv_camera *camera);

#ifdef __cplusplus
}
#endif
#endif
