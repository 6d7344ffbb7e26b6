#define _GNU_SOURCE
#include "include/openvino.h"

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Each function of the header calls the library's of the same name, by way of this table.
static struct {
#define FIELD(type, name, parameters, arguments) type(*name) parameters;
  COPENVINO_FUNCTIONS(FIELD)
#undef FIELD
} library;

// When a process ends, the libraries' own ends run while other threads may still run a network, or free one. So every
// call is within a gate that is closed before: who is inside leaves first, who comes later waits for ever.
static pthread_rwlock_t gate = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;

static bool enter(void) { return pthread_rwlock_rdlock(&gate) == 0; }

static void leave(const bool *is_inside) {
  if (*is_inside) pthread_rwlock_unlock(&gate);
}

#define WITHIN_GATE __attribute__((cleanup(leave))) const bool is_inside = enter()

static void close_gate(void) {
  static bool is_closed = false;
  if (!is_closed) is_closed = pthread_rwlock_wrlock(&gate) == 0;
}

static int take_count(struct dl_phdr_info *info, size_t size, void *count) {
  (void)size;
  *(unsigned long long *)count = info->dlpi_adds;
  return 1;
}

/// Sees to it that the gate is closed before the end of any library that has been loaded by now: what is to be done at the
/// end is done in reverse order.
static void close_gate_at_end(void) {
  static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  static unsigned long long known = 0;
  unsigned long long loaded = 0;
  dl_iterate_phdr(take_count, &loaded);
  pthread_mutex_lock(&mutex);
  if (loaded != known) atexit(close_gate);
  known = loaded;
  pthread_mutex_unlock(&mutex);
}

static void close_gate_before_values(void) { atexit(close_gate); }

#define DEFINE(type, name, parameters, arguments) \
  type name parameters { \
    WITHIN_GATE; \
    return library.name arguments; \
  }
COPENVINO_FUNCTIONS(DEFINE)
#undef DEFINE

static bool fail(char *reason, size_t capacity, const char *words, const char *what) {
  if (reason) snprintf(reason, capacity, "%s%s", words, what ? what : "");
  return false;
}

/// Whether the library has the declarations that the header repeats: element types have other numbers in others.
static bool is_known_version(char *reason, size_t capacity) {
  ov_version_t version;
  if (library.ov_get_openvino_version(&version) != OK || !version.buildNumber) {
    return fail(reason, capacity, "it does not say its version", NULL);
  }
  const bool is_known = strncmp(version.buildNumber, COPENVINO_VERSION, strlen(COPENVINO_VERSION)) == 0;
  if (!is_known) fail(reason, capacity, "its version is ", version.buildNumber);
  library.ov_version_free(&version);
  return is_known;
}

bool copenvino_open(const char *path, char *reason, size_t capacity) {
  static bool is_open = false;
  if (is_open) return true;
  void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!handle) return fail(reason, capacity, "", dlerror());
  const struct {
    const char *name;
    void **place;
  } functions[] = {
#define ENTRY(type, name, parameters, arguments) {#name, (void **)&library.name},
      COPENVINO_FUNCTIONS(ENTRY)
#undef ENTRY
  };
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i += 1) {
    *functions[i].place = dlsym(handle, functions[i].name);
    if (!*functions[i].place) {
      dlclose(handle);
      return fail(reason, capacity, "it has no function ", functions[i].name);
    }
  }
  if (!is_known_version(reason, capacity)) {
    dlclose(handle);
    return false;
  }
  is_open = true;
  close_gate_at_end();
  return true;
}

ov_status_e copenvino_compile(
    const ov_core_t *core, const ov_model_t *model, const char *precision, const char *threads,
    ov_compiled_model_t **compiled) {
  // Pinned threads suffer when another process sits on the same core.
  const ov_property_t properties[] = {
      {"PERFORMANCE_HINT", "LATENCY"},
      {"INFERENCE_PRECISION_HINT", precision},
      {"ENABLE_CPU_PINNING", "NO"},
      {"INFERENCE_NUM_THREADS", threads},
  };
  const size_t count = sizeof properties / sizeof *properties - (threads ? 0 : 1);
  const ov_status_e status = ov_core_compile_model_props(core, model, "CPU", count, properties, compiled);
  // By now the libraries that read the file and run it have been loaded, too.
  close_gate_at_end();
  return status;
}

ov_status_e copenvino_infer(ov_infer_request_t *request) {
  const ov_status_e status = ov_infer_request_infer(request);
  // The first time makes values that end with the process, too.
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, close_gate_before_values);
  return status;
}
