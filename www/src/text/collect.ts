type Tree = { readonly [key: string]: Tree | string };

/** Text files by their name within the language's folder, without the ending: `ui`. */
export function collect(files: Record<string, unknown>, folder: string): Record<string, Tree> {
  return Object.fromEntries(
    Object.entries(files).map(([path, content]) => [path.slice(folder.length).replace(/\.json$/, ""), content as Tree]),
  );
}
