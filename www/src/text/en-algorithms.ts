import { join } from "./collect.ts";

export const algorithms = join(import.meta.glob("../../text/en/algorithms/*.json", { eager: true, import: "default" }));
