/** A WebAssembly file in any form. */
export type WasmSource = BufferSource | WebAssembly.Module | Response;

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

/** Reads a file that is written down in base64. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
