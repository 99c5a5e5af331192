import { collect, merged } from "./collect.ts";

const words = collect(
  import.meta.glob("../../text/en/{practice,lecture}.json", { eager: true, import: "default" }),
  "../../text/en/",
);

export const room = {
  ...words,
  errata: merged(import.meta.glob("../../text/en/errata/*.json", { eager: true, import: "default" })),
  "errata-answers": merged(import.meta.glob("../../text/en/errata-answers/*.json", { eager: true, import: "default" })),
  polls: merged(import.meta.glob("../../text/en/polls/*.json", { eager: true, import: "default" })),
  "poll-answers": merged(import.meta.glob("../../text/en/poll-answers/*.json", { eager: true, import: "default" })),
};
