/** The units of the course, in their order. */
import type { UnitContent } from "../src/course/scene.ts";
import { Numbered } from "../src/stage/numbered.ts";

export const UNITS = new Numbered(import.meta.glob<UnitContent>("./[0-9]*.ts", { import: "unit" }));
