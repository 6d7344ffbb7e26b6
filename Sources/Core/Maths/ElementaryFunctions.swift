// The functions of libm that portable code uses. In the browser there is no libm: the module brings
// its own (`Sources/Core/CWebRuntime/maths.c`), which agrees to the last bit or two.

#if canImport(Glibc)
  internal import Glibc

  /// e to the power of `x`.
  package func exponential(_ x: Float) -> Float { exp(x) }

  /// e to the power of `x`.
  package func exponential(_ x: Double) -> Double { exp(x) }

  /// The natural logarithm.
  package func naturalLogarithm(_ x: Float) -> Float { log(x) }

  /// The natural logarithm.
  package func naturalLogarithm(_ x: Double) -> Double { log(x) }

  /// `base` to the power of `exponent`.
  package func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }

  /// The sine of an angle in radians.
  package func sine(of angle: Double) -> Double { sin(angle) }

  /// The cosine of an angle in radians.
  package func cosine(of angle: Double) -> Double { cos(angle) }

  /// The angle, in radians, whose sine is `x`.
  package func arcsine(of x: Double) -> Double { asin(x) }

  /// The angle, in radians, whose tangent is `x`.
  package func arctangent(of x: Double) -> Double { atan(x) }

  /// The angle, in radians, of a vector from the x axis, in `-π...π`.
  package func arctangent(y: Double, x: Double) -> Double { atan2(y, x) }

  /// The length of a vector.
  package func hypotenuse(_ x: Double, _ y: Double) -> Double { hypot(x, y) }

  /// The natural logarithm of the gamma function of `x`, above 0.
  package func logGamma(_ x: Double) -> Double { lgamma(x) }
#else
  @_extern(c, "expf") package func exponential(_ x: Float) -> Float
  @_extern(c, "exp") package func exponential(_ x: Double) -> Double
  @_extern(c, "logf") package func naturalLogarithm(_ x: Float) -> Float
  @_extern(c, "log") package func naturalLogarithm(_ x: Double) -> Double
  // Not in the module yet: what asks for these is not linked into it.
  @_extern(c, "pow") package func power(_ base: Double, _ exponent: Double) -> Double
  @_extern(c, "sin") package func sine(of angle: Double) -> Double
  @_extern(c, "cos") package func cosine(of angle: Double) -> Double
  @_extern(c, "asin") package func arcsine(of x: Double) -> Double
  @_extern(c, "atan") package func arctangent(of x: Double) -> Double
  @_extern(c, "atan2") package func arctangent(y: Double, x: Double) -> Double
  @_extern(c, "hypot") package func hypotenuse(_ x: Double, _ y: Double) -> Double
  @_extern(c, "lgamma") package func logGamma(_ x: Double) -> Double
#endif
