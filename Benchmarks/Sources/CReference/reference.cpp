#include "reference.h"

#include <openvino/c/openvino.h>

#include <opencv2/core.hpp>
#include <opencv2/dnn.hpp>

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

namespace {

template <typename Result, typename Body>
Result guarded(Result otherwise, Body body) noexcept {
  try {
    return body();
  } catch (const std::exception &error) {
    std::fprintf(stderr, "reference: %s\n", error.what());
    return otherwise;
  }
}

bool succeeded(ov_status_e status) {
  if (status == OK) return true;
  std::fprintf(stderr, "reference: %s\n", ov_get_error_info(status));
  return false;
}

// A network of one layer in OpenVINO's own format.
std::string product_network(int side) {
  const std::string n = std::to_string(side);
  const std::string shape = n + "," + n;
  const std::string dims = "<dim>" + n + "</dim><dim>" + n + "</dim>";
  const auto port = [&](int id) {
    return "<port id=\"" + std::to_string(id) + "\" precision=\"FP32\">" + dims + "</port>";
  };
  return "<net name=\"product\" version=\"11\"><layers>"
         "<layer id=\"0\" name=\"left\" type=\"Parameter\" version=\"opset1\">"
         "<data shape=\"" + shape + "\" element_type=\"f32\"/>"
         "<output>" + port(0) + "</output></layer>"
         "<layer id=\"1\" name=\"right\" type=\"Const\" version=\"opset1\">"
         "<data shape=\"" + shape + "\" element_type=\"f32\" offset=\"0\" size=\"" +
         std::to_string(4LL * side * side) + "\"/><output>" + port(0) + "</output></layer>"
         "<layer id=\"2\" name=\"product\" type=\"MatMul\" version=\"opset1\">"
         "<data transpose_a=\"false\" transpose_b=\"false\"/>"
         "<input>" + port(0) + port(1) + "</input><output>" + port(2) + "</output></layer>"
         "<layer id=\"3\" name=\"result\" type=\"Result\" version=\"opset1\">"
         "<input>" + port(0) + "</input></layer></layers><edges>"
         "<edge from-layer=\"0\" from-port=\"0\" to-layer=\"2\" to-port=\"0\"/>"
         "<edge from-layer=\"1\" from-port=\"0\" to-layer=\"2\" to-port=\"1\"/>"
         "<edge from-layer=\"2\" from-port=\"2\" to-layer=\"3\" to-port=\"0\"/></edges></net>";
}

}  // namespace

struct reference_product {
  std::vector<float> weights;
  ov_core_t *core = nullptr;
  ov_tensor_t *constant = nullptr;
  ov_model_t *model = nullptr;
  ov_compiled_model_t *compiled = nullptr;
  ov_infer_request_t *request = nullptr;

  ~reference_product() {
    ov_infer_request_free(request);
    ov_compiled_model_free(compiled);
    ov_model_free(model);
    ov_tensor_free(constant);
    ov_core_free(core);
  }

  bool open(int side) {
    const std::string network = product_network(side);
    weights.assign(static_cast<size_t>(side) * side, 0.5f);
    int64_t dims[] = {static_cast<int64_t>(weights.size() * sizeof(float))};
    ov_shape_t bytes = {1, dims};
    const ov_property_t properties[] = {
        {ov_property_key_hint_inference_precision, "f32"},
        {ov_property_key_hint_enable_cpu_pinning, "NO"},
        {ov_property_key_inference_num_threads, "1"},
    };
    ov_tensor_t *input = nullptr;
    void *data = nullptr;
    const bool made =
        succeeded(ov_core_create(&core)) &&
        succeeded(ov_tensor_create_from_host_ptr(U8, bytes, weights.data(), &constant)) &&
        succeeded(ov_core_read_model_from_memory_buffer(
            core, network.data(), network.size(), constant, &model)) &&
        succeeded(ov_core_compile_model_props(core, model, "CPU", 3, properties, &compiled)) &&
        succeeded(ov_compiled_model_create_infer_request(compiled, &request)) &&
        succeeded(ov_infer_request_get_input_tensor(request, &input)) &&
        succeeded(ov_tensor_data(input, &data));
    if (made) std::fill_n(static_cast<float *>(data), weights.size(), 0.5f);
    ov_tensor_free(input);
    return made;
  }
};

