import titles from "../../generated/words/ko/titles.json";
import { collect } from "./collect.ts";

export const catalog = collect(
  import.meta.glob(
    ["../../text/ko/*.json", "!../../text/ko/{practice,exercises,misconceptions,lecture,engines}.json"],
    {
      eager: true,
      import: "default",
    },
  ),
  "../../text/ko/",
);

export { titles };
