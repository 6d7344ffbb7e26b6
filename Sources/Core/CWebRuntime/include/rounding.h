#ifndef CWEBRUNTIME_ROUNDING_H
#define CWEBRUNTIME_ROUNDING_H

/// The nearest whole number, of halves the one farther from zero.
double web_round(double x);

#endif
