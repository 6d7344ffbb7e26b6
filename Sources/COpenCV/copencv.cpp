#include "copencv.h"
#include <opencv2/core.hpp>
const char *copencv_version(void) { return CV_VERSION; }
