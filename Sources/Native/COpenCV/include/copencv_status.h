#ifndef COPENCV_STATUS_H
#define COPENCV_STATUS_H

/// How a call ended.
///
/// No C++ exception leaves this module. A call that can fail takes `error`, a buffer of
/// `error_capacity` bytes (0 is allowed): on `COPENCV_FAILURE` it receives the reason, in English
/// and ended by a zero.
typedef enum {
  COPENCV_OK = 0,
  /// The library refused, or ran out of memory.
  COPENCV_FAILURE,
  /// There is nothing more to read.
  COPENCV_END,
} copencv_status;

#endif
