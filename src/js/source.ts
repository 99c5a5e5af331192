import { AttographError, reasonOf } from "./errors.js";

/** A WebAssembly file in any form. */
export type WasmSource = BufferSource | WebAssembly.Module | Response;

/** A file that the caller has, or a promise of one. */
export type Bytes = WasmSource | Promise<WasmSource>;

/** What {@link isSource} accepts, for messages. */
export const SOURCE = "a WebAssembly file: an ArrayBuffer, a typed array, a module, a Response, or a promise of one";

/** Returns whether a value has the type of a WebAssembly file, or is a promise. Values of another realm, such as a frame, are recognized as well. */
export function isSource(value: unknown): value is Bytes {
  if (typeof value !== "object" || value === null) return false;
  if (ArrayBuffer.isView(value) || typeof (value as { then?: unknown }).then === "function") return true;
  const tag = Object.prototype.toString.call(value);
  return ["[object ArrayBuffer]", "[object WebAssembly.Module]", "[object Response]"].includes(tag);
}

/** Compiles a file in any form. */
export async function compile(source: WasmSource): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  if (typeof Response !== "function" || !(source instanceof Response))
    return WebAssembly.compile(source as BufferSource);
  if (!source.ok) throw new Error(`the server responded with the status ${source.status}`);
  // Compiling while it arrives needs the right media type, which not every server sends.
  const streams = source.headers.get("Content-Type")?.startsWith("application/wasm");
  return streams ? WebAssembly.compileStreaming(source) : WebAssembly.compile(await source.arrayBuffer());
}

/** Decodes a file that is kept as the base64 of its gzip. */
export async function decode(text: string): Promise<ArrayBuffer> {
  const packed = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

/** Where an entry of the package finds WebAssembly files. */
export interface Origin<Name extends string> {
  /** Reads a file; absent when the entry has none. */
  readonly file?: (name: Name) => Promise<WasmSource>;
  /** Reads the copy within the package's JavaScript; absent when the entry has none. */
  readonly copy?: () => Promise<WasmSource>;
}

/** A request for a file. */
export interface Asked<Name extends string> {
  readonly name: Name;
  /** The file itself, when the caller has it. */
  readonly bytes?: Bytes | undefined;
  /** Whether the copy within the JavaScript may not be used, because it is of another variant. */
  readonly isStrict?: boolean;
}

/** A file that is ready to use. */
export interface Opened<Ready> {
  readonly ready: Ready;
  readonly from: "bytes" | "file" | "copy";
  /** Why the file could not be used, if the copy was used instead; otherwise null. */
  readonly problem: string | null;
}

/** Opens a file. */
export type Open<Name extends string, Ready> = (asked: Asked<Name>) => Promise<Opened<Ready>>;

/**
 * Returns a function that opens the files of an entry. Each file is read and prepared once; after a failure the next call tries again. The copy within the
 * JavaScript is used if there is no file, or if the file cannot be read or prepared. Bytes that the caller passes are prepared for each call.
 */
export function opener<Name extends string, Ready>(
  { file, copy }: Origin<Name>,
  prepare: (source: WasmSource) => Promise<Ready>,
): Open<Name, Ready> {
  const opening = new Map<string, Promise<Ready>>();
  const once = (name: string, read: () => Promise<WasmSource>): Promise<Ready> => {
    const known = opening.get(name);
    if (known) return known;
    const own = read().then(prepare);
    opening.set(name, own);
    own.catch(() => opening.delete(name));
    return own;
  };
  return async ({ name, bytes, isStrict = false }) => {
    if (bytes !== undefined) return { ready: await prepare(await bytes), from: "bytes", problem: null };
    let problem: string | null = null;
    if (file) {
      try {
        return { ready: await once(name, () => file(name)), from: "file", problem };
      } catch (thrown) {
        if (!copy || isStrict) throw thrown;
        problem = reasonOf(thrown);
      }
    }
    if (!copy) throw new Error("this entry needs the WebAssembly file as `bytes`");
    if (isStrict) throw new Error("the file within the JavaScript is `simd`");
    return { ready: await once("copy", copy), from: "copy", problem };
  };
}

/** Returns what `load` returns; turns everything that it throws into an error with the code `load-failed` and the reason. */
export async function loading<T>(what: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (thrown) {
    const reason = reasonOf(thrown);
    throw new AttographError("load-failed", `${what} could not be loaded: ${reason}`, { reason }, { cause: thrown });
  }
}
