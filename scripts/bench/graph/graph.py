"""Layers on a large graph in f64 with SciPy, as often as it is asked on standard input: the milliseconds from the list of edges to the result, and numbers of that.

    python scripts/bench/graph/graph.py FOLDER NODES WIDTH
"""

import json
import sys
from pathlib import Path
from time import perf_counter

import numpy
import scipy
from scipy.sparse import csr_array, dia_array, eye_array

folder, nodes, width = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])

edges = numpy.fromfile(folder / "edges", numpy.uint32).astype(numpy.int32).reshape(-1, 2)
x, w, b = (numpy.fromfile(folder / name, numpy.float64).reshape(-1, width) for name in ("x", "w", "b"))


def adjacency():
    source, target = edges.T
    ends = numpy.concatenate([target, source]), numpy.concatenate([source, target])
    return csr_array((numpy.ones(2 * len(edges)), ends), shape=(nodes, nodes))


def diagonal(numbers):
    return dia_array((numbers[None], [0]), shape=(nodes, nodes))


def normalized():
    matrix = adjacency() + eye_array(nodes, format="csr")
    roots = diagonal(1 / numpy.sqrt(matrix.sum(axis=1)))
    return (roots @ matrix @ roots).tocsr()


def convolve():
    return (normalized() @ x) @ w


def aggregate():
    counts = adjacency()
    return ((diagonal(1 / counts.sum(axis=1)) @ counts).tocsr() @ x) @ w + x @ b


def propagate():
    matrix, state, start = normalized(), x, 0.1 * x
    for _ in range(10):
        state = 0.9 * (matrix @ state) + start
    return state


WORK = {"gcn-layer": convolve, "mean-aggregation-layer": aggregate, "personalized-pagerank-propagation": propagate}

for line in sys.stdin:
    command = json.loads(line)
    if command["work"] == "version":
        answer = {"version": scipy.__version__}
    else:
        start = perf_counter()
        result = WORK[command["work"]]()
        milliseconds = (perf_counter() - start) * 1000
        answer = {"milliseconds": milliseconds, "numbers": result.ravel()[:: command["every"]].tolist()}
    print(json.dumps(answer), flush=True)
