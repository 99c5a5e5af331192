import { collect } from "./collect.ts";

export const algorithms = collect(
  import.meta.glob("../../text/ko/algorithms/*.json", { eager: true, import: "default" }),
  "../../text/ko/algorithms/",
);
