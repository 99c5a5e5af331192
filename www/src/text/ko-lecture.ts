import { collect, merged } from "./collect.ts";

const words = collect(
  import.meta.glob("../../text/ko/{practice,lecture}.json", { eager: true, import: "default" }),
  "../../text/ko/",
);

export const room = {
  ...words,
  errata: merged(import.meta.glob("../../text/ko/errata/*.json", { eager: true, import: "default" })),
  "errata-answers": merged(import.meta.glob("../../text/ko/errata-answers/*.json", { eager: true, import: "default" })),
  polls: merged(import.meta.glob("../../text/ko/polls/*.json", { eager: true, import: "default" })),
  "poll-answers": merged(import.meta.glob("../../text/ko/poll-answers/*.json", { eager: true, import: "default" })),
};
