#ifndef CPORTABLEMATHS_H
#define CPORTABLEMATHS_H

// Elementary functions that answer with the same bits on every machine and in the browser: none is left to
// the system's library, and no product and sum are contracted into one operation. Within one unit in the last
// place of the exact value; what is not a number stays so.

/// e to the power of x.
double portable_exp(double x);

/// The natural logarithm; not a number below 0.
double portable_log(double x);

/// x to the power of y, as C has it.
double portable_pow(double x, double y);

/// The sine and the cosine of an angle in radians.
double portable_sin(double angle);
double portable_cos(double angle);

/// The angles, in radians, of a sine in -1...1, of a tangent, and of a vector from the x axis.
double portable_asin(double sine);
double portable_atan(double tangent);
double portable_atan2(double y, double x);

/// The length of a vector.
double portable_hypot(double x, double y);

/// The natural logarithm of the gamma function; infinite at 0, not a number below.
double portable_lgamma(double x);

#endif
