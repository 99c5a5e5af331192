/** The things that the examples share: one sentence, eight words in four kinds, six people who know each other, and a molecule. */
import { graph, matrix } from "../src/state/values.ts";
import { named, namesOf, type Rows, soft } from "./example.ts";

/** What each word of the sentence asks for: a noun or a verb. */
export const asking: Rows = {
  the: [0, 0],
  cat: [0, 1],
  drinks: [1, 0],
  milk: [0, 0.5],
};

/** What each word of the sentence is. */
export const being: Rows = {
  the: [0, 0],
  cat: [2, 0],
  drinks: [0, 2],
  milk: [1, 0],
};

/** What each word of the sentence has to tell. */
export const telling: Rows = {
  the: [0, 0],
  cat: [4, 0],
  drinks: [1, 2],
  milk: [0, 4],
};

/** The words of the sentence by four features, of which the first two are its grammar and the others its meaning. */
export const words: Rows = {
  the: [0, 0, 0, 0],
  cat: [2, 0, 2, 0],
  drinks: [0, 2, 0, 1],
  milk: [1, 0, 0, 2],
};

export const sentence = namesOf(being);
/** The sentence with a word more. */
export const longSentence = named("the", "cat", "drinks", "cold", "milk");

export const sentenceLabels = {
  query: sentence,
  key: sentence,
  feature: named("noun", "verb"),
  "value-feature": named("animal", "drink"),
};

/** Random queries, keys and values. */
export const softAttention = { query: soft, key: soft, value: soft } as const;

/** Eight words of four kinds, as directions of the plane. */
export const directions: Rows = {
  cat: [0.98, 0.2],
  milk: [0.28, 0.96],
  runs: [-0.96, 0.28],
  red: [0.2, -0.98],
  dog: [0.96, -0.28],
  tea: [-0.2, 0.98],
  jumps: [-0.98, -0.2],
  blue: [-0.28, -0.96],
};

/** Six people, A to F of the lecture's graph. An edge says that two know each other. */
export const people = named("Ann", "Ben", "Cleo", "Dana", "Eli", "Fay");
export const friendship = graph(6, [
  [0, 1],
  [1, 2],
  [1, 3],
  [2, 3],
  [3, 4],
  [3, 5],
  [4, 5],
]);
export const peopleLabels = { node: people, source: people, target: people };

/** Three people who all know each other. */
export const trio = named("Ann", "Ben", "Cleo");
export const trioGraph = graph(3, [
  [0, 1],
  [0, 2],
  [1, 2],
]);

/** A ring of six nodes beside two rings of three. */
export const rings = graph(12, [
  [0, 1],
  [1, 2],
  [2, 3],
  [3, 4],
  [4, 5],
  [5, 0],
  [6, 7],
  [7, 8],
  [8, 6],
  [9, 10],
  [10, 11],
  [11, 9],
]);

/** Acetic acid without its hydrogens' nodes. */
export const acid = named("CH₃", "C", "O", "OH");
export const acidGraph = graph(4, [
  [0, 1],
  [1, 2],
  [1, 3],
]);

export const acidLabels = { node: acid, source: acid, target: acid };

/** A chain of people: each knows the next. */
export function chain(length: number) {
  return graph(
    length,
    Array.from({ length: length - 1 }, (_, at): [number, number] => [at, at + 1]),
  );
}

/** Cups of tea a day: one number for each of the six. */
export const cups = matrix([[1], [2], [3], [4], [5], [6]]);
/** Only Ann has heard the news. */
export const news = matrix([[1], [0], [0], [0], [0], [0]]);
/** Which atoms of the acid are carbon, and which are oxygen. */
export const atoms: Rows = { "CH₃": [1, 0], C: [1, 0], O: [0, 1], OH: [0, 1] };

/** Eight words in which the verb stands four words from its subject: what each asks for, is, and has to tell. */
export const farAsking: Rows = {
  the: [0.5, 0],
  cat: [0, 1],
  that: [1, 0],
  lives: [1, 0],
  here: [0, 0.5],
  drinks: [1, 0],
  cold: [0.5, 0],
  milk: [0, 0.5],
};
export const farBeing: Rows = {
  the: [0, 0],
  cat: [2, 0],
  that: [0.5, 0],
  lives: [0, 1],
  here: [0, 0],
  drinks: [0, 2],
  cold: [0, 0],
  milk: [1, 0],
};
export const farTelling: Rows = {
  the: [0, 0],
  cat: [4, 0],
  that: [1, 0],
  lives: [1, 0],
  here: [0, 0],
  drinks: [1, 2],
  cold: [0, 1],
  milk: [0, 4],
};
export const farSentence = namesOf(farBeing);
