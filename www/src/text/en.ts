import titles from "../../generated/words/en/titles.json";
import { collect } from "./collect.ts";

export const catalog = collect(
  import.meta.glob(
    ["../../text/en/*.json", "!../../text/en/{practice,exercises,misconceptions,lecture,engines}.json"],
    {
      eager: true,
      import: "default",
    },
  ),
  "../../text/en/",
);

export { titles };
