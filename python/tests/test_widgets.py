"""Widgets without a page: their traits, what crosses, and what is refused."""

import json

import attograph
import networkx as nx
import numpy as np
import pytest
from attograph import AttographError

GRAPH = nx.Graph([("Ann", "Ben"), ("Ben", "Cid")])


def refused(code, call, *arguments, **named_arguments):
    with pytest.raises(AttographError) as caught:
        call(*arguments, **named_arguments)
    assert caught.value.code == code, caught.value
    return caught.value


def figure(**more):
    return attograph.figure("gat-layer", graph=GRAPH, x=np.eye(3), **more)


def test_a_figure_has_its_step_cell_and_number():
    one = figure(step="gat.weights", cell=(0, 1, 0))
    assert one.value.shape == (1, 3, 3)
    assert one.number == one.trace["gat.weights"][0, 1, 0]
    one.step = "gat.projected"
    assert one.cell is None


def test_steps_cells_and_words_that_do_not_exist_are_refused():
    refused("unknown-step", figure, step="gat.weight")
    refused("index-out-of-bounds", figure, step="gat.weights", cell=(0, 3, 0))
    refused("unknown-controls", figure, controls="some")
    refused("unknown-theme", figure, theme="blue")
    refused("unknown-language", figure, language="de")
    refused("unknown-axis", figure, names={"nodes": ["a"]})


def test_inputs_that_were_left_out_do_not_become_those_of_the_example():
    crossed = figure()._inputs
    assert crossed["b"] is None
    assert crossed["graph"]["edges"] == [[0, 1], [1, 2]]
    assert np.frombuffer(crossed["x"]["data"]).tolist() == np.eye(3).reshape(-1).tolist()
    assert attograph.figure("gat-layer")._inputs is None


def test_nodes_keep_their_names():
    assert figure().names["target"] == ["Ann", "Ben", "Cid"]
    assert figure(names=["a", "b", "c"]).names["node"] == ["a", "b", "c"]


def test_edits_of_the_page_become_inputs_and_another_run():
    one = figure(step="gat.weights")
    seen = []
    one.observe(lambda change: seen.append(change["new"]["x"]), "inputs")
    numbers = np.full((3, 3), 0.1)
    one.set_state({"_edits": {"x": {"shape": [3, 3], "data": memoryview(numbers.tobytes())}}})
    assert np.array_equal(seen[0], numbers)
    assert np.array_equal(one.trace["gat.features"], numbers)
    # Taken back.
    one.set_state({"_edits": {}})
    assert np.array_equal(one.inputs["x"], np.eye(3))
    assert np.array_equal(one.trace["gat.features"], np.eye(3))


def test_inputs_may_be_set_and_what_is_refused_changes_nothing():
    one = figure()
    one.inputs = {**one.inputs, "x": np.zeros((3, 3))}
    assert np.frombuffer(one._inputs["x"]["data"]).tolist() == [0.0] * 9
    with pytest.raises(AttographError):
        one.inputs = {**one.inputs, "x": np.zeros((2, 3))}
    assert one.inputs["x"].shape == (3, 3)


def test_what_a_saved_notebook_keeps_of_a_figure_is_small():
    one = figure()
    assert "gat-layer" in one._repr_mimebundle_()[0]["text/plain"]
    assert len(one._esm) < 4000


def test_the_front_end_is_sent_once_for_each_page(monkeypatch):
    sent = []
    monkeypatch.setattr(attograph.Figure, "send", lambda self, content, buffers=None: sent.append((content, buffers)))
    one, other = figure(), figure()
    for widget in (one, other):
        widget._handle_custom_msg({"kind": "front", "page": "first"}, [])
    one._handle_custom_msg({"kind": "front", "page": "second"}, [])
    one._handle_custom_msg({"kind": "other"}, [])
    assert [content for content, _ in sent] == [{"kind": "front"}] * 2
    assert all(len(buffers) == 2 for _, buffers in sent)


TOKENS = ["the", "cat"]
WEIGHTS = np.array([[0.25, 0.75], [1.0, 0.0]])


def test_attention_takes_a_matrix_heads_layers_and_the_tuple_of_a_model():
    assert attograph.attention(TOKENS, WEIGHTS).weights.shape == (1, 1, 2, 2)
    assert attograph.attention(TOKENS, np.stack([WEIGHTS] * 3)).weights.shape == (1, 3, 2, 2)
    model = tuple(np.stack([WEIGHTS[None], np.eye(2)[None]]).astype(np.float32) for _ in range(4))
    shown = attograph.attention(TOKENS, model, layer=3, batch=1)
    assert shown.weights.shape == (4, 1, 2, 2)
    assert np.array_equal(shown.value, np.eye(2))
    assert shown.origin == "float32"
    shown.cell = (1, 1)
    assert shown.number == 1.0


