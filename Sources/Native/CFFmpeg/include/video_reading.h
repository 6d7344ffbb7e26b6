#ifndef CFFMPEG_VIDEO_READING_H
#define CFFMPEG_VIDEO_READING_H

#include "cffmpeg_status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// An open video; one thread at a time.
typedef struct cffmpeg_video cffmpeg_video;

/// A frame that has been read and not yet copied.
typedef struct {
  /// In pixels, as stored: not yet turned. All frames of a video have the first one's size, or that of
  /// `cffmpeg_video_scale`; those of another size are scaled to it.
  int32_t width, height;
  /// Seconds from the start of the clip, later than that of the frame before. Where the container does
  /// not say, or its clock stands still or goes back, a frame follows the last one at the frame rate.
  double time;
  /// How many frames were left out since the one before because they cannot be trusted; see `cffmpeg_video_damage`.
  int32_t left_out;
} cffmpeg_frame;

/// What a frame is converted into.
typedef enum {
  /// Red, green and blue.
  CFFMPEG_RGB,
  /// Luma, and the differences of blue and of red, which have half the width and height.
  CFFMPEG_I420,
} cffmpeg_pixels;

/// By which shares of red, green and blue luma is made.
typedef enum { CFFMPEG_BT601, CFFMPEG_BT709, CFFMPEG_BT2020 } cffmpeg_matrix;

/// What luma and colour differences mean.
typedef struct {
  /// The one that is nearest to the film's.
  cffmpeg_matrix matrix;
  /// Whether samples take all of `0...255`.
  bool is_full_range;
} cffmpeg_encoding;

/// Opens a video file. Nothing else is opened on its behalf, neither a network address nor another
/// file.
///
/// A picture of more than `pixel_limit` pixels cannot be decoded: it reads like a damaged one.
/// `CFFMPEG_END` where there is no video in the file, such as in a song, even one with a cover.
cffmpeg_status cffmpeg_video_open(const char *path, int64_t pixel_limit, cffmpeg_video **video,
                                  char *error, size_t error_capacity);

/// Opens a video or an animation that lies in memory and stays there until it is closed. Frames of
/// more than `reduced_from` pixels are reduced by averaging until they fit.
cffmpeg_status cffmpeg_video_open_bytes(const uint8_t *bytes, size_t count, int64_t pixel_limit,
                                        int64_t reduced_from, cffmpeg_video **video, char *error,
                                        size_t error_capacity);

/// Frames a second as the container says it; 30 where it does not.
double cffmpeg_video_frame_rate(const cffmpeg_video *video);
/// The number of frames as the container says or implies it; 0 where it does neither.
int64_t cffmpeg_video_frame_count(const cffmpeg_video *video);
/// How stored frames are to be turned to stand upright, as EXIF counts it: `1...8`.
int32_t cffmpeg_video_orientation(const cffmpeg_video *video);
/// Whether the file ended in the middle of a frame; known only once there is nothing more to read.
bool cffmpeg_video_is_cut_off(const cffmpeg_video *video);

/// How many parts of the video are damaged; known only once there is nothing more to read.
size_t cffmpeg_video_damage_count(const cffmpeg_video *video);
/// From when to when, in seconds, a damaged part goes, in which no frame is read: from the first sign of it, and some
/// frames before, to the next key frame. No decoder marks all the frames that are spoiled.
void cffmpeg_video_damage(const cffmpeg_video *video, size_t index, double *from, double *to);

/// Reads the next frame that can be decoded, and converts it. `CFFMPEG_END` when there is none.
cffmpeg_status cffmpeg_video_read(cffmpeg_video *video, cffmpeg_pixels pixels, cffmpeg_frame *frame,
                                  char *error, size_t error_capacity);

/// Converts the frame read last into something else.
cffmpeg_status cffmpeg_video_convert(cffmpeg_video *video, cffmpeg_pixels pixels, char *error,
                                     size_t error_capacity);

/// Leaves out the frames that are shown before `seconds`, without converting them. Where the container's
/// index is known from the start, as in MP4, MOV and AVI, those before the last key frame are not decoded
/// either.
void cffmpeg_video_skip(cffmpeg_video *video, double seconds);

/// Scales the frames that are read from now on to this size, as stored.
cffmpeg_status cffmpeg_video_scale(cffmpeg_video *video, int32_t width, int32_t height, char *error,
                                   size_t error_capacity);

/// Writes the frame read last, which was converted into `CFFMPEG_RGB`: `width * height * 3` bytes, red, green, blue,
/// row by row from the top, no padding.
cffmpeg_status cffmpeg_video_copy_rgb(const cffmpeg_video *video, uint8_t *rgb, size_t capacity,
                                      char *error, size_t error_capacity);

/// Writes the frame read last, which was converted into `CFFMPEG_I420`: all of luma, then of blue's difference, then of red's, row by row
/// from the top, no padding. Odd sides are rounded up where they are halved.
cffmpeg_status cffmpeg_video_copy_i420(const cffmpeg_video *video, uint8_t *samples, size_t capacity,
                                       char *error, size_t error_capacity);
/// What its samples mean.
cffmpeg_encoding cffmpeg_video_encoding(const cffmpeg_video *video);

void cffmpeg_video_close(cffmpeg_video *video);

#ifdef __cplusplus
}
#endif
#endif
