#ifndef CFFMPEG_CLIP_RECORDING_H
#define CFFMPEG_CLIP_RECORDING_H

#include "cffmpeg_status.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The last seconds of a film, encoded, out of which clips are cut; one thread at a time.
typedef struct cffmpeg_clip_recorder cffmpeg_clip_recorder;

/// Begins to record; at least the last `seconds` are kept. Odd sides are made even as in a video that
/// is written.
cffmpeg_status cffmpeg_clip_recorder_open(int32_t width, int32_t height, double frame_rate,
                                          double seconds, cffmpeg_clip_recorder **recorder,
                                          char *error, size_t error_capacity);

/// Appends `width * height * 3` bytes: red, green, blue, row by row from the top, no padding. Times
/// are in seconds and grow.
cffmpeg_status cffmpeg_clip_recorder_append(cffmpeg_clip_recorder *recorder, const uint8_t *rgb,
                                            size_t count, double time, char *error,
                                            size_t error_capacity);

/// Makes an MP4 of the frames from one time to another, in seconds. `*clip` receives `*count` bytes,
/// which `cffmpeg_free` frees; the end is reported where no frame of that time is kept.
cffmpeg_status cffmpeg_clip_recorder_cut(const cffmpeg_clip_recorder *recorder, double from,
                                         double to, uint8_t **clip, size_t *count, char *error,
                                         size_t error_capacity);

void cffmpeg_clip_recorder_close(cffmpeg_clip_recorder *recorder);

void cffmpeg_free(uint8_t *bytes);

#ifdef __cplusplus
}
#endif
#endif
