// Compares the elementary functions with those of the system's library: by how many units in the last place they
// differ at most over random arguments, and what a call costs, by turns. Exits with 1 where one differs by more
// than one unit or costs more than twice as much. Glibc's lgamma is itself off by up to two units, and missed.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "portable_maths.h"

enum { kArguments = 4096, kRounds = 400, kTurns = 9, kComparisons = 1000000 };

typedef struct {
  const char *name;
  double (*ours)(double, double);
  double (*theirs)(double, double);
  // Arguments lie between the first two numbers, by their exponents where `spreads`; the second ones as well.
  double low, high, second_low, second_high;
  int spreads;
} function;

#define ONE(name)                                                                  \
  static double ours_##name(double x, double y) { return (void)y, portable_##name(x); } \
  static double theirs_##name(double x, double y) { return (void)y, name(x); }
#define TWO(name)                                                              \
  static double ours_##name(double x, double y) { return portable_##name(x, y); } \
  static double theirs_##name(double x, double y) { return name(x, y); }
ONE(exp) ONE(log) ONE(sin) ONE(cos) ONE(asin) ONE(atan) ONE(lgamma)
TWO(atan2) TWO(hypot) TWO(pow)

static const function functions[] = {
    {"exp", ours_exp, theirs_exp, -700, 700, 0, 0, 0},
    {"log", ours_log, theirs_log, 1e-300, 1e300, 0, 0, 1},
    {"sin", ours_sin, theirs_sin, -10, 10, 0, 0, 0},
    {"cos", ours_cos, theirs_cos, -10, 10, 0, 0, 0},
    {"asin", ours_asin, theirs_asin, -1, 1, 0, 0, 0},
    {"atan", ours_atan, theirs_atan, -20, 20, 0, 0, 0},
    {"atan2", ours_atan2, theirs_atan2, -1, 1, -1, 1, 0},
    {"hypot", ours_hypot, theirs_hypot, -1, 1, -1, 1, 0},
    {"pow", ours_pow, theirs_pow, 1e-10, 1e10, -25, 25, 1},
    {"lgamma", ours_lgamma, theirs_lgamma, 1, 200, 0, 0, 0},
};

static double uniform(double low, double high) {
  static uint64_t state = 1;
  state = state * 6364136223846793005u + 1442695040888963407u;
  return low + (high - low) * (double)(state >> 11) * 0x1p-53;
}

static double argument(double low, double high, int spreads) {
  return spreads ? exp(uniform(log(low), log(high))) : uniform(low, high);
}

// The place of a number among all doubles.
static int64_t place(double value) {
  int64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits < 0 ? INT64_MIN - bits : bits;
}

static double seconds(double (*of)(double, double), const double *x, const double *y) {
  struct timespec from, to;
  volatile double sum = 0;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
  for (int round = 0; round < kRounds; ++round)
    for (int i = 0; i < kArguments; ++i) sum += of(x[i], y[i]);
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
  return (double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec);
}

static int by_size(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

int main(void) {
  static double x[kArguments], y[kArguments];
  int missed = 0;
  printf("%-8s %14s %10s %10s %8s\n", "", "units, at most", "ns", "libm, ns", "ratio");
  for (size_t at = 0; at < sizeof functions / sizeof *functions; ++at) {
    const function *f = &functions[at];
    int64_t most = 0;
    for (int i = 0; i < kComparisons; ++i) {
      double a = argument(f->low, f->high, f->spreads), b = uniform(f->second_low, f->second_high);
      int64_t apart = llabs(place(f->ours(a, b)) - place(f->theirs(a, b)));
      if (apart > most) most = apart;
    }
    for (int i = 0; i < kArguments; ++i) {
      x[i] = argument(f->low, f->high, f->spreads);
      y[i] = uniform(f->second_low, f->second_high);
    }
    double ours[kTurns], theirs[kTurns], ratios[kTurns];
    for (int turn = 0; turn < kTurns; ++turn) {
      ours[turn] = seconds(f->ours, x, y);
      theirs[turn] = seconds(f->theirs, x, y);
      ratios[turn] = ours[turn] / theirs[turn];
    }
    qsort(ours, kTurns, sizeof *ours, by_size);
    qsort(theirs, kTurns, sizeof *theirs, by_size);
    qsort(ratios, kTurns, sizeof *ratios, by_size);
    double calls = (double)kArguments * kRounds, ratio = ratios[kTurns / 2];
    int misses = most > 1 || ratio > 2;
    missed |= misses;
    printf("%-8s %14lld %10.1f %10.1f %8.2f%s\n", f->name, (long long)most, 1e9 * ours[kTurns / 2] / calls,
           1e9 * theirs[kTurns / 2] / calls, ratio, misses ? "  missed" : "");
  }
  return missed;
}
