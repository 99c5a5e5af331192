"""Cases: inputs as the catalog takes them, a random gradient of a result, and what autograd gives for each input."""

import random
import struct

import torch

from graphs import Graph


def single(number):
    return struct.unpack("f", struct.pack("f", number))[0]


def as_given(number):
    """Nine digits name one float32 number; what is none stays."""
    return single(number) if abs(single(number) - number) <= 5e-9 * abs(number) else number


def taken_in(value, leaves, name=""):
    """An input as the functions here take it. Tensors ask for a gradient, and are listed by their names."""
    if isinstance(value, list):
        value = {"shape": [len(value)], "data": value}
    if not isinstance(value, dict):
        return value
    if "nodes" in value:
        pairs = torch.tensor(value["edges"]["data"], dtype=torch.long).reshape(-1, 2).tolist()
        weights = [as_given(weight) for weight in value["weights"]["data"]] if value.get("weights") else None
        return Graph(value["nodes"], pairs, value.get("directed", False), weights)
    if "data" in value:
        numbers = [as_given(number) for number in value["data"]]
        leaves[name] = torch.tensor(numbers, dtype=torch.float64).reshape(value["shape"]).requires_grad_()
        return leaves[name]
    return {part: taken_in(own, leaves, f"{name}.{part}" if name else part) for part, own in value.items()}


def digits(number):
    return float(f"{number:.9g}") + 0.0


def written(tensor):
    return {"shape": list(tensor.shape), "data": [digits(number) for number in tensor.detach().flatten().tolist()]}


def put(group, name, value):
    """Writes under a name, the parts of which are groups."""
    *parents, own = name.split(".")
    for parent in parents:
        group = group.setdefault(parent, {})
    group[own] = value


def results_of(function, inputs):
    leaves = {}
    return function(**taken_in(inputs, leaves)), leaves


def gradient_case(function, name, inputs, of):
    """The gradient of a result, for an upstream that is drawn by the names of algorithm and case; None if no tensor leads to it."""
    results, leaves = results_of(function, inputs)
    result = list(results.values())[-1] if of is None else results[of]
    if not result.requires_grad or result.numel() == 0:
        return None
    draws = random.Random(f"{function.__name__} / {name}")
    numbers = [digits(single(draws.gauss(0, 1))) for _ in range(result.numel())]
    upstream = torch.tensor([as_given(number) for number in numbers], dtype=torch.float64).reshape(result.shape)
    result.backward(upstream)
    outputs = {}
    for leaf, tensor in leaves.items():
        if tensor.grad is not None:
            assert tensor.grad.isfinite().all(), f"{function.__name__} / {name}: {leaf}"
            put(outputs, leaf, written(tensor.grad))
    asked = {**inputs, **({} if of is None else {"of": of})}
    asked["upstream"] = {"shape": list(result.shape), "data": numbers}
    return {"name": name if of is None else f"{name}, {of}", "inputs": asked, "outputs": outputs}


def result_case(function, name, inputs):
    """The results themselves; None if one is no number."""
    results, _ = results_of(function, inputs)
    if not all(result.isfinite().all() for result in results.values()):
        return None
    return {"name": name, "inputs": inputs, "outputs": {name: written(result) for name, result in results.items()}}
