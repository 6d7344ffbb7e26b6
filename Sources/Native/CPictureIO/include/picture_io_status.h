#ifndef PICTURE_IO_STATUS_H
#define PICTURE_IO_STATUS_H

/// How a call ended.
///
/// No C++ exception leaves this module. A call that can fail takes `error`, a buffer of
/// `error_capacity` bytes (0 is allowed): on `PICTURE_IO_FAILURE` it receives the reason, in English
/// and ended by a zero.
typedef enum {
  PICTURE_IO_OK = 0,
  /// The library refused, or ran out of memory.
  PICTURE_IO_FAILURE,
  /// There is nothing more to read.
  PICTURE_IO_END,
} picture_io_status;

#endif
