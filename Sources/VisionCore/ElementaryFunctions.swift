// The functions of libm that portable code uses. In the browser there is no libm: the module brings
// its own (`Sources/CWebRuntime/maths.c`), which agrees to the last bit or two.

#if canImport(Glibc)
  internal import Glibc

  /// e to the power of `x`.
  package func exponential(_ x: Float) -> Float { exp(x) }

  /// The natural logarithm.
  package func naturalLogarithm(_ x: Float) -> Float { log(x) }
#else
  /// e to the power of `x`.
  @_extern(c, "expf") package func exponential(_ x: Float) -> Float

  /// The natural logarithm.
  @_extern(c, "logf") package func naturalLogarithm(_ x: Float) -> Float
#endif
