#include "drawing.h"

#include "blending.hpp"

#include <algorithm>
#include <cmath>

void copencv_draw_line(copencv_canvas canvas, double x0, double y0, double x1, double y1,
                       double line_width, copencv_ink ink) {
  if (!std::isfinite(x0 + y0 + x1 + y1 + line_width)) return;
  const double reach = line_width / 2 + 1;
  const auto clamped = [](double value, int32_t limit) {
    return int32_t(std::clamp(value, 0.0, double(limit)));
  };
  const int32_t left = clamped(std::floor(std::min(x0, x1) - reach), canvas.width);
  const int32_t right = clamped(std::ceil(std::max(x0, x1) + reach), canvas.width);
  const int32_t top = clamped(std::floor(std::min(y0, y1) - reach), canvas.height);
  const int32_t bottom = clamped(std::ceil(std::max(y0, y1) + reach), canvas.height);
  const double dx = x1 - x0, dy = y1 - y0, squared = dx * dx + dy * dy;
  for (int32_t y = top; y < bottom; ++y) {
    uint8_t *row = canvas.rgb + size_t(y) * size_t(canvas.width) * 3;
    for (int32_t x = left; x < right; ++x) {
      // The distance to the nearest point of the line.
      const double px = x + 0.5 - x0, py = y + 0.5 - y0;
      const double along = squared > 0 ? std::clamp((px * dx + py * dy) / squared, 0.0, 1.0) : 0;
      const double distance = std::hypot(px - along * dx, py - along * dy);
      const double covered = 0.5 + line_width / 2 - distance;
      if (covered > 0) blend(row + size_t(x) * 3, ink, std::min(covered, 1.0));
    }
  }
}
