import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository. */
export const root = fileURLToPath(new URL("../..", import.meta.url));

/** A path within the repository. */
export const at = (...parts) => join(root, ...parts);
