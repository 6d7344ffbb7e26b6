// Sines, cosines and their inverses.
#include "parts.h"
#include "portable_maths.h"
#include "tables.h"

// An angle less the nearest multiple of pi / 2, of which `quarters` are taken away, modulo 4.
typedef struct {
  double high, low;
  int quarters;
} reduced;

// For angles up to 2^20: products of the parts of pi / 2 are exact.
static reduced reduce_small(double angle) {
  double quarters = (angle * (2 / kHalfPi1) * 0.5 + 0x1.8p52) - 0x1.8p52;
  parts rest = sum_of(angle - quarters * kHalfPi1, -(quarters * kHalfPi2));
  parts next = sum_of(rest.high, -(quarters * kHalfPi3));
  double low = rest.low + next.low - quarters * kHalfPi4;
  parts sum = sum_of(next.high, low);
  return (reduced){sum.high, sum.low, (int)((int64_t)quarters & 3)};
}

// Of larger ones (Payne and Hanek, "Radian reduction for trigonometric functions", 1983): of 2 / pi only those
// digits count that make neither a multiple of 4 nor less than can be seen.
static reduced reduce_large(double angle) {
  uint64_t bits = bits_of(angle) & 0x7fffffffffffffffull;
  uint64_t digits = (bits & 0xfffffffffffffull) | 0x10000000000000ull;
  int exponent = (int)(bits >> 52) - 1075;  // angle = digits 2^exponent
  // Digit j of 2 / pi counts 2^(-32 (j + 1)): those before `first` make multiples of 4.
  int first = exponent < 2 + 32 ? 0 : (exponent - 2) / 32;
  enum { kDigits = 6 };
  // The product, its lowest digit first: two digits more than those of 2 / pi.
  uint32_t product[kDigits + 2] = {0};
  uint64_t lower = (uint32_t)digits, upper = digits >> 32;
  for (int i = 0; i < kDigits; ++i) {
    uint64_t digit = kTwoOverPi[first + kDigits - 1 - i], carry = 0;
    uint64_t sum = product[i] + digit * lower;
    product[i] = (uint32_t)sum;
    carry = sum >> 32;
    sum = product[i + 1] + digit * upper + carry;
    product[i + 1] = (uint32_t)sum;
    product[i + 2] = (uint32_t)(sum >> 32);
  }
  // Where the point is, in bits from the lowest.
  int point = 32 * (first + kDigits) - exponent;
  // 2 bits before the point and 126 behind it.
  uint32_t window[4];
  int from = point + 2 - 128;
  for (int i = 0; i < 4; ++i) {
    int at = from + 32 * i, word = at >> 5, shift = at & 31;
    uint64_t two = word < kDigits + 2 ? product[word] : 0;
    if (word + 1 < kDigits + 2) two |= (uint64_t)product[word + 1] << 32;
    window[i] = (uint32_t)(two >> shift);
  }
  int quarters = (int)(window[3] >> 30);
  // The fraction, from -1/2 to 1/2, in parts that are exact.
  int64_t high = (int64_t)((((uint64_t)window[3] << 32 | window[2]) << 2) | window[1] >> 30);
  uint64_t low = ((uint64_t)window[1] << 32 | window[0]) << 2;
  if (high < 0) quarters += 1;  // the nearest multiple is the one above
  parts fraction = sum_of((double)(high >> 32) * 0x1p-32, (double)(uint32_t)high * 0x1p-64);
  fraction = sum_of_ordered(fraction.high, fraction.low + (double)low * 0x1p-128);
  parts product_high = product_of(fraction.high, kHalfPi);
  parts result = sum_of_ordered(
      product_high.high, product_high.low + fraction.low * kHalfPi + fraction.high * kHalfPiLow);
  if (angle < 0) return (reduced){-result.high, -result.low, -quarters & 3};
  return (reduced){result.high, result.low, quarters & 3};
}

static reduced reduce(double angle) {
  double size = __builtin_fabs(angle);
  if (size <= kHalfPi / 2) return (reduced){angle, 0, 0};
  return size < 0x1p20 ? reduce_small(angle) : reduce_large(angle);
}

static double sine_of(reduced angle) {
  double x = angle.high, square = x * x;
  double rest = square * x * polynomial(kSine, COUNT(kSine), square);
  return x + (rest + angle.low * (1 - 0.5 * square));
}

static double cosine_of(reduced angle) {
  double x = angle.high, square = x * x, half = 0.5 * square, most = 1 - half;
  double rest = square * square * polynomial(kCosine, COUNT(kCosine), square);
  return most + (((1 - most) - half) + (rest - x * angle.low));
}

