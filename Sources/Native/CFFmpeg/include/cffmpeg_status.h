#ifndef CFFMPEG_STATUS_H
#define CFFMPEG_STATUS_H

/// How a call ended.
///
/// A call that can fail takes `error`, a buffer of `error_capacity` bytes (0 is allowed): on
/// `CFFMPEG_FAILURE` it receives the reason, in English and ended by a zero.
typedef enum {
  CFFMPEG_OK = 0,
  /// FFmpeg or the system refused, or memory ran out.
  CFFMPEG_FAILURE,
  /// There is nothing more to read.
  CFFMPEG_END,
} cffmpeg_status;

#endif
