import { collect } from "./collect.ts";

export const room = collect(
  import.meta.glob("../../text/ko/{practice,exercises,misconceptions}.json", { eager: true, import: "default" }),
  "../../text/ko/",
);
