#include "video_writing.h"

#include "guarded.hpp"
#include "library_logging.hpp"

#include <opencv2/imgproc.hpp>
#include <opencv2/videoio.hpp>

struct copencv_video_writer {
  cv::VideoWriter writer;
  cv::Size size;
  /// Reused from frame to frame; of even sides.
  cv::Mat bgr;
};

copencv_status copencv_video_writer_open(const char *path, int32_t width, int32_t height,
                                         double frame_rate, copencv_video_writer **writer,
                                         char *error, size_t error_capacity) {
  return guarded(error, error_capacity, [&] {
    quietLibraries();
    const cv::Size even(width + width % 2, height + height % 2);
    cv::VideoWriter output(path, cv::CAP_FFMPEG, cv::VideoWriter::fourcc('a', 'v', 'c', '1'),
                           frame_rate, even);
    if (!output.isOpened()) return failure(error, error_capacity, "FFmpeg starts no H.264 encoder");
    *writer = new copencv_video_writer{output, cv::Size(width, height), cv::Mat(even, CV_8UC3)};
    return COPENCV_OK;
  });
}

copencv_status copencv_video_writer_append(copencv_video_writer *writer, const uint8_t *rgb,
                                           size_t count, char *error, size_t error_capacity) {
  return guarded(error, error_capacity, [&] {
    const cv::Size size = writer->size;
    if (count != size_t(size.area()) * 3)
      return failure(error, error_capacity, "the frame has another size than the video");
    cv::Mat &bgr = writer->bgr;
    cv::Mat inside = bgr(cv::Rect(cv::Point(0, 0), size));
    cv::cvtColor(cv::Mat(size, CV_8UC3, const_cast<uint8_t *>(rgb)), inside, cv::COLOR_RGB2BGR);
    if (bgr.cols > size.width) bgr.col(size.width - 1).copyTo(bgr.col(size.width));
    if (bgr.rows > size.height) bgr.row(size.height - 1).copyTo(bgr.row(size.height));
    writer->writer.write(bgr);
    return COPENCV_OK;
  });
}

void copencv_video_writer_close(copencv_video_writer *writer) { delete writer; }
