import { reasonOf } from "./errors.js";
import type { Address } from "./source.js";

/** As much of Node as is used here. */
interface Node {
  getBuiltinModule?(name: "node:fs/promises"): { readFile(address: URL): Promise<Uint8Array<ArrayBuffer>> };
}

/** Requests the file at an address. In Node, whose `fetch` refuses `file:`, such a file is read. */
export async function request(address: Address): Promise<Response | Uint8Array<ArrayBuffer>> {
  try {
    const { process } = globalThis as { process?: Node };
    const files = String(address).startsWith("file:") ? process?.getBuiltinModule?.("node:fs/promises") : undefined;
    return await (files ? files.readFile(new URL(address)) : fetch(address));
  } catch (thrown) {
    throw new Error(`${address} cannot be requested: ${reasonOf(thrown)}`, { cause: thrown });
  }
}
