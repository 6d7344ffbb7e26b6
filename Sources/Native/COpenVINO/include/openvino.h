#ifndef COPENVINO_OPENVINO_H
#define COPENVINO_OPENVINO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The part of OpenVINO's C interface that is used, as the version COPENVINO_VERSION has it
// (https://docs.openvino.ai/2026/api/c_cpp_api/group__ov__c__api.html). The library is opened while the program runs:
// no function here may be called before `copenvino_open` has succeeded.

#define COPENVINO_VERSION "2026."

typedef int ov_status_e;
static const ov_status_e OK = 0;

typedef unsigned ov_element_type_e;
static const ov_element_type_e F32 = 4;
static const ov_element_type_e U8 = 16;

typedef struct ov_core ov_core_t;
typedef struct ov_model ov_model_t;
typedef struct ov_compiled_model ov_compiled_model_t;
typedef struct ov_infer_request ov_infer_request_t;
typedef struct ov_tensor ov_tensor_t;
typedef struct ov_layout ov_layout_t;
typedef struct ov_preprocess_prepostprocessor ov_preprocess_prepostprocessor_t;
typedef struct ov_preprocess_input_info ov_preprocess_input_info_t;
typedef struct ov_preprocess_input_tensor_info ov_preprocess_input_tensor_info_t;
typedef struct ov_preprocess_preprocess_steps ov_preprocess_preprocess_steps_t;
typedef struct ov_preprocess_input_model_info ov_preprocess_input_model_info_t;
typedef struct ov_preprocess_output_info ov_preprocess_output_info_t;
typedef struct ov_preprocess_output_tensor_info ov_preprocess_output_tensor_info_t;

typedef struct {
  const char *buildNumber;
  const char *description;
} ov_version_t;

typedef struct {
  const char *key;
  const char *value;
} ov_property_t;

typedef struct {
  int64_t rank;
  int64_t *dims;
} ov_shape_t;

typedef struct {
  int64_t min;
  int64_t max;
} ov_dimension_t;

typedef struct {
  ov_dimension_t rank;
  ov_dimension_t *dims;
} ov_partial_shape_t;

/// Opens the library.
///
/// - path: of libopenvino_c.so, or its name where the system knows it.
/// - reason: why it could not be opened, cut to `capacity` bytes; may be NULL.
/// - Returns: whether it is open; also where it was before.
bool copenvino_open(const char *path, char *reason, size_t capacity);

/// Compiles a model for this machine's processor.
///
/// - precision: "f32" or "bf16". Always set: the default is bf16 on some processors.
/// - threads: a decimal number, or NULL for OpenVINO's own choice.
ov_status_e copenvino_compile(
    const ov_core_t *core, const ov_model_t *model, const char *precision, const char *threads,
    ov_compiled_model_t **compiled);

/// Runs a network.
ov_status_e copenvino_infer(ov_infer_request_t *request);

