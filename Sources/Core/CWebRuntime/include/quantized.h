#ifndef CWEBRUNTIME_QUANTIZED_H
#define CWEBRUNTIME_QUANTIZED_H

#include <stdint.h>

// The steps of 16-bit inference for which Swift's vectors have no operation, or none that compiles to
// one instruction. Everywhere the same numbers, bit by bit: what is tested natively runs in the browser.

typedef int16_t int16x4 __attribute__((ext_vector_type(4)));
typedef int16_t int16x8 __attribute__((ext_vector_type(8)));
typedef int32_t int32x4 __attribute__((ext_vector_type(4)));
typedef uint32_t uint32x4 __attribute__((ext_vector_type(4)));
typedef int32_t int32x8 __attribute__((ext_vector_type(8)));
typedef float float32x4 __attribute__((ext_vector_type(4)));

/// Adds to each sum the products of two neighbouring weights with the two 16-bit numbers that `pair`
/// consists of, modulo 2^32.
__attribute__((always_inline)) static inline int32x4 quantized_multiply_add(
    int32x4 sums, int32_t pair, int16x8 weights) {
  int16x8 numbers = (int16x8)(int32x4)pair;
#ifdef __wasm_simd128__
  int32x4 products = __builtin_wasm_dot_s_i32x4_i16x8(numbers, weights);
#else
  int32x8 all = __builtin_convertvector(numbers, int32x8) * __builtin_convertvector(weights, int32x8);
  int32x4 products = __builtin_shufflevector(all, all, 0, 2, 4, 6) +
                     __builtin_shufflevector(all, all, 1, 3, 5, 7);
#endif
  return (int32x4)((uint32x4)sums + (uint32x4)products);
}

/// The nearest integers, of halves the even ones; for numbers that 16 bits can hold.
__attribute__((always_inline)) static inline int16x4 quantized_from_floats(float32x4 numbers) {
  // Sums of this size have no bits left for fractions: the integer stands in the lowest ones.
  int16x8 bits = (int16x8)(numbers + 0x1.8p23f);
  return __builtin_shufflevector(bits, bits, 0, 2, 4, 6);
}

__attribute__((always_inline)) static inline float32x4 quantized_to_floats(int32x4 sums) {
  return __builtin_convertvector(sums, float32x4);
}

#endif
