#include <openvino/c/openvino.h>

// OpenVINO's property keys are mutable globals, which Swift's strict concurrency bars; so the one
// call that needs them is here, in its non-variadic form.
//
// precision  "f32" or "bf16". Always set: the default is bf16 on some CPUs.
// threads    a decimal number, or NULL for OpenVINO's own choice.
static inline ov_status_e copenvino_compile(
    const ov_core_t *core, const ov_model_t *model, const char *precision, const char *threads,
    ov_compiled_model_t **compiled) {
  // Pinned threads suffer when another process sits on the same core.
  const ov_property_t properties[] = {
      {ov_property_key_hint_performance_mode, "LATENCY"},
      {ov_property_key_hint_inference_precision, precision},
      {ov_property_key_hint_enable_cpu_pinning, "NO"},
      {ov_property_key_inference_num_threads, threads},
  };
  const size_t count = sizeof properties / sizeof *properties - (threads ? 0 : 1);
  return ov_core_compile_model_props(core, model, "CPU", count, properties, compiled);
}
