#pragma once

#include "drawing.h"

/// Lays ink over one pixel; `coverage` is the part of the pixel that the shape covers, in `0...1`.
inline void blend(uint8_t *rgb, picture_io_ink ink, double coverage) {
  const double alpha = ink.opacity * coverage;
  const uint8_t colour[3] = {ink.red, ink.green, ink.blue};
  for (int channel = 0; channel < 3; ++channel)
    rgb[channel] = uint8_t(rgb[channel] + (colour[channel] - rgb[channel]) * alpha + 0.5);
}
