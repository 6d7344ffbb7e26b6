#include <alsa/asoundlib.h>

static inline void calsa_ignore(const char *file, int line, const char *function, int error,
                                const char *format, ...) {}

/// Keeps ALSA from printing lines of its own on standard error.
static inline void calsa_be_quiet(void) { snd_lib_error_set_handler(calsa_ignore); }
