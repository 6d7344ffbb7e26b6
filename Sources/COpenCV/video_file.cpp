#include "video_file.hpp"

#include "library_logging.hpp"

#include <cstdlib>
#include <mutex>

cv::VideoCapture openVideoFile(const std::string &path) {
  quietLibraries();
  static std::once_flag once;
  std::call_once(once, [] {
    // A playlist is a file too, and must not send the program to a network address.
    setenv("OPENCV_FFMPEG_CAPTURE_OPTIONS", "protocol_whitelist;file", 0);
  });
  // The prefix keeps a name such as "concat:a" from being taken for a protocol.
  return cv::VideoCapture("file:" + path, cv::CAP_FFMPEG);
}
