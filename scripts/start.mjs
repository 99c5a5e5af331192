/**
 * Sets up, builds, serves the page and prints its address.
 *
 *   npm start [-- --port 4173] [-- --host 127.0.0.1]
 */
import { parseArgs } from "node:util";
import { at } from "./build/paths.mjs";
import { build } from "./build.mjs";
import { serve } from "./serve.mjs";
import { setUp } from "./setup.mjs";

const { values } = parseArgs({
  options: { port: { type: "string", default: "4173" }, host: { type: "string", default: "127.0.0.1" } },
});
await setUp({ browser: false });
await build({ page: true });
const { address } = await serve({ root: at("www/dist"), port: Number(values.port), host: values.host });
console.log(`Attograph is served at ${address}`);
