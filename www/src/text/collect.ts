type Tree = { readonly [key: string]: Tree | string };

/** The entries of all files of a folder, which have ids of their own. */
export function merged(files: Record<string, unknown>): Tree {
  return Object.assign({}, ...Object.values(files));
}

/** Text files by their name within the language's folder, without the ending: `ui`. */
export function collect(files: Record<string, unknown>, folder: string): Record<string, Tree> {
  return Object.fromEntries(
    Object.entries(files).map(([path, content]) => [path.slice(folder.length).replace(/\.json$/, ""), content as Tree]),
  );
}
