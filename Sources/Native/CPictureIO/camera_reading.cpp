#include "camera_reading.h"

#include "guarded.hpp"
#include "library_logging.hpp"

#include <opencv2/imgproc.hpp>
#include <opencv2/videoio.hpp>

#include <cmath>

struct picture_io_camera {
  cv::VideoCapture capture;
  /// Reused from frame to frame.
  cv::Mat bgr;
};

picture_io_status picture_io_camera_open(const char *device, picture_io_camera **camera, char *error,
                                   size_t error_capacity) {
  return guarded(error, error_capacity, [&] {
    quietLibraries();
    cv::VideoCapture capture(device, cv::CAP_V4L2);
    if (!capture.isOpened()) return failure(error, error_capacity, "the driver sends no pictures");
    // The roll on the table is wanted, not one that lay in the queue.
    capture.set(cv::CAP_PROP_BUFFERSIZE, 2);
    *camera = new picture_io_camera{capture, {}};
    return PICTURE_IO_OK;
  });
}

double picture_io_camera_frame_rate(const picture_io_camera *camera) {
  double rate = camera->capture.get(cv::CAP_PROP_FPS);
  return std::isfinite(rate) && rate > 0 ? rate : 0;
}

picture_io_status picture_io_camera_read(picture_io_camera *camera, picture_io_camera_frame *frame, char *error,
                                   size_t error_capacity) {
  return guarded(error, error_capacity, [&] {
    if (!camera->capture.read(camera->bgr) || camera->bgr.empty()) return PICTURE_IO_END;
    if (camera->bgr.type() != CV_8UC3)
      return failure(error, error_capacity, "its pictures are not in colour of 8 bits");
    *frame = {camera->bgr.cols, camera->bgr.rows};
    return PICTURE_IO_OK;
  });
}

picture_io_status picture_io_camera_copy_rgb(const picture_io_camera *camera, uint8_t *rgb, size_t capacity,
                                       char *error, size_t error_capacity) {
  return guarded(error, error_capacity, [&] {
    const cv::Mat &bgr = camera->bgr;
    if (capacity < bgr.total() * 3)
      return failure(error, error_capacity, "the buffer is too small");
    cv::Mat target(bgr.rows, bgr.cols, CV_8UC3, rgb);
    cv::cvtColor(bgr, target, cv::COLOR_BGR2RGB);
    return PICTURE_IO_OK;
  });
}

void picture_io_camera_close(picture_io_camera *camera) { delete camera; }
