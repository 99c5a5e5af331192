/** Files of programs whose formats are not read, known by their first bytes: they are refused with what opens them. */
import { AttographError } from "../errors.js";
import type { Format } from "./types.js";

const SAVE = "save its arrays with `numpy.save` or `numpy.savez`";

/** What a file is, and what to do about it. */
const PROGRAMS = {
  safetensors: ["a file of safetensors", `open it with \`safetensors.numpy.load_file\` and ${SAVE}`],
  pickle: [
    "a pickle of Python",
    `open it with \`pickle.load\`, or \`pandas.read_pickle\`, where you trust it, and ${SAVE}`,
  ],
  pytorch: [
    "a file of PyTorch",
    "open it with `torch.load` and save each tensor with `numpy.save(path, tensor.numpy())`",
  ],
  objects: ["an array of Python objects", "convert it with `array.astype(float)` and save it again"],
  hdf5: ["a file of HDF5", `open it with \`h5py.File\` and ${SAVE}`],
  matlab: ["a file of MATLAB", `open it with \`scipy.io.loadmat\` and ${SAVE}, or write it with \`writematrix\``],
  parquet: ["a file of Parquet", "open it with `pandas.read_parquet` and save it with `to_csv`"],
  excel: ["a workbook of Excel", "open it and save the sheet as CSV"],
  gguf: ["a file of GGUF", `open it with \`gguf.GGUFReader\` and ${SAVE}`],
  gzip: ["compressed by gzip", "unpack it first"],
  image: ["a picture", "open it with `PIL.Image.open` and save `numpy.asarray` of it with `numpy.save`"],
  pdf: ["a PDF", "copy the numbers out of it"],
} as const;

export type Program = keyof typeof PROGRAMS;

/** How files begin. */
const BEGINNINGS: readonly (readonly [string, Program])[] = [
  ["\x89HDF\r\n\x1a\n", "hdf5"],
  ["MATLAB 5.0 MAT-file", "matlab"],
  ["PAR1", "parquet"],
  ["GGUF", "gguf"],
  ["\x1f\x8b", "gzip"],
  ["\x89PNG\r\n", "image"],
  ["\xff\xd8\xff", "image"],
  ["GIF8", "image"],
  ["%PDF-", "pdf"],
];

/** The program that bytes are from; null where they may be read. */
export function foreignIn(bytes: Uint8Array): Program | null {
  const start = String.fromCharCode(...bytes.subarray(0, 32));
  const found = BEGINNINGS.find(([beginning]) => start.startsWith(beginning));
  if (found) return found[1];
  // Protocol 2 and newer begin with their number; the last sign of a pickle is a full stop.
  if (bytes[0] === 0x80 && (bytes[1] ?? 0) >= 2 && (bytes[1] ?? 9) <= 5 && bytes.at(-1) === 0x2e)
    return isTorch(bytes) ? "pytorch" : "pickle";
  if (bytes.length > 9 && start[8] === "{") {
    const length = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getBigUint64(0, true);
    if (length >= 2n && length <= BigInt(bytes.length - 8)) return "safetensors";
  }
  return null;
}

/** PyTorch wrote a number of its own as the first pickle until version 1.6. */
const isTorch = (bytes: Uint8Array): boolean =>
  String.fromCharCode(...bytes.subarray(2, 14)) === "\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19";

/** The program that writes archives with a file of this name; null for NumPy's. */
export function programOf(file: string): Program | null {
  if (/(?:^|\/)data\.pkl$/.test(file)) return "pytorch";
  return file === "[Content_Types].xml" ? "excel" : null;
}

/** The refusal of a file of another program; the fact `program` has its name. */
export function foreign(program: Program, format: Format | undefined): AttographError {
  const [what, advice] = PROGRAMS[program];
  return new AttographError("wrong-type", `\`data\` is ${what}, which is not read; ${advice}`, {
    input: "data",
    expected: "data of a format that is read",
    found: what,
    advice,
    program,
    ...(format && { format }),
    line: 1,
    column: 1,
    reason: "foreign",
  });
}
