import { collect, merged } from "./collect.ts";

const words = collect(
  import.meta.glob("../../text/en/{practice,exercises,misconceptions}.json", { eager: true, import: "default" }),
  "../../text/en/",
);

export const room = {
  ...words,
  derivations: merged(import.meta.glob("../../text/en/derivations/*.json", { eager: true, import: "default" })),
};
