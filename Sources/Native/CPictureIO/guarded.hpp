#pragma once

#include "picture_io_status.h"

#include <cstddef>
#include <cstdio>
#include <exception>

/// Runs `body`, which returns a status, and turns an exception into a failure with its reason.
template <typename Body>
picture_io_status guarded(char *error, size_t error_capacity, Body body) noexcept {
  try {
    return body();
  } catch (const std::exception &exception) {
    std::snprintf(error, error_capacity, "%s", exception.what());
  } catch (...) {
    std::snprintf(error, error_capacity, "unknown exception");
  }
  return PICTURE_IO_FAILURE;
}

inline picture_io_status failure(char *error, size_t error_capacity, const char *reason) noexcept {
  std::snprintf(error, error_capacity, "%s", reason);
  return PICTURE_IO_FAILURE;
}
