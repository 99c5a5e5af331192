import { AttographError, reasonOf } from "./errors.js";
import { type Address, FORBIDDEN, type PackageFile, tagOf, type WasmSource } from "./source.js";

/** A file that has arrived. */
type Received = Exclude<WasmSource, Address>;

/** A function that only files of one kind export, and what these files are called in messages. */
const KINDS = {
  library: { exported: "selfTest", called: "attograph.wasm, the file of the library" },
  fast: {
    exported: "compute",
    called: "a file of the fast engine: attograph-fast-simd.wasm or attograph-fast-relaxed.wasm",
  },
} as const;

type Kind = keyof typeof KINDS;

/** Compiles the file that was asked for, in any form. Throws an error that says what a wrong or a damaged file is, or that no file may be compiled. */
export async function compile(source: Received, name: PackageFile): Promise<WebAssembly.Module> {
  const module = await compileAny(source, name);
  const exported = WebAssembly.Module.exports(module).map((entry) => entry.name);
  const found = (Object.keys(KINDS) as Kind[]).find((kind) => exported.includes(KINDS[kind].exported));
  if (found === (name === "attograph.wasm" ? "library" : "fast")) return module;
  throw new Error(
    `${name} was expected, but this is ${found ? KINDS[found].called : "no WebAssembly file of attograph"}`,
  );
}

async function compileAny(source: Received, name: PackageFile): Promise<WebAssembly.Module> {
  if (tagOf(source) === "WebAssembly.Module") return source as WebAssembly.Module;
  if (tagOf(source) !== "Response") return compileBytes(source as BufferSource, name);
  const response = source as Response;
  const { ok, status, url } = response;
  if (!ok) throw new Error(`the server responded with the status ${status}${url ? ` to ${url}` : ""}`);
  // Compiling while it arrives needs the right media type, which not every server sends.
  if (!response.headers.get("Content-Type")?.startsWith("application/wasm"))
    return compileBytes(await response.arrayBuffer(), name);
  return WebAssembly.compileStreaming(response).catch((thrown) => damaged(name, thrown));
}

async function compileBytes(source: BufferSource, name: PackageFile): Promise<WebAssembly.Module> {
  const bytes = ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);
  const other = otherKind(bytes);
  if (other) throw new Error(`${name} was expected, but this is ${other}`);
  return WebAssembly.compile(source).catch((thrown) => damaged(`${name} (${bytes.length} bytes)`, thrown));
}

/** The smallest WebAssembly file. */
const EMPTY = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);

async function damaged(what: string, thrown: unknown): Promise<never> {
  // Engines say in words of their own that they may not compile; then they compile nothing.
  await WebAssembly.compile(EMPTY).catch((cause) => {
    const message =
      "WebAssembly is forbidden here by a content security policy: add `'wasm-unsafe-eval'` to its `script-src`";
    throw new AttographError(FORBIDDEN, message, { reason: reasonOf(cause) }, { cause });
  });
  throw new Error(`${what} is cut off or damaged: ${reasonOf(thrown)}`, { cause: thrown });
}

/** Returns what bytes are that do not begin as a WebAssembly file does; otherwise null. */
function otherKind(bytes: Uint8Array): string | null {
  const [first = -1, second] = bytes;
  if (first === 0 && second === 0x61) return null;
  if (first < 0) return "an empty file";
  if (first === 0x1f && second === 0x8b) return "a file that is still compressed by gzip";
  const start = new TextDecoder().decode(bytes.subarray(0, 200)).trimStart();
  return start.startsWith("<") ? "a page in HTML, as servers send where there is no such file" : "no WebAssembly file";
}
