#include "parts.h"
#include "portable_maths.h"

// The root of the sum of squares, corrected by what it lacks (Borges, "An improved algorithm for hypot(a, b)", 2019).
double portable_hypot(double x, double y) {
  double large = __builtin_fabs(x), small = __builtin_fabs(y);
  if (large == __builtin_inf() || small == __builtin_inf()) return __builtin_inf();
  if (large != large || small != small) return large + small;
  if (large < small) {
    double other = large;
    large = small;
    small = other;
  }
  if (small == 0 || large > small * 0x1p60) return large + small;
  // Squares neither overflow nor lose bits.
  double scale = large > 0x1p500 ? 0x1p-600 : small < 0x1p-450 ? 0x1p600 : 1;
  large *= scale;
  small *= scale;
  double length = __builtin_elementwise_sqrt(large * large + small * small);
  parts squared = product_of(length, length), first = product_of(large, large), second = product_of(small, small);
  double excess = ((squared.high - first.high) - second.high) + ((squared.low - first.low) - second.low);
  return (length - excess / (2 * length)) / scale;
}
