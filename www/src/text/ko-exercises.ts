import { collect, merged } from "./collect.ts";

const words = collect(
  import.meta.glob("../../text/ko/{practice,exercises,misconceptions}.json", { eager: true, import: "default" }),
  "../../text/ko/",
);

export const room = {
  ...words,
  derivations: merged(import.meta.glob("../../text/ko/derivations/*.json", { eager: true, import: "default" })),
};
