import { join } from "./collect.ts";

export const algorithms = join(import.meta.glob("../../text/ko/algorithms/*.json", { eager: true, import: "default" }));
