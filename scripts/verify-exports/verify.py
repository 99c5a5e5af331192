"""Runs the programs of a folder and prints a table: for each algorithm and library, how many of its programs agree with the run."""

import contextlib
import io
import json
import pathlib
import sys
import traceback
import warnings

warnings.filterwarnings("ignore")
folder = pathlib.Path(sys.argv[1])
programs = json.loads((folder / "list.json").read_text())
libraries = ["NumPy", "PyTorch", "PyG", "NumPy, back", "PyTorch, back"]
results = {}
failures = []
for program in programs:
    cell = results.setdefault(program["algorithm"], {}).setdefault(program["library"], [0, 0])
    cell[1] += 1
    source = (folder / program["file"]).read_text()
    printed = io.StringIO()
    try:
        with contextlib.redirect_stdout(printed):
            exec(compile(source, program["file"], "exec"), {"__name__": "__main__"})
        if "the results agree" not in printed.getvalue():
            raise AssertionError("the program ended before its results were compared")
        cell[0] += 1
    except Exception as error:
        lines = [entry.lineno for entry in traceback.extract_tb(error.__traceback__) if entry.filename == program["file"]]
        failures.append((program, lines[-1] if lines else 0, f"{type(error).__name__}: {error}"))

width = max(len(name) for name in results)
print(f"{'algorithm':{width}}  " + "  ".join(f"{name:>13}" for name in libraries))
for algorithm, row in results.items():
    cells = [f"{row[name][0]}/{row[name][1]}" if name in row else "" for name in libraries]
    print(f"{algorithm:{width}}  " + "  ".join(f"{cell:>13}" for cell in cells))
for program, line, message in failures:
    print(f"\n{program['file']}, line {line} ({program['library']}, {program['name']})\n{message}")
summary = f"{len(programs) - len(failures)} passed, {len(failures)} failed"
(folder / "summary.txt").write_text(summary)
sys.exit(1 if failures else 0)
