import { collect } from "./collect.ts";

export const room = collect(
  import.meta.glob("../../text/ko/engines.json", { eager: true, import: "default" }),
  "../../text/ko/",
);
