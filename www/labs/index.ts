/** The labs, in the order of the course. */
import type { LabContent } from "../src/labs/lab.ts";
import { Numbered } from "../src/stage/numbered.ts";

export const LABS = new Numbered(import.meta.glob<LabContent>("./[0-9]*.ts", { import: "lab" }));
