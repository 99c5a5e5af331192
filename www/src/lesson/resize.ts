/**
 * Keeps the shapes of the inputs consistent. A longer axis is filled with zeros, a shorter one loses its end.
 */
import type { CatalogEntry, CatalogInput } from "../library.ts";
import { cellCount } from "../numbers/shape.ts";
import { type InputValue, isTensor, type TensorValue } from "../state/state.ts";
import { lettersOf } from "./arrangement.ts";

/** Returns the tensor with another length of one axis. */
export function resized(tensor: TensorValue, axis: number, length: number, fill = 0): TensorValue {
  const before = tensor.shape[axis] ?? 0;
  const shape = tensor.shape.map((old, at) => (at === axis ? length : old));
  const inner = cellCount(tensor.shape.slice(axis + 1));
  const outer = cellCount(tensor.shape.slice(0, axis));
  const data: number[] = [];
  for (let block = 0; block < outer; block += 1) {
    for (let at = 0; at < length; at += 1) {
      const start = (block * before + at) * inner;
      for (let offset = 0; offset < inner; offset += 1)
        data.push(at < before ? (tensor.data[start + offset] ?? fill) : fill);
    }
  }
  const names = tensor.names?.map((list, at) => (at === axis && list ? list.slice(0, length) : list));
  return { shape, data, ...(names && { names }) };
}

export type Values = Readonly<Record<string, InputValue>>;

/** Returns the value of a new cell of an input: 1 in a mask, which hides nothing. */
export function filling(name: string): number {
  return name === "mask" ? 1 : 0;
}

export function tensorInputs(entry: CatalogEntry): CatalogInput[] {
  return entry.inputs.filter((input) => input.kind === "tensor" && input.index !== null);
}

/** Returns the length of every axis of an input, by its letter, or by its letters where several share it. */
function axisSizes(entry: CatalogEntry, values: Values): Map<string, number> {
  const sizes = new Map<string, number>();
  for (const { name, index } of tensorInputs(entry)) {
    const value = values[name];
    if (!isTensor(value)) continue;
    lettersOf(index ?? "").forEach((letters, axis) => {
      if (!sizes.has(letters)) sizes.set(letters, value.shape[axis] ?? 0);
    });
  }
  return sizes;
}

/** Returns the length of every letter that is an axis of an input. */
export function letterSizes(entry: CatalogEntry, values: Values): Map<string, number> {
  return new Map([...axisSizes(entry, values)].filter(([letters]) => letters.length === 1));
}

/** Sets the length of a letter in all inputs that have it as an axis, except for `keep`. */
export function withLetter(entry: CatalogEntry, values: Values, letter: string, length: number, keep?: string): Values {
  const next: Record<string, InputValue> = {};
  for (const { name, index } of tensorInputs(entry)) {
    const value = values[name];
    if (!isTensor(value) || name === keep) continue;
    let tensor = value;
    lettersOf(index ?? "").forEach((own, axis) => {
      if (own === letter && tensor.shape[axis] !== length) tensor = resized(tensor, axis, length, filling(name));
    });
    if (tensor !== value) next[name] = tensor;
  }
  return next;
}

/** Returns an optional input to add, in the shape that fits the others. */
export function newTensor(entry: CatalogEntry, input: CatalogInput, values: Values): TensorValue {
  const sizes = axisSizes(entry, values);
  const product = (letters: string) => [...letters].reduce((size, letter) => size * (sizes.get(letter) ?? 1), 1);
  const shape = lettersOf(input.index ?? "").map((letters) => sizes.get(letters) ?? product(letters));
  return { shape, data: new Array<number>(cellCount(shape)).fill(filling(input.name)) };
}