/// Each function that is used, as X(what it returns, its name, its parameters, their names).
#define COPENVINO_FUNCTIONS(X) \
  X(ov_status_e, ov_get_openvino_version, (ov_version_t *version), (version)) \
  X(void, ov_version_free, (ov_version_t *version), (version)) \
  X(const char *, ov_get_error_info, (ov_status_e status), (status)) \
  X(const char *, ov_get_last_err_msg, (void), ()) \
  X(void, ov_free, (const char *content), (content)) \
  X(ov_status_e, ov_core_create, (ov_core_t **core), (core)) \
  X(void, ov_core_free, (ov_core_t *core), (core)) \
  X(ov_status_e, ov_core_read_model, \
    (const ov_core_t *core, const char *path, const char *weights, ov_model_t **model), \
    (core, path, weights, model)) \
  X(ov_status_e, ov_core_compile_model_props, \
    (const ov_core_t *core, const ov_model_t *model, const char *device, size_t count, \
     const ov_property_t *properties, ov_compiled_model_t **compiled), \
    (core, model, device, count, properties, compiled)) \
  X(void, ov_model_free, (ov_model_t *model), (model)) \
  X(ov_status_e, ov_model_inputs_size, (const ov_model_t *model, size_t *count), (model, count)) \
  X(ov_status_e, ov_model_outputs_size, (const ov_model_t *model, size_t *count), (model, count)) \
  X(ov_status_e, ov_model_reshape_single_input, \
    (const ov_model_t *model, ov_partial_shape_t shape), \
    (model, shape)) \
  X(ov_status_e, ov_partial_shape_create_static, \
    (int64_t rank, const int64_t *extents, ov_partial_shape_t *shape), \
    (rank, extents, shape)) \
  X(void, ov_partial_shape_free, (ov_partial_shape_t *shape), (shape)) \
  X(void, ov_shape_free, (ov_shape_t *shape), (shape)) \
  X(ov_status_e, ov_layout_create, (const char *letters, ov_layout_t **layout), (letters, layout)) \
  X(void, ov_layout_free, (ov_layout_t *layout), (layout)) \
  X(void, ov_compiled_model_free, (ov_compiled_model_t *model), (model)) \
  X(ov_status_e, ov_compiled_model_create_infer_request, \
    (const ov_compiled_model_t *model, ov_infer_request_t **request), \
    (model, request)) \
  X(void, ov_infer_request_free, (ov_infer_request_t *request), (request)) \
  X(ov_status_e, ov_infer_request_get_input_tensor, \
    (const ov_infer_request_t *request, ov_tensor_t **tensor), \
    (request, tensor)) \
  X(ov_status_e, ov_infer_request_get_output_tensor, \
    (const ov_infer_request_t *request, ov_tensor_t **tensor), \
    (request, tensor)) \
  X(ov_status_e, ov_infer_request_get_output_tensor_by_index, \
    (const ov_infer_request_t *request, size_t index, ov_tensor_t **tensor), \
    (request, index, tensor)) \
  X(ov_status_e, ov_infer_request_infer, (ov_infer_request_t *request), (request)) \
  X(void, ov_tensor_free, (ov_tensor_t *tensor), (tensor)) \
  X(ov_status_e, ov_tensor_data, (const ov_tensor_t *tensor, void **data), (tensor, data)) \
  X(ov_status_e, ov_tensor_get_element_type, \
    (const ov_tensor_t *tensor, ov_element_type_e *type), \
    (tensor, type)) \
  X(ov_status_e, ov_tensor_get_shape, (const ov_tensor_t *tensor, ov_shape_t *shape), (tensor, shape)) \
  X(ov_status_e, ov_preprocess_prepostprocessor_create, \
    (const ov_model_t *model, ov_preprocess_prepostprocessor_t **steps), \
    (model, steps)) \
  X(void, ov_preprocess_prepostprocessor_free, (ov_preprocess_prepostprocessor_t *steps), (steps)) \
  X(ov_status_e, ov_preprocess_prepostprocessor_build, \
    (const ov_preprocess_prepostprocessor_t *steps, ov_model_t **model), \
    (steps, model)) \
  X(ov_status_e, ov_preprocess_prepostprocessor_get_input_info, \
    (const ov_preprocess_prepostprocessor_t *steps, ov_preprocess_input_info_t **info), \
    (steps, info)) \
  X(ov_status_e, ov_preprocess_prepostprocessor_get_output_info_by_index, \
    (const ov_preprocess_prepostprocessor_t *steps, size_t index, ov_preprocess_output_info_t **info), \
    (steps, index, info)) \
  X(void, ov_preprocess_input_info_free, (ov_preprocess_input_info_t *info), (info)) \
  X(ov_status_e, ov_preprocess_input_info_get_tensor_info, \
    (const ov_preprocess_input_info_t *info, ov_preprocess_input_tensor_info_t **tensor), \
    (info, tensor)) \
  X(ov_status_e, ov_preprocess_input_info_get_preprocess_steps, \
    (const ov_preprocess_input_info_t *info, ov_preprocess_preprocess_steps_t **steps), \
    (info, steps)) \
  X(ov_status_e, ov_preprocess_input_info_get_model_info, \
    (const ov_preprocess_input_info_t *info, ov_preprocess_input_model_info_t **model), \
    (info, model)) \
  X(void, ov_preprocess_input_tensor_info_free, (ov_preprocess_input_tensor_info_t *info), (info)) \
  X(ov_status_e, ov_preprocess_input_tensor_info_set_element_type, \
    (ov_preprocess_input_tensor_info_t *info, ov_element_type_e type), \
    (info, type)) \
  X(ov_status_e, ov_preprocess_input_tensor_info_set_layout, \
    (ov_preprocess_input_tensor_info_t *info, ov_layout_t *layout), \
    (info, layout)) \
  X(void, ov_preprocess_preprocess_steps_free, (ov_preprocess_preprocess_steps_t *steps), (steps)) \
  X(ov_status_e, ov_preprocess_preprocess_steps_convert_element_type, \
    (ov_preprocess_preprocess_steps_t *steps, ov_element_type_e type), \
    (steps, type)) \
  X(ov_status_e, ov_preprocess_preprocess_steps_mean, \
    (ov_preprocess_preprocess_steps_t *steps, float value), \
    (steps, value)) \
  X(ov_status_e, ov_preprocess_preprocess_steps_scale, \
    (ov_preprocess_preprocess_steps_t *steps, float value), \
    (steps, value)) \
  X(void, ov_preprocess_input_model_info_free, (ov_preprocess_input_model_info_t *info), (info)) \
  X(ov_status_e, ov_preprocess_input_model_info_set_layout, \
    (ov_preprocess_input_model_info_t *info, ov_layout_t *layout), \
    (info, layout)) \
  X(void, ov_preprocess_output_info_free, (ov_preprocess_output_info_t *info), (info)) \
  X(ov_status_e, ov_preprocess_output_info_get_tensor_info, \
    (const ov_preprocess_output_info_t *info, ov_preprocess_output_tensor_info_t **tensor), \
    (info, tensor)) \
  X(void, ov_preprocess_output_tensor_info_free, (ov_preprocess_output_tensor_info_t *info), (info)) \
  X(ov_status_e, ov_preprocess_output_set_element_type, \
    (ov_preprocess_output_tensor_info_t *info, ov_element_type_e type), \
    (info, type))

// Hidden, so that they do not take the place of the library's own for the library itself.
#define COPENVINO_DECLARE(type, name, parameters, arguments) __attribute__((visibility("hidden"))) type name parameters;
COPENVINO_FUNCTIONS(COPENVINO_DECLARE)

#endif