def test_weights_cross_as_they_are():
    crossed = attograph.attention(TOKENS, WEIGHTS)._weights
    assert crossed["shape"] == [1, 1, 2, 2]
    assert crossed["data"] == WEIGHTS.tobytes()


def test_attention_that_no_softmax_gives_is_refused_by_its_place():
    error = refused("row-sum", attograph.attention, TOKENS, [[0.25, 0.75], [0.5, 0.4]])
    assert error.facts["at"] == (0, 0, 1)
    error = refused("non-finite", attograph.attention, TOKENS, [[0.25, 0.75], [np.nan, 0.4]])
    assert error.facts["at"] == (0, 0, 1, 0)
    refused("not-a-weight", attograph.attention, TOKENS, [[1.25, -0.25], [0.5, 0.5]])
    refused("wrong-rank", attograph.attention, TOKENS, [0.5, 0.5])
    refused("shape-mismatch", attograph.attention, ["the"], WEIGHTS)
    refused("shape-mismatch", attograph.attention, TOKENS, (WEIGHTS[None], np.eye(3)[None]))
    refused("missing-input", attograph.attention, TOKENS, [[0.5, 0.25, 0.25], [1, 0, 0]])
    refused("wrong-type", attograph.attention, "the cat", WEIGHTS)
    refused("index-out-of-bounds", attograph.attention, TOKENS, WEIGHTS, head=1)
    refused("index-out-of-bounds", attograph.attention, TOKENS, WEIGHTS, cell=(0, 2))
    refused("unknown-picture", attograph.attention, TOKENS, WEIGHTS, picture="bars")


def test_a_fully_masked_row_and_rounded_halves_are_attention():
    masked = attograph.attention(TOKENS, [[0.0, 0.0], [0.5, 0.5]])
    assert masked.value[0].tolist() == [0, 0]
    thirds = np.full((3, 3), 1 / 3, dtype=np.float16)
    assert attograph.attention(["a", "b", "c"], thirds).origin == "float16"


def test_scenes_exercises_polls_and_labs_are_known_by_their_ids():
    assert attograph.scene("self-attention", "long-key")._attributes["scene"] == "long-key"
    assert attograph.exercise("attention-steps", seed=7)._attributes["seed"] == "7"
    assert attograph.poll("S1-P1")._element == "attograph-poll"
    assert attograph.lab("hash")._element == "attograph-lab-hash"
    refused("unknown-scene", attograph.scene, "self-attention", "long-keys")
    refused("unknown-unit", attograph.scene, "self-atention")
    refused("unknown-exercise", attograph.exercise, "attention")
    refused("unknown-poll", attograph.poll, "S1")
    refused("unknown-lab", attograph.lab, "hashes")
    refused("unknown-difficulty", attograph.exercise, "attention-steps", difficulty="simple")
    refused("wrong-type", attograph.exercise, "attention-steps", seed=-1)


def test_an_exercise_takes_inputs_of_ones_own():
    own = {"query": np.eye(2), "key": [[2, 1], [0, 1], [1, 1]]}
    attributes = attograph.exercise("attention-steps", own, names={"query": ["I", "see"]})._attributes
    assert json.loads(attributes["inputs"]) == {"query": [[1, 0], [0, 1]], "key": [[2, 1], [0, 1], [1, 1]]}
    assert json.loads(attributes["names"]) == {"query": ["I", "see"]}
    graph = attograph.exercise("gcn-normalization-steps", {"graph": {"nodes": 3, "edges": [[0, 1], [1, 2]]}})
    assert json.loads(graph._attributes["inputs"])["graph"]["edges"] == [[0, 1], [1, 2]]
    assert "inputs" not in attograph.exercise("attention-steps")._attributes
    refused("unknown-input", attograph.exercise, "causal-attention-steps", {"mask": np.eye(2)})
    refused("unknown-input", attograph.exercise, "attention-steps", {"queries": np.eye(2)})
    refused("unknown-input", attograph.exercise, "attention-steps", {"upstream": np.eye(2)})
    with pytest.raises(attograph.AttographError):
        attograph.exercise("attention-steps", {"query": [[1, "x"]]})
