// What a kernel is measured by: its own instructions on one thread, eight independent sums in registers, no
// loads. Each product has its sum as a factor, or it would be computed once for all. Eight sums wait for one
// another a little: with twelve, integers are a tenth faster and floats a third.

typedef int int32x4 __attribute__((vector_size(16)));
typedef short int16x8 __attribute__((vector_size(16)));
typedef float float32x4 __attribute__((vector_size(16)));

enum { sums = 8, steps = 2000000 };

// What is stored is not left out.
int32x4 integer_sink;
float32x4 float_sink;

/// `i32x4.dot_i16x8_s` and `i32x4.add`. Returns its operations: a product and its addition are two.
__attribute__((export_name("integer_loop"))) double integer_loop(void) {
  int32x4 sum[sums];
  const int16x8 weights = {3, -5, 7, -11, 13, -17, 19, -23};
  for (int i = 0; i < sums; i++) sum[i] = (int32x4){1, 3, 5, 7} + i;
  for (int step = 0; step < steps; step++) {
#pragma clang loop unroll(full)
    for (int i = 0; i < sums; i++)
      sum[i] += __builtin_wasm_dot_s_i32x4_i16x8((int16x8)sum[i], weights);
  }
  for (int i = 0; i < sums; i++) integer_sink ^= sum[i];
  return 16.0 * sums * steps;
}

/// `f32x4.mul` and `f32x4.add`.
__attribute__((export_name("float_loop"))) double float_loop(void) {
  float32x4 sum[sums];
  const float32x4 weights = {0.5f, -0.25f, 0.125f, -0.3f}, addend = {1, 2, 3, 4};
  for (int i = 0; i < sums; i++) sum[i] = addend + (float)i;
  for (int step = 0; step < steps; step++) {
#pragma clang loop unroll(full)
    for (int i = 0; i < sums; i++) sum[i] = sum[i] * weights + addend;
  }
  for (int i = 0; i < sums; i++) float_sink += sum[i];
  return 8.0 * sums * steps;
}
