#include "drawing.h"

#include "blending.hpp"

#include <algorithm>
#include <cmath>

namespace {

/// The signed distance to the edge of a rounded rectangle, negative inside, after Inigo Quilez,
/// "2D distance functions": one formula that is exact for corners, sides and discs, and gives clean
/// edges at any size.
struct RoundedRectangle {
  double centerX, centerY, halfWidth, halfHeight, radius;

  RoundedRectangle(copencv_rectangle box, double corner)
      : centerX(box.x + box.width / 2), centerY(box.y + box.height / 2), halfWidth(box.width / 2),
        halfHeight(box.height / 2),
        radius(std::max(0.0, std::min({corner, halfWidth, halfHeight}))) {}

  double distance(double x, double y) const {
    const double dx = std::abs(x - centerX) - halfWidth + radius;
    const double dy = std::abs(y - centerY) - halfHeight + radius;
    const double outsideX = std::max(dx, 0.0), outsideY = std::max(dy, 0.0);
    return std::min(std::max(dx, dy), 0.0) + std::sqrt(outsideX * outsideX + outsideY * outsideY) -
           radius;
  }
};

/// Blends every pixel that lies within `reach` of the shape, by the coverage of its distance.
template <typename Coverage>
void paint(copencv_canvas canvas, const RoundedRectangle &shape, double reach, copencv_ink ink,
           Coverage coverage) {
  const auto clamped = [](double value, int32_t limit) {
    return int32_t(std::clamp(value, 0.0, double(limit)));
  };
  const int32_t left = clamped(std::floor(shape.centerX - shape.halfWidth - reach), canvas.width);
  const int32_t right = clamped(std::ceil(shape.centerX + shape.halfWidth + reach), canvas.width);
  const int32_t top = clamped(std::floor(shape.centerY - shape.halfHeight - reach), canvas.height);
  const int32_t bottom =
      clamped(std::ceil(shape.centerY + shape.halfHeight + reach), canvas.height);
  for (int32_t y = top; y < bottom; ++y) {
    uint8_t *row = canvas.rgb + size_t(y) * size_t(canvas.width) * 3;
    for (int32_t x = left; x < right; ++x) {
      const double covered = coverage(shape.distance(x + 0.5, y + 0.5));
      if (covered > 0) blend(row + size_t(x) * 3, ink, std::min(covered, 1.0));
    }
  }
}

} // namespace

void copencv_fill_rounded_rectangle(copencv_canvas canvas, copencv_rectangle rectangle,
                                    double radius, copencv_ink ink) {
  paint(canvas, RoundedRectangle(rectangle, radius), 1, ink,
        [](double distance) { return 0.5 - distance; });
}

void copencv_stroke_rounded_rectangle(copencv_canvas canvas, copencv_rectangle rectangle,
                                      double radius, double line_width, copencv_ink ink) {
  paint(canvas, RoundedRectangle(rectangle, radius), line_width / 2 + 1, ink,
        [=](double distance) { return 0.5 + line_width / 2 - std::abs(distance); });
}
