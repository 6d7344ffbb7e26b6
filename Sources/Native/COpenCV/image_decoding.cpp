#include "image_decoding.h"

#include "guarded.hpp"
#include "library_logging.hpp"

#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include <climits>
#include <cmath>

struct copencv_image {
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

copencv_image *reduced(cv::Mat bgr, int64_t max_pixels) {
  double pixels = double(bgr.cols) * bgr.rows;
  if (pixels > double(max_pixels)) {
    double scale = std::sqrt(double(max_pixels) / pixels);
    cv::Size size(std::max(1, int(bgr.cols * scale)), std::max(1, int(bgr.rows * scale)));
    cv::Mat smaller;
    cv::resize(bgr, smaller, size, 0, 0, cv::INTER_AREA);
    bgr = smaller;
  }
  return new copencv_image{bgr};
}

} // namespace

copencv_status copencv_image_decode(const uint8_t *bytes, size_t count, int64_t max_pixels,
                                    copencv_transparency transparency, copencv_image **image,
                                    char *error, size_t error_capacity) {
  return guarded(error, error_capacity, [&] {
    quietLibraries();
    if (count > size_t(INT_MAX))
      return failure(error, error_capacity, "it is larger than 2 GiB");
    cv::Mat encoded(1, int(count), CV_8U, const_cast<uint8_t *>(bytes));
    const bool isOpaque = transparency == COPENCV_OPAQUE;
    cv::Mat bgr = cv::imdecode(encoded, isOpaque ? cv::IMREAD_COLOR | cv::IMREAD_IGNORE_ORIENTATION
                                                 : cv::IMREAD_UNCHANGED);
    if (!isOpaque && !bgr.empty()) {
      bgr = onWhite(bgr, transparency == COPENCV_PREMULTIPLIED);
      // Such as grey with transparency in a TIFF, which OpenCV decodes without it.
      if (bgr.empty()) bgr = cv::imdecode(encoded, cv::IMREAD_COLOR | cv::IMREAD_IGNORE_ORIENTATION);
    }
    if (bgr.empty())
      return failure(error, error_capacity, "its picture data is damaged or cut off");
    *image = reduced(bgr, max_pixels);
    return COPENCV_OK;
  });
}

int32_t copencv_image_width(const copencv_image *image) { return image->bgr.cols; }
int32_t copencv_image_height(const copencv_image *image) { return image->bgr.rows; }

copencv_status copencv_image_copy_rgb(const copencv_image *image, uint8_t *rgb, size_t capacity,
                                      char *error, size_t error_capacity) {
  return guarded(error, error_capacity, [&] {
    const cv::Mat &bgr = image->bgr;
    if (capacity < bgr.total() * 3)
      return failure(error, error_capacity, "the buffer is too small");
    cv::Mat target(bgr.rows, bgr.cols, CV_8UC3, rgb);
    cv::cvtColor(bgr, target, cv::COLOR_BGR2RGB);
    return COPENCV_OK;
  });
}

void copencv_image_close(copencv_image *image) { delete image; }

void copencv_rgb_from_cmyk(const uint8_t *cmyk, uint8_t *rgb, size_t count, int inverted) {
  const unsigned flip = inverted ? 0 : 255;
  for (size_t pixel = 0; pixel < count; ++pixel, cmyk += 4, rgb += 3) {
    const unsigned light = cmyk[3] ^ flip;
    for (int channel = 0; channel < 3; ++channel)
      rgb[channel] = uint8_t(((cmyk[channel] ^ flip) * light + 127) / 255);
  }
}
