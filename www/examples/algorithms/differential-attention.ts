import { matrix, tensor, vector } from "../../src/state/values.ts";
import type { Example } from "../example.ts";
import { bits, compares, namesOf, type Rows, rowsOf, shows, soft } from "../example.ts";

/** A question, a name among three words that are about something else; the features are question, name and any word of the text. */
const text: Rows = { who: [1, 0, 0], rain: [0, 0, 1], Ada: [0, 1, 1], moon: [0, 0, 1], tea: [0, 0, 1] };
const tokens = namesOf(text);
const [who, rain, ada] = [0, 1, 2] as const;
/** The first feature of a key is that there is a word at all, the second that it is a name. */
const wordOrName = tensor([3, 2], [0, 0, 0, 1, 1, 0]);

export const example: Example = {
  algorithm: "differential-attention",
  inputs: {
    x: rowsOf(text),
    heads: 1,
    "first.wQuery": tensor([3, 2], [2, 1.5, 0, 0, 0, 0]),
    "first.wKey": wordOrName,
    // The second map asks for any word alike.
    "second.wQuery": tensor([3, 2], [2, 0, 0, 0, 0, 0]),
    "second.wKey": wordOrName,
    wValue: tensor([3, 2], [0, 0, 1, -1, 0, 1]),
    "first.lambdaQuery": vector([0.5, 0.4]),
    "first.lambdaKey": vector([0.5, 0.4]),
    "second.lambdaQuery": vector([0, 0]),
    "second.lambdaKey": vector([0, 0]),
    wOutput: matrix([
      [1, 0],
      [0, 1],
    ]),
  },
  labels: { query: tokens, key: tokens },
  start: { step: "differential.weights", cell: [0, who, ada] },
  random: {
    x: soft,
    "first.wQuery": soft,
    "first.wKey": soft,
    "second.wQuery": soft,
    "second.wKey": soft,
    "first.lambdaQuery": soft,
    "first.lambdaKey": soft,
    "second.lambdaQuery": soft,
    "second.lambdaKey": soft,
    wValue: soft,
    wOutput: soft,
    mask: bits,
  },
  claims: [
    shows("first/multi-head.weights", [0, who, ada], 0.47),
    shows("first/multi-head.weights", [0, who, rain], 0.16),
    shows("second/multi-head.weights", [0, who, ada], 0.24),
    shows("second/multi-head.weights", [0, who, rain], 0.24),
    shows("differential.lambda", [], 0.71),
    shows("differential.weights", [0, who, ada], 0.3),
    shows("differential.weights", [0, who, rain], 0),
    compares("differential.weights", [0, who, rain], "below", [0, who, ada]),
  ],
};
