#include "image_encoding.h"

#include "guarded.hpp"
#include "library_logging.hpp"

#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include <cstdlib>
#include <cstring>
#include <new>
#include <vector>

picture_io_status picture_io_image_encode(const uint8_t *rgb, int32_t width, int32_t height,
                                    const char *extension, uint8_t **encoded, size_t *count,
                                    char *error, size_t error_capacity) {
  return guarded(error, error_capacity, [&] {
    quietLibraries();
    const cv::Mat source(height, width, CV_8UC3, const_cast<uint8_t *>(rgb));
    cv::Mat bgr;
    cv::cvtColor(source, bgr, cv::COLOR_RGB2BGR);
    std::vector<uint8_t> bytes;
    if (!cv::imencode(extension, bgr, bytes, {cv::IMWRITE_JPEG_QUALITY, 92}))
      return failure(error, error_capacity, "the encoder refuses it");
    *encoded = static_cast<uint8_t *>(std::malloc(bytes.size()));
    if (!*encoded) throw std::bad_alloc();
    std::memcpy(*encoded, bytes.data(), bytes.size());
    *count = bytes.size();
    return PICTURE_IO_OK;
  });
}

void picture_io_free(uint8_t *encoded) { std::free(encoded); }
