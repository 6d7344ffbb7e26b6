#ifndef CWEBRUNTIME_MATHS_H
#define CWEBRUNTIME_MATHS_H

/// e to the power of x, to within a unit in the last place or two.
double web_exp(double x);

/// The natural logarithm, to within a unit in the last place or two.
double web_log(double x);

/// The nearest whole number, of halves the one farther from zero.
double web_round(double x);

#endif
