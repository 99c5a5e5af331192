import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "vite";
import { PREVIEW } from "./preview.mjs";

const SCRIPT = fileURLToPath(new URL("../src/offline/service-worker.ts", import.meta.url));

/** These hold what other files hold as well, as text: they are for servers that do not send WebAssembly, and are never needed where all files are stored. */
const COPIES = /^assets\/(copy|base64-fast)-/;

/** A file to store. The names of most files contain a hash of their content; for the others, it is the revision. */
interface Precached {
  readonly url: string;
  readonly revision: string | null;
}

const revisionOf = (content: string | Uint8Array): string =>
  createHash("sha256").update(content).digest("hex").slice(0, 16);

/** The folder of the page, which a build for another purpose, such as a test's, does not have as its root. */
const PAGE = fileURLToPath(new URL("..", import.meta.url));

/** Writes `sw.js`, the service worker with the list of all files of the page, as one classic script. Does nothing for other roots. */
export function offlinePlugin(): Plugin {
  let publicFolder = "";
  return {
    name: "attograph-offline",
    apply: ({ root = PAGE }, { command }) => command === "build" && resolve(root) === resolve(PAGE),
    enforce: "post",
    configResolved(config) {
      publicFolder = config.publicDir;
    },
    generateBundle: {
      order: "post",
      async handler(_, bundle) {
        const built = Object.values(bundle).map((file): Precached => {
          const content = file.type === "chunk" ? file.code : file.source;
          return { url: file.fileName, revision: file.fileName.startsWith("assets/") ? null : revisionOf(content) };
        });
        const own = await Promise.all(
          (await readdir(publicFolder, { recursive: true, withFileTypes: true }))
            .filter((entry) => entry.isFile())
            .map(async ({ parentPath, name }): Promise<Precached> => {
              const path = join(parentPath, name);
              const url = path.slice(publicFolder.length + 1).replaceAll("\\", "/");
              return { url, revision: revisionOf(await readFile(path)) };
            }),
        );
        // The picture for links is for other sites.
        const files = [...built, ...own].filter(({ url }) => url !== PREVIEW && !COPIES.test(url));
        files.sort((one, other) => (one.url < other.url ? -1 : 1));
        this.emitFile({ type: "asset", fileName: "sw.js", source: await serviceWorker(files) });
      },
    },
  };
}

async function serviceWorker(files: readonly Precached[]): Promise<string> {
  const result = await build({
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    define: { PRECACHED: JSON.stringify(files) },
    build: {
      write: false,
      target: "es2022",
      rolldownOptions: { input: SCRIPT, output: { format: "iife", entryFileNames: "sw.js" } },
    },
  });
  if (!("output" in result)) throw new Error("the service worker is not built as one script");
  const [{ code }] = result.output;
  return code;
}