reference_product *reference_product_open(int side) {
  return guarded<reference_product *>(nullptr, [&]() -> reference_product * {
    auto product = new reference_product;
    if (product->open(side)) return product;
    delete product;
    return nullptr;
  });
}

bool reference_product_run(reference_product *product) {
  return succeeded(ov_infer_request_infer(product->request));
}

void reference_product_close(reference_product *product) { delete product; }

struct reference_network {
  ov_core_t *core = nullptr;
  ov_compiled_model_t *compiled = nullptr;
  ov_infer_request_t *request = nullptr;

  ~reference_network() {
    ov_infer_request_free(request);
    ov_compiled_model_free(compiled);
    ov_core_free(core);
  }

  bool open(const char *path) {
    const ov_property_t properties[] = {
        {ov_property_key_hint_performance_mode, "LATENCY"},
        {ov_property_key_hint_inference_precision, "f32"},
        {ov_property_key_hint_enable_cpu_pinning, "NO"},
        {ov_property_key_inference_num_threads, "1"},
    };
    return succeeded(ov_core_create(&core)) &&
           succeeded(ov_core_compile_model_from_file_props(core, path, "CPU", 4, properties,
                                                           &compiled)) &&
           succeeded(ov_compiled_model_create_infer_request(compiled, &request)) && fill_input();
  }

  // Grey: what lies in memory otherwise may be numbers that are slow to reckon with.
  bool fill_input() {
    ov_tensor_t *input = nullptr;
    void *data = nullptr;
    ov_element_type_e type = DYNAMIC;
    size_t count = 0;
    const bool found = succeeded(ov_infer_request_get_input_tensor(request, &input)) &&
                       succeeded(ov_tensor_get_element_type(input, &type)) && type == F32 &&
                       succeeded(ov_tensor_get_size(input, &count)) &&
                       succeeded(ov_tensor_data(input, &data));
    if (found) std::fill_n(static_cast<float *>(data), count, 0.5f);
    ov_tensor_free(input);
    return found;
  }
};

reference_network *reference_network_open(const char *path) {
  return guarded<reference_network *>(nullptr, [&]() -> reference_network * {
    auto network = new reference_network;
    if (network->open(path)) return network;
    delete network;
    return nullptr;
  });
}

bool reference_network_run(reference_network *network) {
  return succeeded(ov_infer_request_infer(network->request));
}

void reference_network_close(reference_network *network) { delete network; }

struct reference_dnn {
  cv::dnn::Net net;
  cv::Mat input;
};

reference_dnn *reference_dnn_open(const char *onnx_path, int width, int height) {
  return guarded<reference_dnn *>(nullptr, [&] {
    cv::setNumThreads(1);
    const int shape[] = {1, 3, height, width};
    return new reference_dnn{
        cv::dnn::readNetFromONNX(onnx_path), cv::Mat(4, shape, CV_32F, cv::Scalar(0.5))};
  });
}

int64_t reference_dnn_operations(reference_dnn *dnn) {
  return guarded<int64_t>(0, [&] {
    const cv::MatSize &size = dnn->input.size;
    return dnn->net.getFLOPS({size[0], size[1], size[2], size[3]});
  });
}

bool reference_dnn_run(reference_dnn *dnn) {
  return guarded(false, [&] {
    dnn->net.setInput(dnn->input);
    dnn->net.forward();
    return true;
  });
}

void reference_dnn_close(reference_dnn *dnn) { delete dnn; }
