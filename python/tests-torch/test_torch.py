"""Tensors of PyTorch: every type crosses exactly, wherever it lies and whatever it is a part of."""

import attograph
import numpy as np
import pytest
import torch
from attograph.tensors import tensor

NUMBERS = [[0.1, -2.5], [3.0, 1e-3]]


@pytest.mark.parametrize("kind", ["bfloat16", "float16", "float32", "float64"])
def test_floats_are_exactly_those_of_the_tensor(kind):
    given = torch.tensor(NUMBERS, dtype=getattr(torch, kind))
    read = tensor("x", given)
    assert read.origin == (None if kind == "float64" else kind)
    assert read.array.tolist() == given.double().tolist()


def test_gradients_views_and_sparse_tensors_are_read():
    given = torch.tensor(NUMBERS, requires_grad=True)
    assert tensor("x", given.T).array.tolist() == given.T.double().tolist()
    assert tensor("x", torch.eye(2).to_sparse()).array.tolist() == [[1, 0], [0, 1]]
    assert tensor("x", torch.tensor([[True, False]])).origin == "bool"


def test_a_run_of_tensors_is_that_of_arrays():
    query, key, value = torch.randn(3, 4, 2, dtype=torch.float64)
    trace = attograph.trace("scaled-dot-product-attention", query=query, key=key, value=value)
    expected = torch.nn.functional.scaled_dot_product_attention(query[None], key[None], value[None])[0]
    assert np.allclose(trace.outputs["output"], expected, rtol=0, atol=1e-12)


def test_attentions_of_a_model_are_shown_in_each_precision():
    for kind in (torch.bfloat16, torch.float16, torch.float32):
        layers = tuple(torch.softmax(torch.randn(1, 2, 3, 3), dim=-1).to(kind) for _ in range(2))
        shown = attograph.attention(["a", "b", "c"], layers)
        assert np.array_equal(shown.weights[1], layers[1][0].double().numpy())
