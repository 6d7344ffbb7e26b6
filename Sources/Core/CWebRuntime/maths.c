#include "maths.h"

#include <stdint.h>

static const double kLn2High = 0x1.62e42fee00000p-1;  // ln 2, with zeros behind: k times it is exact
static const double kLn2Low = 0x1.a39ef35793c76p-33;

static double from_bits(uint64_t bits) {
  double value;
  __builtin_memcpy(&value, &bits, sizeof value);
  return value;
}

static uint64_t to_bits(double value) {
  uint64_t bits;
  __builtin_memcpy(&bits, &value, sizeof bits);
  return bits;
}

// 2 to the power of k, for -1022...1023.
static double power_of_two(int k) { return from_bits((uint64_t)(k + 1023) << 52); }

// x = k ln 2 + r with |r| <= ln 2 / 2, so that e^x = 2^k e^r, and e^r by its series.
double web_exp(double x) {
  if (x != x) return x;
  if (x > 709.79) return __builtin_inf();
  if (x < -745.2) return 0;
  int k = (int)(x * 0x1.71547652b82fep+0 + (x < 0 ? -0.5 : 0.5));
  double high = x - k * kLn2High, low = k * kLn2Low;
  double r = high - low;
  double sum = 0;
  for (int n = 14; n >= 2; --n) sum = (sum + 1) * r / n;
  // e^r = 1 + r + r sum; what r lost when it was rounded is small but known.
  double power = 1 + (r + (r * sum + ((high - r) - low)));
  // In two steps, for the first may overflow, or lose bits, where the whole does not.
  int half = k / 2;
  return power * power_of_two(half) * power_of_two(k - half);
}

// x = 2^k m with m about 1; ln m = 2 artanh((m - 1) / (m + 1)), by its series.
double web_log(double x) {
  if (x != x || x == __builtin_inf()) return x;
  if (x == 0) return -__builtin_inf();
  if (x < 0) return __builtin_nan("");
  int k = 0;
  if (x < 0x1p-1022) {
    x *= 0x1p54;
    k = -54;
  }
  uint64_t bits = to_bits(x);
  k += (int)(bits >> 52) - 1023;
  double m = from_bits((bits & 0xfffffffffffffull) | 0x3ff0000000000000ull);
  if (m > 0x1.6a09e667f3bcdp+0) {  // the root of 2
    m /= 2;
    k += 1;
  }
  double f = m - 1;
  double s = f / (m + 1), square = s * s;
  double sum = 0;
  for (int n = 21; n >= 3; n -= 2) sum = (sum + 1.0 / n) * square;
  // 2 s = f - f s: the series adds little to f, which is exact.
  return k * kLn2High + (f - (s * (f - 2 * sum) - k * kLn2Low));
}

double web_round(double x) {
  double whole = __builtin_trunc(x);
  return __builtin_fabs(x - whole) >= 0.5 ? whole + __builtin_copysign(1, x) : whole;
}
