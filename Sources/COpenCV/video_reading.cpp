#include "video_reading.h"

#include "guarded.hpp"
#include "library_logging.hpp"
#include "video_file.hpp"

#include <opencv2/imgproc.hpp>

#include <cmath>

struct copencv_video {
  cv::VideoCapture capture;
  /// Reused from frame to frame, so that a long clip takes no more memory than a short one.
  cv::Mat bgr;
};

copencv_status copencv_video_open(const char *path, copencv_video **video, char *error,
                                  size_t error_capacity) {
  return guarded(error, error_capacity, [&] {
    cv::VideoCapture capture = openVideoFile(path);
    if (!capture.isOpened()) return failure(error, error_capacity, "FFmpeg finds no video in it");
    *video = new copencv_video{capture, {}};
    return COPENCV_OK;
  });
}

copencv_status copencv_camera_open(const char *device, copencv_video **video, char *error,
                                   size_t error_capacity) {
  return guarded(error, error_capacity, [&] {
    quietLibraries();
    cv::VideoCapture capture(device, cv::CAP_V4L2);
    if (!capture.isOpened()) return failure(error, error_capacity, "the driver sends no pictures");
    // The roll on the table is wanted, not one that lay in the queue.
    capture.set(cv::CAP_PROP_BUFFERSIZE, 2);
    *video = new copencv_video{capture, {}};
    return COPENCV_OK;
  });
}

double copencv_video_frame_rate(const copencv_video *video) {
  double rate = video->capture.get(cv::CAP_PROP_FPS);
  return std::isfinite(rate) && rate > 0 ? rate : 0;
}

int64_t copencv_video_frame_count(const copencv_video *video) {
  double count = video->capture.get(cv::CAP_PROP_FRAME_COUNT);
  return count >= 1 && count < 1e12 ? int64_t(count) : 0;
}

copencv_status copencv_video_read(copencv_video *video, copencv_frame *frame, char *error,
                                  size_t error_capacity) {
  return guarded(error, error_capacity, [&] {
    if (!video->capture.read(video->bgr) || video->bgr.empty()) return COPENCV_END;
    if (video->bgr.type() != CV_8UC3)
      return failure(error, error_capacity, "its pictures are not in colour of 8 bits");
    double milliseconds = video->capture.get(cv::CAP_PROP_POS_MSEC);
    *frame = {video->bgr.cols, video->bgr.rows,
              std::isfinite(milliseconds) ? milliseconds / 1000 : -1};
    return COPENCV_OK;
  });
}

copencv_status copencv_video_copy_rgb(const copencv_video *video, uint8_t *rgb, size_t capacity,
                                      char *error, size_t error_capacity) {
  return guarded(error, error_capacity, [&] {
    const cv::Mat &bgr = video->bgr;
    if (capacity < bgr.total() * 3)
      return failure(error, error_capacity, "the buffer is too small");
    cv::Mat target(bgr.rows, bgr.cols, CV_8UC3, rgb);
    cv::cvtColor(bgr, target, cv::COLOR_BGR2RGB);
    return COPENCV_OK;
  });
}

void copencv_video_close(copencv_video *video) { delete video; }
