/** The page's examples, units and labs as data, read through Vite because they are TypeScript. */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

let server;

/** Vite with the page's sources, one for all who read in this process. It watches nothing and listens to nobody, and thereby keeps no process open. */
const openServer = async () => {
  // Few tests need it, and it takes a while to load.
  const { createServer } = await import("vite");
  return createServer({
    root: fileURLToPath(new URL("../../www", import.meta.url)),
    configFile: false,
    logLevel: "error",
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    // What computes is the package in Node.
    resolve: {
      alias: [
        { find: /^attograph$/, replacement: fileURLToPath(new URL("../../pkg/node.js", import.meta.url)) },
        { find: /^attograph\/(\w+)$/, replacement: fileURLToPath(new URL("../../pkg/$1.js", import.meta.url)) },
      ],
    },
  });
};

/** Returns what `read` makes of a module of the page. */
export async function readModule(path, read) {
  server ??= openServer();
  return read(await (await server).ssrLoadModule(path));
}

/** The lessons of earlier versions of the page: the addresses that each had, its algorithm and its inputs. */
export const FORMER_LESSONS = JSON.parse(await readFile(new URL("former-lessons.json", import.meta.url), "utf8"));

/** The example of every algorithm that has one, by id. */
export const readExamples = () =>
  readModule("/examples/index.ts", async ({ EXAMPLE_IDS, exampleOf }) => {
    const entries = EXAMPLE_IDS.map(async (id) => [id, await exampleOf(id)]);
    return Object.fromEntries(await Promise.all(entries));
  });

/** Every unit with its scenes. */
export const readUnits = () => readModule("/units/index.ts", ({ UNITS }) => UNITS.all());

/** Every lab, with the addresses of its experiments. */
export const readLabs = async () => {
  const labs = await readModule("/labs/index.ts", ({ LABS }) => LABS.all());
  const addressOf = await readModule("/src/labs/lab-address.ts", ({ labStateAddress }) => labStateAddress);
  return labs.map((lab) => ({
    ...lab,
    addressOf: (state) => addressOf(lab.id, state),
    experiments: lab.experiments.map((one) => ({ ...one, address: addressOf(lab.id, one.state) })),
  }));
};

/** A lesson's inputs as the library takes them: `attention.wQuery` becomes `{ attention: { wQuery } }`. */
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
