// What a processor can do at most of the instruction that the kernel's time goes into: products of
// 16-bit integers, all in registers.

#include <wasm_simd128.h>

v128_t numbers[8];  // not static: nobody may know that they are zeros

enum { turns = 2000000 };

// Adds to eight independent sums; returns its operations, a product with its addition counted as two.
// The factors change from turn to turn, so that nothing can be taken out of the loop, and do not wait
// for the sums.
__attribute__((export_name("integer_loop"))) double integer_loop(void) {
  v128_t a = numbers[0], b = numbers[1];
  v128_t w0 = numbers[2], w1 = numbers[3], w2 = numbers[4], w3 = numbers[5];
  v128_t s0 = a, s1 = a, s2 = a, s3 = a, s4 = b, s5 = b, s6 = b, s7 = b;
  for (int turn = 0; turn < turns; ++turn) {
    s0 = wasm_i32x4_add(s0, wasm_i32x4_dot_i16x8(a, w0));
    s1 = wasm_i32x4_add(s1, wasm_i32x4_dot_i16x8(a, w1));
    s2 = wasm_i32x4_add(s2, wasm_i32x4_dot_i16x8(a, w2));
    s3 = wasm_i32x4_add(s3, wasm_i32x4_dot_i16x8(a, w3));
    s4 = wasm_i32x4_add(s4, wasm_i32x4_dot_i16x8(b, w0));
    s5 = wasm_i32x4_add(s5, wasm_i32x4_dot_i16x8(b, w1));
    s6 = wasm_i32x4_add(s6, wasm_i32x4_dot_i16x8(b, w2));
    s7 = wasm_i32x4_add(s7, wasm_i32x4_dot_i16x8(b, w3));
    a = wasm_i32x4_add(a, b);
    b = wasm_i32x4_add(b, w0);
  }
  numbers[0] = wasm_i32x4_add(wasm_i32x4_add(s0, s1), wasm_i32x4_add(s2, s3));
  numbers[1] = wasm_i32x4_add(wasm_i32x4_add(s4, s5), wasm_i32x4_add(s6, s7));
  return 8.0 * 16 * turns;  // 8 instructions of 8 products each
}
