import { collect } from "./collect.ts";

export const room = collect(
  import.meta.glob("../../text/en/engines.json", { eager: true, import: "default" }),
  "../../text/en/",
);
