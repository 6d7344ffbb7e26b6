#ifndef PICTURE_IO_CAMERA_READING_H
#define PICTURE_IO_CAMERA_READING_H

#include "picture_io_status.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// An open camera; one thread at a time.
typedef struct picture_io_camera picture_io_camera;

/// The size in pixels of a frame that has been read and not yet copied.
typedef struct {
  int32_t width, height;
} picture_io_camera_frame;

/// Opens a camera by Video4Linux; `device` is a path such as "/dev/video0".
picture_io_status picture_io_camera_open(const char *device, picture_io_camera **camera, char *error,
                                   size_t error_capacity);

/// Frames a second as the driver says it; 0 where it does not.
double picture_io_camera_frame_rate(const picture_io_camera *camera);

/// Waits for the next frame. `PICTURE_IO_END` when none comes, for whatever reason.
picture_io_status picture_io_camera_read(picture_io_camera *camera, picture_io_camera_frame *frame, char *error,
                                   size_t error_capacity);

/// Writes the frame read last: `width * height * 3` bytes, red, green, blue, row by row from the
/// top, no padding.
picture_io_status picture_io_camera_copy_rgb(const picture_io_camera *camera, uint8_t *rgb, size_t capacity,
                                       char *error, size_t error_capacity);

void picture_io_camera_close(picture_io_camera *camera);

#ifdef __cplusplus
}
#endif
#endif
