"""Makes the ONNX models of the benchmark: needs the onnx package from PyPI. What it writes is kept in the repository.

    python scripts/bench/models.py
"""

from pathlib import Path

import onnx
from onnx import TensorProto, helper

FOLDER = Path(__file__).parent / "models"


def matrix(name, *shape):
    return helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)


def write(name, nodes, inputs, outputs, constants=()):
    graph = helper.make_graph(nodes, name, inputs, outputs, list(constants))
    imports = [helper.make_opsetid("", 17), helper.make_opsetid("com.microsoft", 1)]
    model = helper.make_model(graph, opset_imports=imports, ir_version=8)
    onnx.save(model, FOLDER / f"{name}.onnx")


node = helper.make_node

write(
    "product",
    [node("MatMul", ["a", "b"], ["c"])],
    [matrix("a", "m", "k"), matrix("b", "k", "n")],
    [matrix("c", "m", "n")],
)
write(
    "attention",
    [
        node("Transpose", ["k"], ["kt"], perm=[1, 0]),
        node("MatMul", ["q", "kt"], ["scores"]),
        node("Mul", ["scores", "scale"], ["scaled"]),
        node("Softmax", ["scaled"], ["weights"], axis=-1),
        node("MatMul", ["weights", "v"], ["o"]),
    ],
    [matrix("q", "n", "d"), matrix("k", "m", "d"), matrix("v", "m", "v")],
    [matrix("o", "n", "v")],
    [helper.make_tensor("scale", TensorProto.FLOAT, [], [64**-0.5])],
)
write(
    "masked",
    [
        node("Transpose", ["k"], ["kt"], perm=[1, 0]),
        node("MatMul", ["q", "kt"], ["scores"]),
        node("Mul", ["scores", "scale"], ["scaled"]),
        node("Add", ["scaled", "bias"], ["masked"]),
        node("Softmax", ["masked"], ["weights"], axis=-1),
        node("MatMul", ["weights", "v"], ["o"]),
    ],
    [matrix("q", "n", "d"), matrix("k", "m", "d"), matrix("v", "m", "v"), matrix("bias", "n", "m")],
    [matrix("o", "n", "v")],
    [helper.make_tensor("scale", TensorProto.FLOAT, [], [64**-0.5])],
)
write(
    "heads",
    [node("MultiHeadAttention", ["q", "k", "v"], ["o"], domain="com.microsoft", num_heads=8)],
    [matrix("q", 1, "n", 512), matrix("k", 1, "m", 512), matrix("v", 1, "m", 512)],
    [matrix("o", 1, "n", 512)],
)
write(
    "gcn",
    [
        node("MatMul", ["x", "w1"], ["xw"]),
        node("MatMul", ["s", "xw"], ["h"]),
        node("Relu", ["h"], ["r"]),
        node("MatMul", ["r", "w2"], ["rw"]),
        node("MatMul", ["s", "rw"], ["o"]),
    ],
    [matrix("s", "n", "n"), matrix("x", "n", "f"), matrix("w1", "f", "g"), matrix("w2", "g", "c")],
    [matrix("o", "n", "c")],
)