static double at_quarter(reduced angle, int quarters) {
  double value = quarters & 1 ? cosine_of(angle) : sine_of(angle);
  return quarters & 2 ? -value : value;
}

double portable_sin(double angle) {
  if (angle == 0) return angle;
  if (!(__builtin_fabs(angle) < __builtin_inf())) return angle - angle;
  reduced within = reduce(angle);
  return at_quarter(within, within.quarters);
}

double portable_cos(double angle) {
  if (!(__builtin_fabs(angle) < __builtin_inf())) return angle - angle;
  reduced within = reduce(angle);
  return at_quarter(within, within.quarters + 1);
}

double portable_asin(double sine) {
  double size = __builtin_fabs(sine);
  if (!(size <= 1)) return __builtin_nan("");
  if (size < 0.5) {
    double square = sine * sine;
    return sine + sine * square * polynomial(kArcsine, COUNT(kArcsine), square);
  }
  // asin x = pi / 2 - 2 asin(root), with the root of (1 - x) / 2, which is exact before it is taken.
  double square = 0.5 * (1 - size), root = __builtin_elementwise_sqrt(square);
  parts exact = product_of(root, root);
  double low = root == 0 ? 0 : ((square - exact.high) - exact.low) / (2 * root);
  double rest = root * square * polynomial(kArcsine, COUNT(kArcsine), square);
  parts angle = sum_of_ordered(kHalfPi, -2 * root);
  return __builtin_copysign(angle.high + (angle.low + (kHalfPiLow - 2 * (low + rest))), sine);
}

// The arctangent of a ratio in two parts from 0 to 1.
static parts arctangent(double ratio, double low) {
  // None is taken away that is half as large again as the ratio: what is left would not be as exact.
  int index = ratio < 3.0 / 64 ? 0 : (int)(ratio * kArcs + 0.5);
  double arc = (double)index / kArcs;
  // atan x = atan a + atan((x - a) / (1 + x a)).
  double top = ratio - arc, bottom = 1 + ratio * arc;
  double tangent = top / bottom, square = tangent * tangent;
  double rest = square * tangent * polynomial(kArctangent, COUNT(kArctangent), square);
  parts sum = sum_of_ordered(kArc[index][0], tangent);
  return (parts){sum.high, sum.low + (kArc[index][1] + rest + low / (1 + ratio * ratio))};
}

double portable_atan(double tangent) {
  double size = __builtin_fabs(tangent);
  if (!(size > 0x1p-30)) return tangent;  // so small that it is its own, or not a number
  parts angle;
  if (size <= 1) {
    angle = arctangent(size, 0);
  } else if (size < 0x1p60) {
    double ratio = 1 / size;
    parts exact = product_of(ratio, size);
    parts other = arctangent(ratio, ((1 - exact.high) - exact.low) * ratio);
    angle = sum_of_ordered(kHalfPi, -other.high);
    angle.low += kHalfPiLow - other.low;
  } else {
    angle = (parts){kHalfPi, kHalfPiLow};
  }
  return __builtin_copysign(angle.high + angle.low, tangent);
}

double portable_atan2(double y, double x) {
  if (x != x || y != y) return x + y;
  double across = __builtin_fabs(x), along = __builtin_fabs(y);
  double small = along < across ? along : across, large = along < across ? across : along;
  double ratio = 0, low = 0;
  if (small == __builtin_inf()) {
    ratio = 1;
  } else if (small != 0 && large != __builtin_inf()) {
    // So that nothing of the quotient's error is lost, however small both are.
    double scale = large < 0x1p-400 ? 0x1p600 : 1;
    small *= scale;
    large *= scale;
    ratio = small / large;
    parts exact = product_of(ratio, large);
    low = ratio > 0x1p-100 ? ((small - exact.high) - exact.low) / large : 0;
  }
  parts angle = ratio == 0 ? (parts){0, 0} : arctangent(ratio, low);
  if (along > across) {
    parts rest = sum_of_ordered(kHalfPi, -angle.high);
    angle = (parts){rest.high, rest.low + (kHalfPiLow - angle.low)};
  }
  if (__builtin_signbit(x)) {
    parts rest = sum_of_ordered(2 * kHalfPi, -angle.high);
    angle = (parts){rest.high, rest.low + (2 * kHalfPiLow - angle.low)};
  }
  return __builtin_copysign(angle.high + angle.low, y);
}
