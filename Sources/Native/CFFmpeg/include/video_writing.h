#ifndef CFFMPEG_VIDEO_WRITING_H
#define CFFMPEG_VIDEO_WRITING_H

#include "cffmpeg_status.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A video file being written; one thread at a time.
typedef struct cffmpeg_video_writer cffmpeg_video_writer;

/// Creates an MP4 file of H.264 in yuv420p, which every browser plays. That format halves the
/// colour planes, so an odd side is made even by doubling its last row or column.
cffmpeg_status cffmpeg_video_writer_open(const char *path, int32_t width, int32_t height,
                                         double frame_rate, cffmpeg_video_writer **writer,
                                         char *error, size_t error_capacity);

/// Appends `width * height * 3` bytes: red, green, blue, row by row from the top, no padding.
cffmpeg_status cffmpeg_video_writer_append(cffmpeg_video_writer *writer, const uint8_t *rgb,
                                           size_t count, char *error, size_t error_capacity);

/// Writes what is left, puts the index in front, so that a browser plays the film while it loads,
/// and closes the file. Fails if anything could not be written, now or before.
cffmpeg_status cffmpeg_video_writer_finish(cffmpeg_video_writer *writer, char *error,
                                           size_t error_capacity);

/// Frees the writer. A file that is not finished cannot be played.
void cffmpeg_video_writer_close(cffmpeg_video_writer *writer);

#ifdef __cplusplus
}
#endif
#endif
