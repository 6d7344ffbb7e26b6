#include "image_decoding.h"

#include "guarded.hpp"
#include "library_logging.hpp"

#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include <climits>
#include <cmath>

struct picture_io_image {
  cv::Mat bgr;
};

namespace {

/// A picture as it is stored, in 8 bits and three colours, what is transparent on white; empty for other kinds.
cv::Mat onWhite(cv::Mat stored, bool isPremultiplied) {
  if (stored.depth() == CV_16U) {
    cv::Mat shallow;
    stored.convertTo(shallow, CV_8U, 1 / 257.0);
    stored = shallow;
  }
  if (stored.depth() != CV_8U) return {};
  if (stored.channels() == 1) cv::cvtColor(stored, stored, cv::COLOR_GRAY2BGR);
  if (stored.channels() == 3) return stored;
  if (stored.channels() != 4) return {};
  cv::Mat laid(stored.size(), CV_8UC3);
  for (int y = 0; y < stored.rows; ++y) {
    const uint8_t *from = stored.ptr(y);
    uint8_t *to = laid.ptr(y);
    for (int x = 0; x < stored.cols; ++x, from += 4, to += 3) {
      const int alpha = from[3];
      for (int channel = 0; channel < 3; ++channel) {
        const int part = from[channel] * (isPremultiplied ? 255 : alpha);
        to[channel] = cv::saturate_cast<uint8_t>((part + (255 - alpha) * 255 + 127) / 255);
      }
    }
  }
  return laid;
}

picture_io_image *reduced(cv::Mat bgr, int64_t max_pixels) {
  double pixels = double(bgr.cols) * bgr.rows;
  if (pixels > double(max_pixels)) {
    double scale = std::sqrt(double(max_pixels) / pixels);
    cv::Size size(std::max(1, int(bgr.cols * scale)), std::max(1, int(bgr.rows * scale)));
    cv::Mat smaller;
    cv::resize(bgr, smaller, size, 0, 0, cv::INTER_AREA);
    bgr = smaller;
  }
  return new picture_io_image{bgr};
}

} // namespace

picture_io_status picture_io_image_decode(const uint8_t *bytes, size_t count, int64_t max_pixels,
                                    picture_io_transparency transparency, picture_io_image **image,
                                    char *error, size_t error_capacity) {
  return guarded(error, error_capacity, [&] {
    quietLibraries();
    if (count > size_t(INT_MAX))
      return failure(error, error_capacity, "it is larger than 2 GiB");
    cv::Mat encoded(1, int(count), CV_8U, const_cast<uint8_t *>(bytes));
    const bool isOpaque = transparency == PICTURE_IO_OPAQUE;
    cv::Mat bgr = cv::imdecode(encoded, isOpaque ? cv::IMREAD_COLOR | cv::IMREAD_IGNORE_ORIENTATION
                                                 : cv::IMREAD_UNCHANGED);
    if (!isOpaque && !bgr.empty()) {
      bgr = onWhite(bgr, transparency == PICTURE_IO_PREMULTIPLIED);
      // Such as grey with transparency in a TIFF, which OpenCV decodes without it.
      if (bgr.empty()) bgr = cv::imdecode(encoded, cv::IMREAD_COLOR | cv::IMREAD_IGNORE_ORIENTATION);
    }
    if (bgr.empty())
      return failure(error, error_capacity, "its picture data is damaged or cut off");
    *image = reduced(bgr, max_pixels);
    return PICTURE_IO_OK;
  });
}

int32_t picture_io_image_width(const picture_io_image *image) { return image->bgr.cols; }
int32_t picture_io_image_height(const picture_io_image *image) { return image->bgr.rows; }

picture_io_status picture_io_image_copy_rgb(const picture_io_image *image, uint8_t *rgb, size_t capacity,
                                      char *error, size_t error_capacity) {
  return guarded(error, error_capacity, [&] {
    const cv::Mat &bgr = image->bgr;
    if (capacity < bgr.total() * 3)
      return failure(error, error_capacity, "the buffer is too small");
    cv::Mat target(bgr.rows, bgr.cols, CV_8UC3, rgb);
    cv::cvtColor(bgr, target, cv::COLOR_BGR2RGB);
    return PICTURE_IO_OK;
  });
}

void picture_io_image_close(picture_io_image *image) { delete image; }

void picture_io_rgb_from_cmyk(const uint8_t *cmyk, uint8_t *rgb, size_t count, int inverted) {
  const unsigned flip = inverted ? 0 : 255;
  for (size_t pixel = 0; pixel < count; ++pixel, cmyk += 4, rgb += 3) {
    const unsigned light = cmyk[3] ^ flip;
    for (int channel = 0; channel < 3; ++channel)
      rgb[channel] = uint8_t(((cmyk[channel] ^ flip) * light + 127) / 255);
  }
}
