/** As much of Node's modules as is used here. */
interface Builtins {
  readonly "node:fs/promises": { readFile(address: URL): Promise<Uint8Array<ArrayBuffer>> };
  readonly "node:zlib": { gunzipSync(packed: Uint8Array): Uint8Array<ArrayBuffer> };
  readonly "node:buffer": { readonly Buffer: { from(text: string, encoding: "base64"): Uint8Array } };
}

/** Returns a module of Node, in the modules that browsers run, too, where an `import` would have to be resolved; undefined where there is none. */
export function builtin<Name extends keyof Builtins>(name: Name): Builtins[Name] | undefined {
  const { process } = globalThis as { process?: { getBuiltinModule?(name: Name): Builtins[Name] } };
  return process?.getBuiltinModule?.(name);
}
