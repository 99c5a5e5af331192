/**
 * Learns the weights of the model that guesses the next word, from sentences in which who drinks says what is drunk, and writes `www/wholes/next-word.ts`. The way back
 * through the layer is the library's gradient; the first weights are its random numbers. Takes half a minute.
 */
import { writeFile } from "node:fs/promises";
import { load } from "../pkg/node.js";
import { at } from "./build/paths.mjs";

/** The full stop ends a sentence: it is guessed as a word is. */
const WORDS = ["the", "every", "cat", "dog", "drinks", "spills", "chases", "cold", "milk", "tea", "."];
/** The width of a row, and of its hidden one; places in a sentence; heads; steps of learning. */
const [WIDTH, HIDDEN, PLACES, HEADS, STEPS] = [4, 6, 5, 2, 400];
/** Adam, with weight decay. */
const RATE = 0.03;
const [MEAN_KEPT, SQUARE_KEPT, DECAY, TINY] = [0.9, 0.99, 0.02, 1e-8];
const [WARM_UP, LOWEST] = [20, 0.1];

const sentences = ["the", "every"].flatMap((which) =>
  [
    ["cat", "milk", "dog"],
    ["dog", "tea", "cat"],
  ].flatMap(([who, drink, other]) => [
    ...["drinks", "spills"].flatMap((verb) => [
      [which, who, verb, drink, "."],
      [which, who, verb, "cold", drink, "."],
    ]),
    [which, who, "chases", other, "."],
  ]),
);

const lab = await load();
let seed = 1;
const drawn = (shape, deviation) => {
  const { data } = lab.random(shape, { seed, distribution: "normal" });
  seed += 1;
  return { shape, data: Float64Array.from(data, (value) => value * deviation) };
};
const zeros = (length) => ({ shape: [length], data: new Float64Array(length) });
const square = () => drawn([WIDTH, WIDTH], 0.6);
const weights = {
  table: drawn([WORDS.length, WIDTH], 0.7),
  positions: drawn([PLACES, WIDTH], 0.5),
  "attention.wQuery": square(),
  "attention.wKey": square(),
  "attention.wValue": square(),
  "attention.wOutput": square(),
  w1: drawn([WIDTH, HIDDEN], 0.6),
  w2: drawn([HIDDEN, WIDTH], 0.6),
  b1: zeros(HIDDEN),
  b2: zeros(WIDTH),
};
const LAYER = Object.keys(weights).slice(2);

function inputsOf(x) {
  const inputs = { x, heads: HEADS, causal: true, attention: {} };
  for (const name of LAYER) {
    const [part, inner] = name.split(".");
    if (inner) inputs[part][inner] = weights[name];
    else inputs[part] = weights[name];
  }
  return inputs;
}

const embedded = (tokens) => ({
  shape: [tokens.length, WIDTH],
  data: Float64Array.from(
    { length: tokens.length * WIDTH },
    (_, cell) =>
      weights.table.data[tokens[Math.floor(cell / WIDTH)] * WIDTH + (cell % WIDTH)] + weights.positions.data[cell],
  ),
});

/** The probability of each word after a row. */
function shares(row) {
  const scores = WORDS.map((_, word) =>
    row.reduce((sum, value, feature) => sum + value * weights.table.data[word * WIDTH + feature], 0),
  );
  const largest = Math.max(...scores);
  const exponentials = scores.map((score) => Math.exp(score - largest));
  const whole = exponentials.reduce((sum, value) => sum + value, 0);
  return exponentials.map((value) => value / whole);
}

function add(into, values, from = 0) {
  for (const [cell, value] of values.entries()) into[from + cell] += value;
}

