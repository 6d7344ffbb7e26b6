#ifndef CFFMPEG_AUDIO_READING_H
#define CFFMPEG_AUDIO_READING_H

#include "cffmpeg_status.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// An open sound; one thread at a time.
typedef struct cffmpeg_audio cffmpeg_audio;

/// Opens the sound of a file, to be read at `rate` samples a second, its channels mixed to one: of two that
/// cancel the louder one is read. Nothing else is opened on its behalf, neither a network address nor another
/// file.
///
/// `CFFMPEG_END` where there is no sound in the file.
cffmpeg_status cffmpeg_audio_open(const char *path, int32_t rate, cffmpeg_audio **audio, char *error,
                                  size_t error_capacity);

/// Reads the next samples, -1...1: at most `capacity`, at least one. What cannot be decoded is left out.
/// `CFFMPEG_END` when there are no more.
cffmpeg_status cffmpeg_audio_read(cffmpeg_audio *audio, float *samples, size_t capacity,
                                  size_t *count, char *error, size_t error_capacity);

void cffmpeg_audio_close(cffmpeg_audio *audio);

#ifdef __cplusplus
}
#endif
#endif
