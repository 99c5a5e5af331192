/**
 * Types of the platform, as the consumer's configuration declares them. Where it declares none, because it compiles for the language alone, they are `never`,
 * so that the declarations of this package need neither the types of browsers nor those of Node.
 */
type Declared<Name extends string> = typeof globalThis extends { readonly [Key in Name]: { prototype: infer Type } }
  ? Type
  : never;

/** A response to a request. */
export type PlatformResponse = Declared<"Response">;

/** A URL that was parsed. */
export type PlatformURL = Declared<"URL">;

/** What tells a run to end. */
export type PlatformSignal = Declared<"AbortSignal">;

/** A compiled WebAssembly module. */
export type PlatformModule = typeof globalThis extends { readonly WebAssembly: { Module: { prototype: infer Type } } }
  ? Type
  : never;

/** The memory of a WebAssembly instance. */
export interface PlatformMemory {
  readonly buffer: ArrayBuffer;
}
