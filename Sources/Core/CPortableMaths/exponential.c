// exp, log and pow from tables (Tang, "Table-driven implementation of the exponential function in IEEE
// floating-point arithmetic", 1989, and of the logarithm, 1990, ACM TOMS).
#include "parts.h"
#include "portable_maths.h"
#include "tables.h"

static const double kShift = 0x1.8p52;  // added and taken away, it leaves the nearest whole number
static const double kInfinity = __builtin_inf();

// 2 to the power of k, for -1022...1023.
static double power_of_two(int k) { return from_bits((uint64_t)(k + 1023) << 52); }

// e to the power of x + low, where low is small beside x. x = (k / 128) ln 2 + r, so that e^x = 2^(k / 128) e^r,
// the first factor from the table.
static double exp_of_parts(double x, double low) {
  if (!(x < 1024)) return x != x ? x : kInfinity;
  if (!(x > -1100)) return 0;
  double shifted = x * (kPowers / (kLn2Few + kLn2Rest)) + kShift;
  double k = shifted - kShift;
  int64_t whole = (int64_t)k;
  int index = (int)(whole & (kPowers - 1)), exponent = (int)(whole >> 7);
  double r = ((x - k * (kLn2Few / kPowers)) - k * (kLn2Rest / kPowers)) + low;
  double square = r * r;
  // e^r - 1, and what the table's power lacks.
  double rest = kPower[index][1] + r + square * (0.5 + r * (1.0 / 6)) +
                square * square * (1.0 / 24 + r * (1.0 / 120));
  double power = kPower[index][0];
  if (exponent > -1000 && exponent < 1000) {
    double scaled = from_bits(bits_of(power) + ((uint64_t)exponent << 52));
    return scaled + scaled * rest;
  }
  // In two steps, since 2^exponent alone is too large or too small for a double.
  int half = exponent / 2;
  return (power + power * rest) * power_of_two(half) * power_of_two(exponent - half);
}

double portable_exp(double x) { return exp_of_parts(x, 0); }

// x = 2^k z with z in 0.6875...1.375, and z = (1 + r) / c with c of few bits from the table:
// ln x = k ln 2 - ln c + ln(1 + r). The product z c is exact in two parts.
typedef struct {
  double base, low;  // k ln 2 - ln c: exact, and the rest
  double r, r_low;
} reduced;

static inline reduced reduce(double x) {
  int k = 0;
  uint64_t bits = bits_of(x);
  if (bits < 0x0010000000000000ull) {
    bits = bits_of(x * 0x1p54);
    k = -54;
  }
  uint64_t above = bits - 0x3fe6000000000000ull;  // the bits of 0.6875
  int index = (int)(above >> 45) & (kLogarithms - 1);
  int exponent = (int)((int64_t)above >> 52);
  double z = from_bits(bits - ((uint64_t)exponent << 52));
  k += exponent;
  double reciprocal = kLogarithm[index][0];
  double z_high = upper_half(z);
  double r_high = z_high * reciprocal - 1, rest = (z - z_high) * reciprocal;
  double r = r_high + rest;
  return (reduced){k * kLn2High + kLogarithm[index][1], k * kLn2Low + kLogarithm[index][2], r,
                   (r_high - r) + rest};
}

// (ln(1 + r) - r + r^2 / 2) / r^3 by its series, for |r| < 0.0079.
static inline double log_rest(double r) {
  double square = r * r;
  return (1.0 / 3 - r * 0.25) + square * ((0.2 - r * (1.0 / 6)) + square * ((1.0 / 7 - r * 0.125) + square * (1.0 / 9)));
}

static inline int has_no_plain_log(double x) { return !(x > 0 && x < kInfinity); }

static double special_log(double x) { return x == 0 ? -kInfinity : x < 0 ? __builtin_nan("") : x; }

parts portable_log_parts(double x) {
  reduced is = reduce(x);
  double r = is.r, square = r * r;
  parts sum = sum_of_ordered(is.base, r);
  return (parts){sum.high, (sum.low + is.low + is.r_low) + square * (r * log_rest(r) - 0.5)};
}

double portable_log(double x) {
  if (has_no_plain_log(x)) return special_log(x);
  parts logarithm = portable_log_parts(x);
  return logarithm.high + logarithm.low;
}

// ln x in two parts, to some 66 bits even near 1.
static parts precise_log(double x) {
  reduced is = reduce(x);
  double r = is.r, first = upper_half(r);
  parts sum = sum_of_ordered(is.base, r);
  // r^2 / 2, its larger part exactly.
  double half_square = 0.5 * first * first, rest_of_square = 0.5 * (r - first) * (r + first);
  parts all = sum_of(sum.high, -half_square);
  double low = ((sum.low + is.low) + all.low) + (is.r_low - r * is.r_low - rest_of_square) + r * r * r * log_rest(r);
  return sum_of_ordered(all.high, low);
}

// 0 where y is no whole number, 1 where it is even, -1 where it is odd.
static int parity(double y) {
  double size = __builtin_fabs(y);
  if (size >= 0x1p53) return 1;
  int64_t whole = (int64_t)size;
  return (double)whole != size ? 0 : whole & 1 ? -1 : 1;
}

double portable_pow(double x, double y) {
  if (y == 0 || x == 1) return 1;
  if (x != x || y != y) return x + y;
  double size = __builtin_fabs(x), sign = 1;
  if (__builtin_signbit(x)) {
    int is_whole = parity(y);
    if (is_whole == 0 && size != 0 && size != kInfinity && y != kInfinity && y != -kInfinity) return __builtin_nan("");
    if (is_whole < 0) sign = -1;
  }
  if (size == 1) return sign;
  if (y == kInfinity || y == -kInfinity) return (size > 1) == (y > 0) ? kInfinity : 0;
  if (size == 0 || size == kInfinity) return sign * ((size == 0) == (y > 0) ? 0 : kInfinity);
  // Beyond this the answer is 0, 1 or infinite, and products of halves would overflow.
  if (y > 0x1p64) y = 0x1p64;
  if (y < -0x1p64) y = -0x1p64;
  parts logarithm = precise_log(size);
  parts power = product_of(y, logarithm.high);
  return sign * exp_of_parts(power.high, power.low + y * logarithm.low);
}
