"""Multiplies a sparse matrix by a dense one with SciPy, as often as it is asked on standard input, and answers in milliseconds.

    python scripts/bench/native.py FOLDER WIDTH
"""

import json
import sys
from pathlib import Path
from time import perf_counter

import numpy
import scipy
from scipy.sparse import csr_matrix

folder, width = Path(sys.argv[1]), int(sys.argv[2])


def read(name, kind):
    return numpy.fromfile(folder / name, kind)


# Indices of 32 bits, as SciPy itself would choose.
starts, columns = (read(name, numpy.uint32).astype(numpy.int32) for name in ("starts", "columns"))
x = read("x", numpy.float32).reshape(-1, width)
matrix = csr_matrix((read("values", numpy.float32), columns, starts), shape=(len(starts) - 1, len(x)))

for line in sys.stdin:
    command = json.loads(line)
    if command["act"] == "version":
        answer = {"version": scipy.__version__}
    elif command["act"] == "answer":
        answer = {"numbers": (matrix @ x)[:: command["every"]].ravel().tolist()}
    else:
        start = perf_counter()
        for _ in range(command["times"]):
            product = matrix @ x
        answer = {"milliseconds": (perf_counter() - start) * 1000 / command["times"]}
    print(json.dumps(answer), flush=True)
