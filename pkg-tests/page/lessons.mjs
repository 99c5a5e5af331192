/** The page's lessons as data, read through Vite because they are TypeScript. */
import { fileURLToPath } from "node:url";
import { createServer } from "vite";

/** Every lesson with its parts and inputs. */
export async function readLessons() {
  const server = await createServer({
    root: fileURLToPath(new URL("../../www", import.meta.url)),
    configFile: false,
    logLevel: "error",
    server: { middlewareMode: true, hmr: false, ws: false },
    optimizeDeps: { noDiscovery: true },
  });
  try {
    const { LESSONS, lessons } = await server.ssrLoadModule("/lessons/index.ts");
    return LESSONS ?? lessons;
  } finally {
    await server.close();
  }
}

/** A lesson part's inputs as the library takes them: `params.wQuery` becomes `{ params: { wQuery } }`. */
export function nested(inputs) {
  const result = {};
  for (const [name, value] of Object.entries(inputs)) {
    if (value === null) continue;
    const path = name.split(".");
    const last = path.pop();
    let place = result;
    for (const field of path) place = place[field] ??= {};
    place[last] = value;
  }
  return result;
}
