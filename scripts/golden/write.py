"""
Writes the golden files of gradients, and of the losses that had none:

    python write.py <cases.json> <pkg-tests/golden>

The cases are a list of {algorithm, name, inputs} as `run.mjs` collects them.
"""

import json
import pathlib
import sys
import warnings

import torch
import torch_geometric

import attention
import graphs
import inputs
import losses
import sparse
import transformer
from cases import gradient_case, result_case

torch.set_default_dtype(torch.float64)
torch.use_deterministic_algorithms(True)
warnings.filterwarnings("ignore")

FAMILIES = [attention, transformer, losses, inputs, graphs, sparse]
FUNCTIONS = {function.__name__.replace("_", "-"): function for family in FAMILIES for function in family.ALGORITHMS}

# Results beside the main one, whose way back is another.
FURTHER = {
    "attention-diffusion": ["output"],
    "over-smoothing": ["cosines"],
    "pattern-error": ["meanError"],
    "softmax-jacobian": ["jacobian"],
    "scaled-dot-product-attention": ["weights"],
    "vector-comparison": ["products", "distances"],
}

# Algorithms whose results have no golden file otherwise.
RESULTS = ["mean-squared-error", "cross-entropy", "binary-cross-entropy", "causal-language-model-loss", "gradient-descent"]

VERSIONS = f"PyTorch {torch.__version__}"


def source_of(function):
    geometric = f" and PyTorch Geometric {torch_geometric.__version__}" if function.__module__ == "graphs" else ""
    return f"{VERSIONS}{geometric}"


def write(path, algorithm, source, note, cases):
    lines = ",\n".join(json.dumps(case, separators=(",", ":"), ensure_ascii=False) for case in cases)
    head = [f'"{key}": {json.dumps(value)}' for key, value in (("algorithm", algorithm), ("source", source), ("note", note))]
    path.write_text("{" + ",\n".join(head) + f',\n"cases": [\n{lines}\n]}}\n', encoding="utf-8")


collected = json.loads(pathlib.Path(sys.argv[1]).read_text())
golden = pathlib.Path(sys.argv[2])
for algorithm, function in FUNCTIONS.items():
    own = [case for case in collected if case["algorithm"] == algorithm]
    cases = [
        found
        for case in own
        for of in [None, *FURTHER.get(algorithm, [])]
        if (found := gradient_case(function, case["name"], case["inputs"], of))
    ]
    note = (function.__doc__ or "").strip()
    write(golden / "gradients" / f"{algorithm}.json", f"{algorithm}-gradient", f"{source_of(function)}, autograd", note, cases)
    if algorithm in RESULTS:
        # PyTorch's mean of no loss is no number; the library's is 0.
        results = [found for case in own if (found := result_case(function, case["name"], case["inputs"]))]
        write(golden / f"{algorithm}.json", algorithm, source_of(function), note, results)
    if len(cases) < 2:
        sys.exit(f"{algorithm} has {len(cases)} cases")
print(f"{len(FUNCTIONS)} algorithms")
