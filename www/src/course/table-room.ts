/** How much room the tables of a scene have. Pure. */
import type { Shown } from "../../units/scene.ts";
import type { TraceStep } from "../elements/events.ts";
import type { PictureKind } from "../pictures/spec.ts";

/** The size of the cells; `course.css` says what it is. */
export type TableRoom = "large" | "medium" | "small";

/** Pictures that take the whole width, so that a table stands below them. */
const WIDE: ReadonlySet<PictureKind> = new Set(["arcs", "bars", "curves", "graph"]);
const MOST_TABLES = 2;
/** Columns of all tables together, beyond which cells are small, and up to which they are large. */
const [MANY_COLUMNS, FEW_COLUMNS] = [7, 5];

/** Fewer and narrower tables have larger cells, beside another picture they have small ones. `tables`: the steps that are shown as tables. */
export function tableRoom(shown: readonly Shown[], tables: readonly TraceStep[]): TableRoom {
  const columns = tables.reduce((sum, { shape }) => sum + (shape.at(-1) ?? 1), 0);
  const beside = shown.some((one) => "picture" in one && !WIDE.has(one.picture.kind));
  if (beside || tables.length > MOST_TABLES || columns > MANY_COLUMNS) return "small";
  return tables.length === shown.length && columns <= FEW_COLUMNS ? "large" : "medium";
}
