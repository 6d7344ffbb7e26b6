// What the functions share: numbers in two parts, whose sum is nearer to a value than any double.
#ifndef CPORTABLEMATHS_PARTS_H
#define CPORTABLEMATHS_PARTS_H

#include <stdint.h>

#pragma STDC FP_CONTRACT OFF

typedef struct {
  double high, low;
} parts;

static inline uint64_t bits_of(double value) {
  uint64_t bits;
  __builtin_memcpy(&bits, &value, sizeof bits);
  return bits;
}

static inline double from_bits(uint64_t bits) {
  double value;
  __builtin_memcpy(&value, &bits, sizeof value);
  return value;
}

/// The upper half of a number's digits: products of halves are exact.
static inline double upper_half(double value) { return from_bits(bits_of(value) & 0xfffffffff8000000ull); }

/// a + b, exactly, where a is the larger or 0.
static inline parts sum_of_ordered(double a, double b) {
  double high = a + b;
  return (parts){high, (a - high) + b};
}

/// a + b, exactly (Knuth).
static inline parts sum_of(double a, double b) {
  double high = a + b, part = high - a;
  return (parts){high, (a - (high - part)) + (b - part)};
}

/// a b, exactly but for underflow (Dekker).
static inline parts product_of(double a, double b) {
  double high = a * b, a1 = upper_half(a), a2 = a - a1, b1 = upper_half(b), b2 = b - b1;
  return (parts){high, ((a1 * b1 - high) + a1 * b2 + a2 * b1) + a2 * b2};
}

#define COUNT(table) ((int)(sizeof(table) / sizeof(*table)))

/// The polynomial in x with `count` coefficients, lowest first.
static inline double polynomial(const double *coefficients, int count, double x) {
  double sum = coefficients[count - 1];
  for (int i = count - 2; i >= 0; --i) sum = sum * x + coefficients[i];
  return sum;
}

/// ln x in two parts, to within 2^-67, for x above 0 and finite.
parts portable_log_parts(double x);

#endif
