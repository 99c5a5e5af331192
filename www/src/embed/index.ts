/**
 * Defines the elements for any page: `<attograph-figure>`, `<attograph-scene>`, `<attograph-exercise>`, `<attograph-poll>`, `<attograph-attention>` and one for each
 * lab. What each is made of is loaded with the first of its kind. A page that loads this module twice keeps the first elements. Where there is no document, as on a
 * server, it defines nothing.
 */
import { AttentionFrame } from "./attention.ts";
import { ExerciseFrame } from "./exercise.ts";
import { FigureElement } from "./figure.ts";
import { labFrames } from "./lab.ts";
import { PollFrame } from "./poll.ts";
import { SceneFrame } from "./scene.ts";

const ELEMENTS: ReadonlyMap<string, CustomElementConstructor> = new Map<string, CustomElementConstructor>([
  ["attograph-figure", FigureElement],
  ["attograph-scene", SceneFrame],
  ["attograph-exercise", ExerciseFrame],
  ["attograph-poll", PollFrame],
  ["attograph-attention", AttentionFrame],
  ...labFrames(),
]);

if (typeof document !== "undefined")
  for (const [name, element] of ELEMENTS) if (!customElements.get(name)) customElements.define(name, element);
