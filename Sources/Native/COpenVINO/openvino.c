#include "include/openvino.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

// Each function of the header calls the library's of the same name, by way of this table.
static struct {
#define FIELD(type, name, parameters, arguments) type(*name) parameters;
  COPENVINO_FUNCTIONS(FIELD)
#undef FIELD
} library;

#define DEFINE(type, name, parameters, arguments) \
  type name parameters { return library.name arguments; }
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
  return library.ov_core_compile_model_props(core, model, "CPU", count, properties, compiled);
}
