import { builtin } from "./builtin.js";
import { AttographError, reasonOf } from "./errors.js";
import type { PlatformModule, PlatformResponse, PlatformURL } from "./platform.js";

/** Where a WebAssembly file is: an absolute URL, or one relative to the page. */
export type Address = string | PlatformURL;

/** A WebAssembly file in any form. */
export type WasmSource = ArrayBuffer | ArrayBufferView | PlatformModule | PlatformResponse | Address;

/** A file that the caller has, or a promise of one. */
export type Bytes = WasmSource | Promise<WasmSource>;

/** The files of the package. */
export type PackageFile = "attograph.wasm" | "attograph-fast-simd.wasm" | "attograph-fast-relaxed.wasm";

/** What {@link isSource} accepts, for messages. */
export const SOURCE =
  "a WebAssembly file: an ArrayBuffer, a typed array, a module, a Response, a URL, or a promise of one";

/** Returns the name of an object's class, also of one of another realm, such as a frame. */
export function tagOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice("[object ".length, -1);
}

/** Returns whether a value says where a file is. */
export function isAddress(value: unknown): value is Address {
  return typeof value === "string" || tagOf(value) === "URL";
}

/** Returns whether a value has the type of a WebAssembly file, or is a promise. */
export function isSource(value: unknown): value is Bytes {
  if (isAddress(value)) return true;
  if (typeof value !== "object" || value === null) return false;
  if (ArrayBuffer.isView(value) || typeof (value as { then?: unknown }).then === "function") return true;
  return ["ArrayBuffer", "WebAssembly.Module", "Response"].includes(tagOf(value));
}

/** Decodes a file that is kept as the base64 of its gzip. In Node, its own functions take a tenth of the time of those that browsers have. */
export async function decode(text: string): Promise<ArrayBuffer | ArrayBufferView> {
  const [buffers, zlib] = [builtin("node:buffer"), builtin("node:zlib")];
  if (buffers && zlib) return zlib.gunzipSync(buffers.Buffer.from(text, "base64"));
  const packed = new Blob([fromBase64(text)]).stream();
  return new Response(packed.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

/** The method of newer engines, which takes a fraction of the time. */
type Decoder = { readonly fromBase64?: (text: string) => Uint8Array<ArrayBuffer> };

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const known = (Uint8Array as Decoder).fromBase64?.(text);
  if (known) return known;
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let place = 0; place < bytes.length; place++) bytes[place] = characters.charCodeAt(place);
  return bytes;
}

/** Where an entry of the package finds WebAssembly files. */
export interface Origin<Name extends PackageFile> {
  /** Reads a file, or returns its address; absent when the entry has none. */
  readonly file?: (name: Name) => Address | Promise<WasmSource>;
  /** Reads the copy within the package's JavaScript; absent when the entry has none. */
  readonly copy?: () => Promise<WasmSource>;
  /** Returns what to change so that the file is found, for the notice that the copy is used in its place. */
  readonly cure?: () => string;
  /** Reads the file at an address; absent when the entry requests nothing. */
  readonly request?: (address: Address) => Promise<WasmSource>;
}

/** A request for a file. */
export interface Asked<Name extends PackageFile> {
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
  /** Why the file could not be used and what to change, if the copy was used instead; otherwise null. */
  readonly problem: string | null;
}

/** Opens a file. */
export type Open<Name extends PackageFile, Ready> = (asked: Asked<Name>) => Promise<Opened<Ready>>;

/** What copies of this module share, as a page has several where it takes the elements beside the library: files that are open, and those of which it was said that they are not. */
interface Shared {
  readonly opening: Map<string, Promise<unknown>>;
  readonly said: Set<string>;
}

const SHARED = Symbol.for("attograph.opened");

/** Returns what is shared in this realm. */
function shared(): Shared {
  const holder = globalThis as { [SHARED]?: Shared };
  holder[SHARED] ??= { opening: new Map(), said: new Set() };
  return holder[SHARED];
}

/**
 * Returns a function that opens the files of an entry. Each file is read and prepared once, also where entries have the same address of it; after a failure the
 * next call tries again. The copy within the JavaScript is used if there is no file, or if the file cannot be read or prepared, which is said once on the
 * console. Bytes that the caller passes are prepared for each call.
 */
export function opener<Name extends PackageFile, Ready>(
  { file, copy, cure, request }: Origin<Name>,
  prepare: (source: Exclude<WasmSource, Address>, name: PackageFile) => Promise<Ready>,
): Open<Name, Ready> {
  const own: Shared = { opening: new Map(), said: new Set() };
  const received = async (source: WasmSource, name: PackageFile): Promise<Ready> => {
    if (!isAddress(source)) return prepare(source, name);
    if (!request) throw new Error("this entry requests nothing: it takes the file itself, and no address");
    const found = await request(source);
    return prepare(found as Exclude<WasmSource, Address>, name);
  };
  const once = async (
    { opening }: Shared,
    place: string,
    name: PackageFile,
    read: () => WasmSource | Promise<WasmSource>,
  ): Promise<Ready> => {
    const known = opening.get(place) as Promise<Ready> | undefined;
    if (known) return known;
    const opened = Promise.resolve(read()).then((source) => received(source, name));
    opening.set(place, opened);
    opened.catch(() => opening.delete(place));
    return opened;
  };
  return async ({ name, bytes, isStrict = false }) => {
    if (bytes !== undefined) return { ready: await received(await bytes, name), from: "bytes", problem: null };
    let problem: string | null = null;
    // Entries that have the same address of a file have the same copy of it.
    let [common, address]: [Shared, string] = [own, name];
    if (file) {
      try {
        const source = await file(name);
        if (isAddress(source)) [common, address] = [shared(), String(source)];
        return { ready: await once(common, address, name, () => source), from: "file", problem };
      } catch (thrown) {
        if (!copy || isStrict || isForbidden(thrown)) throw thrown;
        problem = [reasonOf(thrown), cure?.()].filter(Boolean).join("; ");
      }
    }
    if (!copy) throw new Error("this entry needs the WebAssembly file as `bytes`");
    if (isStrict) throw new Error("the file within the JavaScript is `simd`");
    const copied = name.replace("relaxed", "simd") as PackageFile;
    const ready = await once(common, `copy of ${address.replace("-relaxed", "-simd")}`, copied, copy);
    if (problem && !common.said.has(address)) {
      common.said.add(address);
      console.warn(
        `attograph: the copy of ${name} within the JavaScript is used, because the file cannot be: ${problem}`,
      );
    }
    return { ready, from: "copy", problem };
  };
}

/** The code of the error that says that the policy of a page forbids WebAssembly. */
export const FORBIDDEN = "webassembly-forbidden";

const isForbidden = (thrown: unknown): boolean => thrown instanceof AttographError && thrown.code === FORBIDDEN;

/** Returns what `load` returns; turns everything that it throws into an error with the code `load-failed` and the reason, but where nothing would help that is about files. */
export async function loading<T>(what: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (thrown) {
    if (isForbidden(thrown)) throw thrown;
    const reason = reasonOf(thrown);
    throw new AttographError("load-failed", `${what} could not be loaded: ${reason}`, { reason }, { cause: thrown });
  }
}
