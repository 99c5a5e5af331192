"""The library in this process: every algorithm runs, and its numbers are those of NumPy."""

import json
import os
import threading

import attograph
import numpy as np
import pytest
from attograph import AttographError, catalog
from attograph.engine import _decimal, engine

QUERY, KEY, VALUE = [[1, 0], [0, 2.0]], [[1, 1], [0, 3]], [[1, 2], [3, 4]]


def attend():
    scores = np.array(QUERY) @ np.array(KEY).T / np.sqrt(2)
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    return weights / weights.sum(axis=1, keepdims=True)


def test_weights_are_those_of_numpy():
    trace = attograph.trace("scaled-dot-product-attention", query=QUERY, key=KEY, value=VALUE)
    assert np.allclose(trace["attention.weights"], attend(), rtol=0, atol=1e-15)
    assert np.allclose(trace.outputs["output"], attend() @ VALUE, rtol=0, atol=1e-15)
    assert list(trace)[:3] == ["attention.query", "attention.key", "attention.value"]
    assert trace.steps[-1].axes == ("query", "value-feature")


@pytest.mark.parametrize("algorithm", list(catalog.algorithms()))
def test_the_example_of_every_algorithm_has_the_bits_of_the_browser(algorithm):
    """The file beside the tests is written by the library in JavaScript."""
    with open(os.environ["ATTOGRAPH_TRACES"]) as file:
        expected = json.load(file)[algorithm]
    trace = attograph.trace(algorithm)
    assert list(trace) == [step["id"] for step in expected]
    for step in expected:
        numbers = np.frombuffer(bytes.fromhex(step["data"]), dtype="<f8").reshape(step["shape"])
        assert trace[step["id"]].tobytes() == numbers.tobytes(), step["id"]


def test_what_the_library_refuses_is_an_error_with_its_code_and_facts():
    with pytest.raises(AttographError, match="length of axis 1 of `key` must be 3") as caught:
        attograph.trace("scaled-dot-product-attention", query=[[1, 2, 3]], key=[[1, 2]], value=[[1]])
    assert caught.value.code == "shape-mismatch"
    assert caught.value.facts["input"] == "key"
    assert caught.value.facts["expected"] == 3


@pytest.mark.parametrize(
    ("number", "text"),
    [(3.0, "3"), (-0.0, "0"), (0.1, "0.1"), (1e20, "100000000000000000000"), (1e21, "1e+21"), (1.5e-7, "1.5e-7"), (1e-6, "0.000001"), (np.inf, "Infinity"), (np.nan, "NaN")],
)
def test_numbers_in_messages_are_written_as_in_javascript(number, text):
    assert _decimal(number) == text


def test_not_a_number_is_refused_by_its_place():
    with pytest.raises(AttographError) as caught:
        attograph.trace("scaled-dot-product-attention", query=[[1, np.nan]], key=[[1, 2]], value=[[1]])
    assert caught.value.code == "non-finite"
    assert caught.value.facts["index"] == [0, 1]


def test_a_missing_step_names_the_likely_one():
    trace = attograph.trace("scaled-dot-product-attention", query=QUERY, key=KEY, value=VALUE)
    with pytest.raises(AttographError, match="did you mean `attention.weights`"):
        trace["attention.weight"]


def test_a_run_that_would_take_long_is_refused():
    large = np.zeros((3000, 64))
    with pytest.raises(AttographError) as caught:
        attograph.trace("scaled-dot-product-attention", query=large, key=large, value=large)
    assert caught.value.code == "over-limit"


def test_threads_take_turns():
    found = []
    run = lambda: found.append(attograph.trace("scaled-dot-product-attention", query=QUERY, key=KEY, value=VALUE))  # noqa: E731
    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [np.array_equal(one["attention.weights"], found[0]["attention.weights"]) for one in found] == [True] * 4


def test_random_numbers_are_drawn_from_their_seed():
    one, again, other = (engine().random([2, 3], seed, -1, 1) for seed in (1, 1, 2))
    assert one.shape == (6,)
    assert np.array_equal(one, again)
    assert not np.array_equal(one, other)
    assert (np.abs(one) <= 1).all()
