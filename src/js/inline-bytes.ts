/** The `simd` file from the package's own base64 copy, which is imported only here, and only when it is needed. */
export async function inlineBytes(): Promise<Uint8Array<ArrayBuffer>> {
  const { default: base64 } = await import("./base64.js");
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
