import { readdir, readFile, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** Files to compress; images and fonts are compressed already. */
const KINDS = new Set([".css", ".html", ".js", ".json", ".map", ".svg", ".txt", ".wasm", ".webmanifest"]);

/** The compressed copies of a file: their suffix and their compression, at the highest level, since they are created at build time. */
const COPIES = {
  ".br": (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  ".gz": (bytes) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
};

/** Writes compressed copies next to the files of a folder, where a copy is smaller than its file: `page.js.br`, `page.js.gz`. */
export async function compressFolder(folder) {
  const names = (await readdir(folder, { recursive: true })).filter((name) => KINDS.has(extname(name)));
  await Promise.all(
    names.map(async (name) => {
      const bytes = await readFile(join(folder, name));
      for (const [ending, compress] of Object.entries(COPIES)) {
        const compressed = await compress(bytes);
        if (compressed.length < bytes.length) await writeFile(join(folder, `${name}${ending}`), compressed);
      }
    }),
  );
}
