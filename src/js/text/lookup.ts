/** Finds texts by their keys, and fills in their placeholders. */
import { reading } from "../errors.js";
import { readRecord, wrongType } from "../refuse.js";
import type { TextTree } from "./types.js";

/** Returns the text of a key such as `polls.S1-P1.question`, or undefined if there is none. */
export type Find = (key: string) => string | undefined;

/** Returns the text of a key within texts. Ids may contain dots, as those of steps do. */
export function findText(texts: TextTree | string | undefined, key: string): string | undefined {
  if (typeof key !== "string") throw wrongType("key", "the key of a text", key);
  return reading(() => found(texts, key));
}

function found(texts: TextTree | string | undefined, key: string): string | undefined {
  if (typeof texts !== "object" || texts === null) return undefined;
  const whole = Object.hasOwn(texts, key) ? texts[key] : undefined;
  if (typeof whole === "string") return whole;
  for (let dot = key.indexOf("."); dot >= 0; dot = key.indexOf(".", dot + 1)) {
    const name = key.slice(0, dot);
    const text = Object.hasOwn(texts, name) ? found(texts[name], key.slice(dot + 1)) : undefined;
    if (text !== undefined) return text;
  }
  return undefined;
}

/** Returns a function that finds the texts of a language by their keys. */
export function lookup(language: object): Find {
  return (key) => findText(language as TextTree, key);
}

/** Returns a text with each `{name}` replaced by `params.name`, if there is one. */
export function fillText(text: string, params: Readonly<Record<string, string | number>>): string {
  if (typeof text !== "string") throw wrongType("text", "a text", text);
  return reading(() => {
    readRecord("params", params);
    return text.replace(/\{(\w+)\}/g, (whole, name: string) =>
      Object.hasOwn(params, name) ? String(params[name]) : whole,
    );
  });
}
