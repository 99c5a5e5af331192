"""Inputs of any library: each number crosses as it is, or is refused by its place."""

import attograph
import networkx as nx
import numpy as np
import pytest
from attograph import AttographError, catalog
from attograph.graphs import graph
from attograph.inputs import named, packed, unpacked
from attograph.tensors import tensor

GAT = catalog.algorithm("gat-layer")


def refused(code, call, *arguments, **named_arguments):
    with pytest.raises(AttographError) as caught:
        call(*arguments, **named_arguments)
    assert caught.value.code == code, caught.value
    return caught.value


@pytest.mark.parametrize("kind", ["float16", "float32", "int8", "int64", "uint32", "bool"])
def test_numbers_of_other_types_are_converted_exactly_and_said_so(kind):
    given = np.array([[0, 1], [1, 0]], dtype=kind)
    read = tensor("x", given)
    assert read.array.dtype == np.float64
    assert read.origin == kind
    assert (read.array == given).all()


def test_float64_is_not_converted_and_copied():
    given = np.array([0.1, 1e-310, -0.0, 1.7976931348623157e308])
    read = tensor("x", given)
    given[0] = 7
    assert read.origin is None
    assert read.array.tobytes() == np.array([0.1, 1e-310, -0.0, 1.7976931348623157e308]).tobytes()


def test_bytes_to_the_page_and_back_are_the_same():
    numbers = np.array([[0.1 + 0.2, 5e-324], [-0.0, 1 / 3]])
    crossed = packed(numbers)
    assert unpacked({"shape": crossed["shape"], "data": memoryview(crossed["data"])}).tobytes() == numbers.tobytes()


def test_orders_in_memory_do_not_matter():
    given = np.asfortranarray(np.arange(6.0).reshape(2, 3))[:, ::-1]
    assert tensor("x", given).array.tolist() == [[2, 1, 0], [5, 4, 3]]


def test_numbers_that_float64_does_not_have_are_refused():
    assert refused("inexact", tensor, "x", np.array([1, 2**53 + 1])).facts["at"] == [1]
    assert refused("inexact", tensor, "x", [[2**60 + 1]]).facts["name"] == "x"


@pytest.mark.parametrize("given", [None, "text", {"a": 1}, [[1, 2], [3]], np.array([1j]), np.array(["a"]), object()])
def test_what_is_no_tensor_is_refused(given):
    assert "`x`" in str(refused("wrong-type", tensor, "x", given))


def test_masked_arrays_are_refused():
    assert "mask" in str(refused("wrong-type", tensor, "x", np.ma.array([1.0, 2.0], mask=[True, False])))


def test_lists_of_arrays_are_one_tensor():
    assert tensor("x", [np.array([1.0, 2.0]), np.array([3.0, 4.0])]).array.shape == (2, 2)


def test_a_graph_of_networkx_keeps_order_names_direction_and_weights():
    given = nx.DiGraph()
    given.add_nodes_from(["Cid", "Ann", "Ben"])
    given.add_weighted_edges_from([("Ann", "Ben", 0.1), ("Ben", "Cid", 2)])
    read = graph("graph", given)
    assert (read.nodes, read.directed, read.labels) == (3, True, ("Cid", "Ann", "Ben"))
    assert read.edges.tolist() == [[1, 2], [2, 0]]
    assert read.weights.tolist() == [0.1, 2.0]
    # Numbers are names as well: figures call the nodes as the graph does, from 0.
    assert graph("graph", nx.path_graph(3)).labels == ("0", "1", "2")


def test_node_link_data_is_the_graph_that_it_was_made_of():
    given = nx.Graph([("a", "b"), ("b", "c")])
    data = nx.node_link_data(given, edges="edges")
    read, other = graph("graph", data), graph("graph", given)
    assert read.labels == other.labels
    assert read.edges.tolist() == other.edges.tolist()
    assert graph("graph", nx.node_link_data(given, edges="links")).edges.tolist() == other.edges.tolist()


def test_lists_and_plain_records_are_graphs():
    assert graph("graph", [(0, 1), (1, 3)]).nodes == 4
    read = graph("graph", {"nodes": 3, "edges": [[0, 1]], "weights": [0.5]})
    assert (read.nodes, read.directed, read.weights.tolist(), read.labels) == (3, False, [0.5], None)


def test_graphs_that_no_algorithm_takes_are_refused():
    some = nx.Graph([(0, 1), (1, 2)])
    some[0][1]["weight"] = 2
    assert "edge (1, 2)" in str(refused("missing-input", graph, "graph", some))
    refused("multigraph", graph, "graph", nx.MultiGraph([(0, 1), (0, 1)]))
    refused("unknown-node", graph, "graph", {"nodes": [{"id": 1}], "edges": [{"source": 1, "target": 2}]})
    refused("wrong-type", graph, "graph", 7)
    refused("wrong-type", graph, "graph", [[0, 1, 2]])
    assert "graph.edges" in str(refused("unknown-input", graph, "graph", {"nodes": 1, "edge": []}))
    refused("missing-input", graph, "graph", {"nodes": 1})


def test_an_undirected_graph_gives_the_numbers_of_its_adjacency():
    given = nx.Graph([("a", "b"), ("b", "c")])
    adjacency = nx.to_numpy_array(given) + np.eye(3)
    scale = 1 / np.sqrt(adjacency.sum(axis=1))
    trace = attograph.trace("gcn-normalization", graph=given)
    assert np.allclose(trace.steps[-1].value, scale[:, None] * adjacency * scale, rtol=0, atol=1e-15)


def test_names_of_inputs_are_those_of_the_catalog_also_in_snake_case_and_as_groups():
    assert named(GAT, {"attention_source": 1, "negative_slope": None}) == {"attentionSource": 1}
    layer = catalog.algorithm("encoder-layer")
    assert named(layer, {"attention": {"w_query": 1}}) == {"attention.wQuery": 1}
    assert named(layer, {"attention.wQuery": 1}) == {"attention.wQuery": 1}


def test_unknown_names_are_refused_with_the_likely_ones():
    error = refused("unknown-input", attograph.figure, "gat-layer", grph=[(0, 1)])
    assert error.facts["suggestions"] == ["graph"]
    assert "gat-layer" in refused("unknown-algorithm", attograph.figure, "gat-leyer").facts["suggestions"]
    refused("unknown-choice", attograph.trace, "gat-layer", graph=[(0, 1)], x=[[1], [2]], combine="sum")
    refused("wrong-type", attograph.trace, "gat-layer", graph=[(0, 1)], x=[[1], [2]], heads="two")
    refused("wrong-type", attograph.trace, "gat-layer", graph=[(0, 1)], x=[[1], [2]], self_loops=1)


def test_learned_inputs_that_are_left_out_are_drawn_in_the_shapes_that_fit():
    one = attograph.figure("gat-layer", graph=[(0, 1), (1, 2)], x=np.eye(3), heads=2)
    assert one.drawn == ("w", "attentionSource", "attentionTarget")
    assert one.inputs["w"].shape == (3, 4)
    again = attograph.figure("gat-layer", graph=[(0, 1), (1, 2)], x=np.eye(3), heads=2)
    other = attograph.figure("gat-layer", graph=[(0, 1), (1, 2)], x=np.eye(3), heads=2, seed=2)
    assert np.array_equal(one.inputs["w"], again.inputs["w"])
    assert not np.array_equal(one.inputs["w"], other.inputs["w"])
