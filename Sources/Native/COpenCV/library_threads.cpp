#include "resample.h"

#include <opencv2/core.hpp>

namespace {

// The pictures that are scaled and turned here are small: handing them to threads costs more than
// it gains, and takes cores that the caller has not lent.
const bool kSingleThreaded = (cv::setNumThreads(1), true);

}  // namespace

int32_t copencv_thread_count(void) { return kSingleThreaded ? cv::getNumThreads() : 0; }
