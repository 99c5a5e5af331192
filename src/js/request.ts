import { builtin } from "./builtin.js";
import { reasonOf } from "./errors.js";
import type { Address } from "./source.js";

/** Requests the file at an address. In Node, whose `fetch` refuses `file:`, such a file is read. */
export async function request(address: Address): Promise<Response | Uint8Array<ArrayBuffer>> {
  try {
    const files = String(address).startsWith("file:") ? builtin("node:fs/promises") : undefined;
    return await (files ? files.readFile(new URL(address)) : fetch(address));
  } catch (thrown) {
    throw new Error(`${address} cannot be requested: ${reasonOf(thrown)}`, { cause: thrown });
  }
}
