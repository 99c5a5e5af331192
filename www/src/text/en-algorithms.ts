import { collect } from "./collect.ts";

export const algorithms = collect(
  import.meta.glob("../../text/en/algorithms/*.json", { eager: true, import: "default" }),
  "../../text/en/algorithms/",
);
