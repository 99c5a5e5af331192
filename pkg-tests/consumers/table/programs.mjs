/** Programs: runtimes, test runners, and the TypeScript compiler. */
import { program } from "../kinds.mjs";
import { INLINE, programModule, programScript, testModule } from "../study.mjs";

/** Refuses every connection, and makes a program fail that has tried one. */
const OFFLINE = `import { Socket } from "node:net";
const refuse = () => {
  process.on("exit", () => { process.exitCode = 99; });
  throw new Error("a connection was tried");
};
Socket.prototype.connect = refuse;
globalThis.fetch = refuse;
`;

/** A program that Node runs. */
const node = ({ main, text, ...entry }) =>
  program({
    ...entry,
    files: { [main]: text, "offline.js": OFFLINE },
    commands: [[process.execPath, "--import", "./offline.js", main]],
    expects: { from: "file", engine: "workers", ...entry.expects },
  });

/** What TypeScript compiles: each entry, a trace by its types, and mistakes that have to be errors. */
const TYPED = `import { AttographError, load, type Tensor } from "attograph";
import { type FastEngine, loadFast } from "attograph/fast";
import { load as loadInline } from "attograph/inline";
import { load as loadSlim } from "attograph/slim";

const lab = await load();
const x = [[1, 2], [3, 4]];
const { outputs } = lab.trace("scaled-dot-product-attention", { query: x, key: x, value: x });
const weights: Tensor = outputs.weights;
const data: Float64Array = weights.data;
const engine: () => Promise<FastEngine> = () => loadFast();
try {
  // @ts-expect-error an algorithm that does not exist
  lab.trace("attention-of-a-scaled-dot-product", {});
} catch (error) {
  if (!(error instanceof AttographError) || error.code !== "unknown-algorithm") throw error;
}
// @ts-expect-error an output that does not exist
if (outputs.hidden !== undefined) throw new Error("an output that does not exist");
export { data, engine, load, loadInline, loadSlim };
`;

/** Compiles with the types of browsers and none of Node, checks the package's declarations too, and runs what comes out. */
const typescript = (version) => {
  const options = ["--strict", "--target", "es2022", "--lib", "es2022", "--skipLibCheck", "false"];
  const tsc = (module, resolution) => [
    "tsc",
    ...options,
    "--module",
    module,
    "--moduleResolution",
    resolution,
    "typed.ts",
  ];
  return program({
    name: `TypeScript ${version}, bundler and nodenext`,
    install: { typescript: version },
    files: { "typed.ts": TYPED, "main.js": programModule("./typed.js") },
    commands: [tsc("esnext", "bundler"), tsc("nodenext", "nodenext"), [process.execPath, "main.js"]],
    expects: { from: "file", engine: "workers" },
  });
};

export const programs = [
  node({ name: "Node, ECMAScript module", main: "main.js", text: programModule() }),
  node({ name: "Node, require", main: "main.cjs", text: programScript('require("attograph").load') }),
  node({
    name: "Node, import() in CommonJS",
    main: "main.cjs",
    text: programScript('(await import("attograph")).load'),
  }),
  node({
    name: "Node, inline",
    main: "main.js",
    text: programModule("attograph/inline", INLINE),
    expects: { from: "inline", engine: "alone" },
  }),
  program({
    name: "Node, worker_threads",
    files: {
      "main.js": `import { Worker } from "node:worker_threads";
new Worker(new URL("worker.js", import.meta.url));
`,
      "worker.js": programModule(),
    },
    commands: [[process.execPath, "main.js"]],
    expects: { from: "file", engine: "workers" },
  }),
  program({
    name: "Deno",
    install: { deno: "2.9.6" },
    files: { "main.js": programModule() },
    commands: [["deno", "run", "--allow-read", "--allow-write=.", "--allow-sys=cpus", "main.js"]],
    expects: { from: "file", engine: "workers" },
  }),
  program({
    name: "Bun",
    install: { bun: "1.4.5" },
    files: { "main.js": programModule(), "offline.js": OFFLINE },
    commands: [["bun", "--preload", "./offline.js", "main.js"]],
    expects: { from: "file", engine: "workers" },
  }),
  program({
    name: "Vitest 4",
    install: { vitest: "4.1.12" },
    files: { "main.test.js": testModule('import { test } from "vitest";\n') },
    commands: [["vitest", "run"]],
    expects: { from: "file", engine: "workers" },
  }),
  program({
    name: "Jest 30",
    install: { jest: "30.5.2" },
    files: { "main.test.js": testModule() },
    commands: [["jest"]],
    // Jest's switch for ECMAScript modules.
    env: { NODE_OPTIONS: "--experimental-vm-modules" },
    expects: { from: "file", engine: "workers" },
  }),
  typescript("7.0.2"),
  typescript("5.4.5"),
];
