import { named, rowsOf } from "./example.ts";
import { farAsking, farBeing, farSentence, farTelling } from "./things.ts";

export const query = rowsOf(farAsking);

export const key = rowsOf(farBeing);

export const value = rowsOf(farTelling);

export const labels = {
  query: farSentence,
  key: farSentence,
  feature: named("noun", "verb"),
  "value-feature": named("animal", "drink"),
};

/** “drinks” and its subject. */
export const verb = 5;

export const subject = 1;
