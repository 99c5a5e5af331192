import { AttographError, reasonOf } from "./errors.js";

/** A WebAssembly file in any form. */
export type WasmSource = BufferSource | WebAssembly.Module | Response;

/** A file that the caller has, or is about to have. */
export type Bytes = WasmSource | Promise<WasmSource>;

/** Compiles a file, whatever form it comes in. */
export async function compile(source: WasmSource): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  if (typeof Response !== "function" || !(source instanceof Response))
    return WebAssembly.compile(source as BufferSource);
  if (!source.ok) throw new Error(`the server answered ${source.status}`);
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

/** Which file is asked for. */
export interface Asked<Name extends string> {
  readonly name: Name;
  /** The file itself, when the caller has it. */
  readonly bytes?: Bytes | undefined;
  /** Whether the copy within the JavaScript would not do, since it is of another variant. */
  readonly isStrict?: boolean;
}

/** A file that is ready to use. */
export interface Opened<Ready> {
  readonly ready: Ready;
  readonly from: "bytes" | "file" | "copy";
  /** Why the file could not be used, where the copy had to stand in for it. */
  readonly problem: string | null;
}

/** Opens a file. */
export type Open<Name extends string, Ready> = (asked: Asked<Name>) => Promise<Opened<Ready>>;

/**
 * Makes what opens an entry's files: each is read and prepared once, however many calls ask for it, and one that failed can be tried again. The copy within
 * the JavaScript is used where there is no file, or where the file cannot be read or prepared. Bytes that the caller has are prepared for each call.
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

/** Loads something; what goes wrong becomes an error with the code `load-failed`, which says why. */
export async function loading<T>(what: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (thrown) {
    const reason = reasonOf(thrown);
    throw new AttographError("load-failed", `${what} could not be loaded: ${reason}`, { reason }, { cause: thrown });
  }
}
