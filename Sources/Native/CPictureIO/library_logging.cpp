#include "library_logging.hpp"

#include <opencv2/core/utils/logger.hpp>

#include <mutex>

void quietLibraries() {
  static std::once_flag once;
  std::call_once(once, [] {
    cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT);
  });
}
