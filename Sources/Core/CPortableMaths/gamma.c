#include "parts.h"
#include "portable_maths.h"
#include "tables.h"

// t (c + t p(t)), whose sum and product lose nothing before the last rounding.
static double series(double t, double constant, double constant_low, double rest) {
  parts factor = sum_of_ordered(constant, t * rest + constant_low), product = product_of(t, factor.high);
  return product.high + (product.low + t * factor.low);
}

/// ln gamma(1 + t) and ln gamma(2 + t), for small t.
static double near_one(double t) {
  return series(t, -kEuler, -kEulerLow, polynomial(kGammaOne, COUNT(kGammaOne), t));
}
static double near_two(double t) {
  return series(t, kOneLessEuler, kOneLessEulerLow, polynomial(kGammaTwo, COUNT(kGammaTwo), t));
}

// ln gamma(x + low) by Stirling's series, for x of 16 and more, where low is small beside x.
static parts stirling(double x, double low) {
  parts logarithm = portable_log_parts(x), product = product_of(x - 0.5, logarithm.high);
  parts most = sum_of(product.high, -x), sum = sum_of(most.high, kHalfLogTwoPi);
  double inverse = 1 / x, rest = inverse * polynomial(kStirling, COUNT(kStirling), inverse * inverse);
  return (parts){sum.high, (sum.low + most.low + product.low) +
                               ((x - 0.5) * logarithm.low + low * (logarithm.high - 0.5 * inverse)) + (kHalfLogTwoPiLow + rest)};
}

// Smaller arguments are raised by gamma(x) = gamma(x + 1) / x. Everything in two parts, for much cancels; near 1
// and 2, where nearly all does, the series around them.
double portable_lgamma(double x) {
  if (!(x > 0)) return x == 0 ? __builtin_inf() : x != x ? x : __builtin_nan("");
  if (x > 1e300) return x * (portable_log(x) - 1);
  if (x >= 16) {
    parts sum = stirling(x, 0);
    return sum.high + sum.low;
  }
  if (__builtin_fabs(x - 1) < 0.125) return near_one(x - 1);
  if (__builtin_fabs(x - 2) < 0.125) return near_two(x - 2);
  parts factor = {x, 0}, raised = {1, 0};
  while (factor.high < 16) {
    parts product = product_of(raised.high, factor.high);
    raised = sum_of_ordered(product.high, product.low + (raised.low * factor.high + raised.high * factor.low));
    parts next = sum_of(factor.high, 1);
    factor = sum_of_ordered(next.high, next.low + factor.low);
  }
  parts sum = stirling(factor.high, factor.low), logarithm = portable_log_parts(raised.high);
  double low = logarithm.low + raised.low / raised.high;
  parts difference = sum_of(sum.high, -logarithm.high);
  return difference.high + (difference.low + (sum.low - low));
}
