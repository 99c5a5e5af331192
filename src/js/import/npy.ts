import type { Tensor } from "../types.js";
import { foreign } from "./foreign.js";
import { refused, tooLarge } from "./place.js";
import { type Format, MOST } from "./types.js";

/** The numbers of an array, and the type that they had. */
export interface NpyArray {
  readonly tensor: Tensor;
  readonly dtype: string;
}

const TYPES: Readonly<Record<string, string>> = { f: "float", i: "int", u: "uint" };

type Reader = (view: DataView, offset: number, little: boolean) => number;

const READERS: Readonly<Record<string, readonly [size: number, read: Reader]>> = {
  f8: [8, (view, offset, little) => view.getFloat64(offset, little)],
  f4: [4, (view, offset, little) => view.getFloat32(offset, little)],
  f2: [2, (view, offset, little) => half(view.getUint16(offset, little))],
  i8: [8, (view, offset, little) => Number(view.getBigInt64(offset, little))],
  i4: [4, (view, offset, little) => view.getInt32(offset, little)],
  i2: [2, (view, offset, little) => view.getInt16(offset, little)],
  i1: [1, (view, offset) => view.getInt8(offset)],
  u8: [8, (view, offset, little) => Number(view.getBigUint64(offset, little))],
  u4: [4, (view, offset, little) => view.getUint32(offset, little)],
  u2: [2, (view, offset, little) => view.getUint16(offset, little)],
  u1: [1, (view, offset) => view.getUint8(offset)],
  b1: [1, (view, offset) => view.getUint8(offset)],
};

/** The number of 16 bits in IEEE 754's half precision. */
function half(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 0x1f) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

export const isNpy = (bytes: Uint8Array): boolean =>
  bytes.length >= 10 && bytes[0] === 0x93 && String.fromCharCode(...bytes.subarray(1, 6)) === "NUMPY";

/** Reads an array as `numpy.save` writes it, of real numbers or truth values. The column of an error is that of the byte. */
export function readNpy(bytes: Uint8Array, format: Format = "npy"): NpyArray {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const wrong = (at: number, expected: string, found: string) =>
    refused(format, { line: 1, column: at + 1 }, expected, found, "bytes");
  if (!isNpy(bytes)) throw wrong(0, "an array of NumPy", "another beginning");
  const long = (bytes[6] ?? 0) >= 2;
  const start = long ? 12 : 10;
  if (bytes.length < start) throw wrong(bytes.length, "a header", "the end");
  const length = long ? view.getUint32(8, true) : view.getUint16(8, true);
  if (length > 10_000 || start + length > bytes.length) throw wrong(8, "the length of the header", String(length));
  const header = String.fromCharCode(...bytes.subarray(start, start + length));
  const [, order, type] = /'descr':\s*'([<>|=])([a-z]\d)'/.exec(header) ?? [];
  const reader = READERS[type ?? ""];
  if (/'descr':\s*'\|O'/.test(header)) throw foreign("objects", format);
  if (!reader)
    throw wrong(
      start,
      "numbers of a type of NumPy that is real",
      /'descr':\s*([^,]+)/.exec(header)?.[1] ?? header.trim(),
    );
  const fortran = /'fortran_order':\s*True/.test(header);
  const written = /'shape':\s*\(([\d\s,]*)\)/.exec(header)?.[1];
  if (written === undefined) throw wrong(start, "a shape", header.trim());
  const shape = written.split(",").flatMap((part) => (part.trim() === "" ? [] : [Number(part)]));
  const count = shape.reduce((product, size) => product * size, 1);
  if (!(count <= MOST) || shape.length > 8) throw tooLarge("data", count, MOST);
  const [size, read] = reader;
  const body = start + length;
  if (body + count * size > bytes.length) throw wrong(bytes.length, `${count} numbers`, "the end of the file");
  const plain = Float64Array.from({ length: count }, (_, place) => read(view, body + place * size, order !== ">"));
  const dtype = type === "b1" ? "bool" : `${TYPES[type?.[0] ?? ""]}${8 * size}`;
  return { tensor: { shape, data: fortran ? inRows(plain, shape) : plain }, dtype };
}

/** Brings numbers whose first index runs fastest into row-major order. */
function inRows(data: Float64Array, shape: readonly number[]): Float64Array {
  const strides = shape.map((_, axis) => shape.slice(0, axis).reduce((product, size) => product * size, 1));
  return data.map((_, place) => {
    let rest = place;
    let from = 0;
    for (let axis = shape.length - 1; axis >= 0; axis--) {
      const size = shape[axis] ?? 1;
      from += (rest % size) * (strides[axis] ?? 0);
      rest = Math.floor(rest / size);
    }
    return data[from] ?? Number.NaN;
  });
}
