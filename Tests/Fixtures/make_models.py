"""Writes the networks of a few bytes that the tests run: .deps/training/bin/python make_models.py"""

from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

HERE = Path(__file__).parent
IMAGE = helper.make_tensor_value_info("image", TensorProto.FLOAT, [1, 3, "height", "width"])


def write(name, nodes, inputs, outputs, weights=(), numbers=TensorProto.FLOAT):
    outputs = [helper.make_tensor_value_info(o, numbers, [1, None, None, None]) for o in outputs]
    graph = helper.make_graph(nodes, name, inputs, outputs, list(weights))
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    onnx.checker.check_model(model)
    onnx.save(model, HERE / f"{name}.onnx")


def average(source, target, side):
    return helper.make_node("AveragePool", [source], [target], kernel_shape=[side, side], strides=[side, side])


# The mean of each 2 x 2 pixels, a channel for each colour.
write("halves", [average("image", "means", 2)], [IMAGE], ["means"])

# The same as numbers of half the size.
write(
    "half-floats",
    [average("image", "means", 2), helper.make_node("Cast", ["means"], ["halves"], to=TensorProto.FLOAT16)],
    [IMAGE],
    ["halves"],
    numbers=TensorProto.FLOAT16,
)

colours = np.zeros((10, 3, 1, 1), np.float32)
colours[:3, :, 0, 0] = 40 * (2 * np.eye(3) - 1)


def write_spots(name, reach):
    """Answers as the dice network does: a cell of pure red is a 1, of green a 2, of blue a 3.

    Every box reaches `reach` cells of 8 pixels to each side of the cell's centre.
    """
    bias = np.array([-20] * 6 + [np.log(reach)] * 4, np.float32)
    write(
        name,
        [average("image", "means", 8), helper.make_node("Conv", ["means", "colours", "bias"], ["cells"])],
        [IMAGE],
        ["cells"],
        [numpy_helper.from_array(colours, "colours"), numpy_helper.from_array(bias, "bias")],
    )


write_spots("spots", reach=1)
# So wide that the cells of one square of 16 pixels are one die.
write_spots("wide-spots", reach=4)

second = helper.make_tensor_value_info("other", TensorProto.FLOAT, [1, 3, "height", "width"])
write("two-inputs", [helper.make_node("Add", ["image", "other"], ["sum"])], [IMAGE, second], ["sum"])

# As TensorFlow has pictures, colours last; two outputs: what is above 0 of each number, and what below.
rows = helper.make_tensor_value_info("image", TensorProto.FLOAT, [1, "height", "width", 3])
write(
    "signs",
    [
        helper.make_node("Relu", ["image"], ["above"]),
        helper.make_node("Neg", ["image"], ["turned"]),
        helper.make_node("Relu", ["turned"], ["below"]),
    ],
    [rows],
    ["above", "below"],
)

# Networks for something else than pictures of any size: a list of numbers; pictures of one size.
write("list", [helper.make_node("Relu", ["image"], ["positive"])], [helper.make_tensor_value_info("image", TensorProto.FLOAT, [1, 10])], ["positive"])
# Bytes, where floats are expected.
write(
    "bytes",
    [helper.make_node("Cast", ["image"], ["numbers"], to=TensorProto.FLOAT)],
    [helper.make_tensor_value_info("image", TensorProto.UINT8, [1, 10])],
    ["numbers"],
)
write(
    "one-size",
    [helper.make_node("Reshape", ["image", "shape"], ["same"])],
    [IMAGE],
    ["same"],
    [numpy_helper.from_array(np.array([1, 3, 10, 10], np.int64), "shape")],
)
