#include "drawing.h"

#include <opencv2/core.hpp>

namespace {

// Threads of the library's own would take cores that the caller has not lent.
const bool kSingleThreaded = (cv::setNumThreads(1), true);

}  // namespace

int32_t picture_io_thread_count(void) { return kSingleThreaded ? cv::getNumThreads() : 0; }
