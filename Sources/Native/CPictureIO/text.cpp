#include "drawing.h"

#include "guarded.hpp"

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

namespace {

/// A character: its advance, and its run of closed contours in the tables below.
struct Glyph {
  uint32_t character;
  uint16_t advance, firstContour, contourCount;
};

#include "glyphs.inc"

const Glyph &glyphOf(uint32_t character) {
  const auto find = [](uint32_t wanted) {
    return std::find_if(std::begin(glyphs), std::end(glyphs),
                        [=](const Glyph &glyph) { return glyph.character == wanted; });
  };
  const Glyph *glyph = find(character);
  return glyph != std::end(glyphs) ? *glyph : *find('?');
}

/// The contours are stored one after another: where each begins among the points.
const std::vector<int> &contourStarts() {
  static const std::vector<int> starts = [] {
    std::vector<int> sums = {0};
    for (uint16_t length : contourLengths) sums.push_back(sums.back() + length);
    return sums;
  }();
  return starts;
}

/// Each pixel is looked at in this many rows and columns, which smooths the edges.
constexpr int supersampling = 4;
/// OpenCV takes polygon corners in fixed point, with this many bits behind the point.
constexpr int fractionBits = 4;

} // namespace

double picture_io_text_width(const uint32_t *characters, size_t count, double cap_height) {
  double advance = 0;
  for (size_t index = 0; index < count; ++index) advance += glyphOf(characters[index]).advance;
  return advance * cap_height / capHeight;
}

picture_io_status picture_io_cover_text(uint8_t *coverage, int32_t width, int32_t height,
                                        const uint32_t *characters, size_t count, double x,
                                        double baseline, double cap_height, char *error,
                                        size_t error_capacity) {
  return guarded(error, error_capacity, [&] {
    const double scale = cap_height / capHeight;
    const double fixedPoint = supersampling * (1 << fractionBits);
    cv::Mat fine(height * supersampling, width * supersampling, CV_8U, cv::Scalar(0));
    double pen = x;
    for (size_t index = 0; index < count; ++index) {
      const Glyph &glyph = glyphOf(characters[index]);
      std::vector<std::vector<cv::Point>> polygons(glyph.contourCount);
      for (int contour = 0; contour < glyph.contourCount; ++contour) {
        const int first = contourStarts()[size_t(glyph.firstContour + contour)];
        const int length = contourLengths[glyph.firstContour + contour];
        for (int corner = first; corner < first + length; ++corner) {
          const double cornerX = pen + outlinePoints[corner][0] * scale;
          const double cornerY = baseline - outlinePoints[corner][1] * scale;
          polygons[size_t(contour)].emplace_back(int(std::lround(cornerX * fixedPoint)),
                                                 int(std::lround(cornerY * fixedPoint)));
        }
      }
      if (!polygons.empty()) cv::fillPoly(fine, polygons, 255, cv::LINE_8, fractionBits);
      pen += glyph.advance * scale;
    }
    cv::Mat target(height, width, CV_8U, coverage);
    cv::resize(fine, target, target.size(), 0, 0, cv::INTER_AREA);
    return PICTURE_IO_OK;
  });
}
