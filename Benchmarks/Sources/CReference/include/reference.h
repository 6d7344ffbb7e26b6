#ifndef REFERENCE_H
#define REFERENCE_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A product of two f32 matrices of `side` x `side` by OpenVINO's own kernel (oneDNN's) on one
/// thread, the right one constant, as weights are: what this machine can do.
typedef struct reference_product reference_product;

/// NULL, with the reason on standard error, when it cannot be set up.
reference_product *reference_product_open(int side);
bool reference_product_run(reference_product *product);
void reference_product_close(reference_product *product);

/// A network of one input size, in OpenVINO on one thread and in f32, with nothing about it: the bare
/// runtime.
typedef struct reference_network reference_network;

/// NULL, with the reason on standard error, when OpenVINO cannot read the file.
reference_network *reference_network_open(const char *path);
/// Runs the network once on grey.
bool reference_network_run(reference_network *network);
void reference_network_close(reference_network *network);

/// The same ONNX file in OpenCV's DNN module on one thread.
typedef struct reference_dnn reference_dnn;

/// NULL, with the reason on standard error, when OpenCV cannot read the file.
reference_dnn *reference_dnn_open(const char *onnx_path, int width, int height);
/// The floating-point operations of one picture, counted from the file's layers by OpenCV; a
/// multiply-add counts as two.
int64_t reference_dnn_operations(reference_dnn *dnn);
/// Runs the network once on grey.
bool reference_dnn_run(reference_dnn *dnn);
void reference_dnn_close(reference_dnn *dnn);

#ifdef __cplusplus
}
#endif
#endif
