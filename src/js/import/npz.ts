import type { Tensor } from "../types.js";
import { foreign, programOf } from "./foreign.js";
import { readNpy } from "./npy.js";
import { refused, tooLarge } from "./place.js";
import type { Imported } from "./types.js";

/** The most bytes that an archive may unpack to. */
const MOST_BYTES = 2 ** 26;

export const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] ?? 9) <= 7;

/** Reads an archive as `numpy.savez` and `savez_compressed` write it. The column of an error is that of the byte. */
export async function readNpz(bytes: Uint8Array): Promise<Imported> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const wrong = (at: number, expected: string, found = "something else") =>
    refused("npz", { line: 1, column: Math.max(0, at) + 1 }, expected, found, "bytes");
  let end = bytes.length - 22;
  while (end >= 0 && end > bytes.length - 66_000 && view.getUint32(end, true) !== 0x06054b50) end -= 1;
  if (end < 0 || view.getUint32(end, true) !== 0x06054b50) throw wrong(bytes.length, "the end of an archive");
  const count = view.getUint16(end + 10, true);
  const tensors = new Map<string, Tensor>();
  const dtypes = new Map<string, string>();
  let total = 0;
  let at = view.getUint32(end + 16, true);
  for (let entry = 0; entry < count; entry++) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== 0x02014b50) throw wrong(at, "an entry of the archive");
    const [method, packed, size] = [
      view.getUint16(at + 10, true),
      view.getUint32(at + 20, true),
      view.getUint32(at + 24, true),
    ];
    const [named, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true)) as [
      number,
      number,
      number,
    ];
    const local = view.getUint32(at + 42, true);
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + named));
    total += size;
    const program = programOf(name);
    if (program) throw foreign(program, "npz");
    if (total > MOST_BYTES) throw tooLarge("data", total, MOST_BYTES);
    if (local + 30 > bytes.length || view.getUint32(local, true) !== 0x04034b50)
      throw wrong(local, "a file of the archive");
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    if (start + packed > bytes.length) throw wrong(bytes.length, `the whole of ${name}`, "the end of the file");
    const content = bytes.subarray(start, start + packed);
    const plain = method === 8 ? await inflated(content, size).catch(() => null) : method === 0 ? content : null;
    if (!plain) throw wrong(start, `${name} stored or deflated`);
    if (name.endsWith(".npy")) {
      const { tensor, dtype } = readNpy(plain, "npz");
      tensors.set(name.slice(0, -".npy".length), tensor);
      dtypes.set(name.slice(0, -".npy".length), dtype);
    }
    at += 46 + named + extra + comment;
  }
  if (tensors.size === 0) throw wrong(0, "an array in the archive", "none");
  return { kind: "tensors", format: "npz", tensors: Object.fromEntries(tensors), dtypes: Object.fromEntries(dtypes) };
}

/** Unpacks bytes, no more than the archive says. */
async function inflated(bytes: Uint8Array, size: number): Promise<Uint8Array> {
  const stream = new Blob([bytes.slice()]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const result = new Uint8Array(size);
  let filled = 0;
  for (let reader = stream.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    if (filled + value.length > size) throw new RangeError("more bytes than the archive says");
    result.set(value, filled);
    filled += value.length;
  }
  return result.subarray(0, filled);
}
