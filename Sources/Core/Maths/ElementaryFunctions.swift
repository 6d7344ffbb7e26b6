// With the same bits natively and in the browser: of CPortableMaths, never of the system's library.

internal import CPortableMaths

/// e to the power of `x`.
package func exponential(_ x: Float) -> Float { Float(portable_exp(Double(x))) }

/// e to the power of `x`.
package func exponential(_ x: Double) -> Double { portable_exp(x) }

/// The natural logarithm.
package func naturalLogarithm(_ x: Float) -> Float { Float(portable_log(Double(x))) }

/// The natural logarithm.
package func naturalLogarithm(_ x: Double) -> Double { portable_log(x) }

/// `base` to the power of `exponent`.
package func power(_ base: Double, _ exponent: Double) -> Double { portable_pow(base, exponent) }

/// The sine of an angle in radians.
package func sine(of angle: Double) -> Double { portable_sin(angle) }

/// The cosine of an angle in radians.
package func cosine(of angle: Double) -> Double { portable_cos(angle) }

/// The angle, in radians, whose sine is `x`.
package func arcsine(of x: Double) -> Double { portable_asin(x) }

/// The angle, in radians, whose tangent is `x`.
package func arctangent(of x: Double) -> Double { portable_atan(x) }

/// The angle, in radians, of a vector from the x axis, in `-π...π`.
package func arctangent(y: Double, x: Double) -> Double { portable_atan2(y, x) }

/// The length of a vector.
package func hypotenuse(_ x: Double, _ y: Double) -> Double { portable_hypot(x, y) }

/// The natural logarithm of the gamma function of `x`, above 0.
package func logGamma(_ x: Double) -> Double { portable_lgamma(x) }
