#ifndef COPENCV_VIDEO_READING_H
#define COPENCV_VIDEO_READING_H

#include "copencv_status.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// An open video file or camera; one thread at a time.
typedef struct copencv_video copencv_video;

/// A frame that has been read and not yet copied.
typedef struct {
  /// In pixels, upright: the rotation that telephones store beside the picture is applied.
  int32_t width, height;
  /// Seconds from the start of the clip, from the container; negative where it does not say.
  double time;
} copencv_frame;

/// Opens a video file by FFmpeg.
copencv_status copencv_video_open(const char *path, copencv_video **video, char *error,
                                  size_t error_capacity);

/// Opens a camera by Video4Linux; `device` is a path such as "/dev/video0".
copencv_status copencv_camera_open(const char *device, copencv_video **video, char *error,
                                   size_t error_capacity);

/// Frames a second as the container or driver says it; 0 where it does not.
double copencv_video_frame_rate(const copencv_video *video);
/// The number of frames as the container says or implies it; 0 where it does neither.
int64_t copencv_video_frame_count(const copencv_video *video);

/// Reads the next frame. `COPENCV_END` when there is none, for whatever reason.
copencv_status copencv_video_read(copencv_video *video, copencv_frame *frame, char *error,
                                  size_t error_capacity);

/// Writes the frame read last: `width * height * 3` bytes, red, green, blue, row by row from the
/// top, no padding.
copencv_status copencv_video_copy_rgb(const copencv_video *video, uint8_t *rgb, size_t capacity,
                                      char *error, size_t error_capacity);

void copencv_video_close(copencv_video *video);

#ifdef __cplusplus
}
#endif
#endif