/** Adds the gradient of a sentence's loss, and returns the loss and how many words were guessed. */
function learnFrom(sentence, slopes) {
  const all = sentence.map((word) => WORDS.indexOf(word));
  const tokens = all.slice(0, -1);
  const inputs = inputsOf(embedded(tokens));
  const { data } = lab.trace("encoder-layer", inputs).outputs.output;
  const upstream = new Float64Array(tokens.length * WIDTH);
  let loss = 0;
  for (const place of tokens.keys()) {
    const row = data.slice(place * WIDTH, (place + 1) * WIDTH);
    const guessed = shares(row);
    loss -= Math.log(guessed[all[place + 1]]);
    for (const word of WORDS.keys()) {
      const difference = guessed[word] - Number(word === all[place + 1]);
      for (let feature = 0; feature < WIDTH; feature += 1) {
        upstream[place * WIDTH + feature] += difference * weights.table.data[word * WIDTH + feature];
        slopes.table[word * WIDTH + feature] += difference * row[feature];
      }
    }
  }
  const of = { of: "output", upstream: { shape: [tokens.length, WIDTH], data: upstream } };
  const { gradients } = lab.gradient("encoder-layer", inputs, of);
  for (const [place, token] of tokens.entries())
    add(slopes.table, gradients.x.data.slice(place * WIDTH, (place + 1) * WIDTH), token * WIDTH);
  add(slopes.positions, gradients.x.data);
  for (const name of LAYER) add(slopes[name], gradients[name].data);
  return { loss, guesses: tokens.length };
}

const entries = Object.entries(weights);
const like = () => Object.fromEntries(entries.map(([name, { data }]) => [name, new Float64Array(data.length)]));
const [means, squares] = [like(), like()];
for (let step = 1; step <= STEPS; step += 1) {
  const slopes = like();
  const found = sentences.map((sentence) => learnFrom(sentence, slopes));
  const guesses = found.reduce((sum, one) => sum + one.guesses, 0);
  const rate = RATE * Math.min(1, step / WARM_UP) * (1 - ((1 - LOWEST) * step) / STEPS);
  for (const [name, { data }] of entries)
    for (const cell of data.keys()) {
      const slope = slopes[name][cell] / guesses;
      means[name][cell] = MEAN_KEPT * means[name][cell] + (1 - MEAN_KEPT) * slope;
      squares[name][cell] = SQUARE_KEPT * squares[name][cell] + (1 - SQUARE_KEPT) * slope ** 2;
      const mean = means[name][cell] / (1 - MEAN_KEPT ** step);
      const deviation = Math.sqrt(squares[name][cell] / (1 - SQUARE_KEPT ** step));
      data[cell] -= rate * (mean / (deviation + TINY) + DECAY * data[cell]);
    }
  const loss = found.reduce((sum, one) => sum + one.loss, 0) / guesses;
  if (step % 20 === 0) console.log(`${step} of ${STEPS}: loss ${loss.toFixed(4)}`);
}

/** Two decimals are enough for the same guesses, and can be read. */
const written = ({ shape, data }) =>
  `tensor([${shape.join(", ")}], [${Array.from(data, (value) => Math.round(value * 100) / 100 + 0).join(", ")}])`;
const names = LAYER.toSorted((one, other) => Number(other.includes(".")) - Number(one.includes(".")));
const lines = names.map((name) => `  ${name.includes(".") ? JSON.stringify(name) : name}: ${written(weights[name])},`);
await writeFile(
  at("www/wholes/next-word.ts"),
  `/** Weights of a model of ${WIDTH} numbers a word that guesses the next word, learned from ${sentences.length} sentences. \`node scripts/next-word.mjs\` writes this file. */
import type { Inputs } from "../src/state/state.ts";
import { tensor } from "../src/state/values.ts";

/** The words that it knows. */
export const WORDS: readonly string[] = ${JSON.stringify(WORDS)};

/** What it has learned of each word, a row each; a word is guessed by the same rows. */
export const table = ${written(weights.table)};

/** What it has learned of each place in a sentence. */
export const positions = ${written(weights.positions)};

/** Its layer. */
export const layer: Inputs = {
  heads: ${HEADS},
  causal: true,
${lines.join("\n")}
};
`,
);
