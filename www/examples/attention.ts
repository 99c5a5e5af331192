import { rowsOf } from "./example.ts";
import { asking, being, telling } from "./things.ts";

export const query = rowsOf(asking);

export const key = rowsOf(being);

export const value = rowsOf(telling);
