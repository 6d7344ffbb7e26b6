#ifndef COPENCV_VIDEO_WRITING_H
#define COPENCV_VIDEO_WRITING_H

#include "copencv_status.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A video file being written; one thread at a time.
typedef struct copencv_video_writer copencv_video_writer;

/// Creates an MP4 file of H.264 in yuv420p, which every browser plays. That format halves the
/// colour planes, so an odd side is made even by doubling its last row or column.
copencv_status copencv_video_writer_open(const char *path, int32_t width, int32_t height,
                                         double frame_rate, copencv_video_writer **writer,
                                         char *error, size_t error_capacity);

/// Appends `width * height * 3` bytes: red, green, blue, row by row from the top, no padding.
copencv_status copencv_video_writer_append(copencv_video_writer *writer, const uint8_t *rgb,
                                           size_t count, char *error, size_t error_capacity);

/// Writes what is left, closes the file and frees the writer.
void copencv_video_writer_close(copencv_video_writer *writer);

#ifdef __cplusplus
}
#endif
#endif
