"""Runs notebooks without a browser, one after another: every cell has to end, and its assertions have to hold."""

import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

failed = False
for name in sys.argv[1:]:
    notebook = nbformat.read(name, as_version=4)
    try:
        NotebookClient(notebook, timeout=600, kernel_name="python3").execute()
        print(f"{Path(name).name}: {sum(cell.cell_type == 'code' for cell in notebook.cells)} cells", flush=True)
    except CellExecutionError as error:
        failed = True
        print(f"{Path(name).name}:\n{error}", flush=True)
sys.exit(failed)
