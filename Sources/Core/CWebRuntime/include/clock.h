#ifndef CWEBRUNTIME_CLOCK_H
#define CWEBRUNTIME_CLOCK_H

/// Milliseconds since some moment, of a clock that never goes back. In the browser it is the page's, the
/// one thing that the module asks of it.
#ifdef __wasm__
__attribute__((import_module("page"), import_name("now")))
#endif
double web_now(void);

#endif
