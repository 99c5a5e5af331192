/** The formats in which a step, a number and a run are written. */
import { csv, csvOfSteps, isOnGraph, json, latex, latexOfCell, numpy, pyg, pytorch } from "attograph/export";
import type { ShownRun } from "../lesson/shown-run.ts";

export interface Format {
  /** The key of its name among the texts of the menu. */
  readonly name: string;
  /** What its file ends with. */
  readonly extension: string;
  /** What its file is called beside the name of the group, where another format has the same ending. */
  readonly suffix?: string;
  readonly type: string;
  readonly write: () => string;
}

export interface Group {
  /** The key of its heading. */
  readonly name: "number" | "step" | "run";
  /** The step, or the algorithm, that it is about. */
  readonly about: string;
  /** What its files are called. */
  readonly file: string;
  readonly formats: readonly Format[];
}

const CSV = { extension: "csv", type: "text/csv" };
const TEX = { extension: "tex", type: "application/x-tex" };
const PYTHON = { extension: "py", type: "text/x-python" };

/** Returns what can be written of the chosen number, if there is one, of the steps and of the run. */
export function groupsOf({ trace, steps, cell }: ShownRun): Group[] {
  const file = (text: string) => text.replace(/[^\w-]+/g, "-").replace(/^-|-$/g, "");
  const number: Group[] = cell
    ? [
        {
          name: "number",
          about: cell.step,
          file: file(`${cell.step}-${cell.index.join("-")}`),
          formats: [{ name: "latex", ...TEX, write: () => latexOfCell(trace, cell) }],
        },
      ]
    : [];
  return [
    ...number,
    ...steps.map(
      (step): Group => ({
        name: "step",
        about: step.id,
        file: file(step.id),
        formats: [
          { name: "csv", ...CSV, write: () => csv(step) },
          { name: "latex", ...TEX, write: () => latex(step) },
        ],
      }),
    ),
    {
      name: "run",
      about: trace.algorithm,
      file: trace.algorithm,
      formats: [
        { name: "numpy", suffix: "numpy", ...PYTHON, write: () => numpy(trace) },
        { name: "pytorch", suffix: "pytorch", ...PYTHON, write: () => pytorch(trace) },
        ...(isOnGraph(trace) ? [{ name: "pyg", suffix: "pyg", ...PYTHON, write: () => pyg(trace) }] : []),
        { name: "csv", ...CSV, write: () => csvOfSteps(trace) },
        { name: "json", extension: "json", type: "application/json", write: () => json(trace) },
      ],
    },
  ];
}
