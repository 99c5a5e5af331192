/** An entry of the package: where its module is, which some bundlers leave undefined, and the name of its file as it was published. */
export interface EntryFile {
  readonly address: string | undefined;
  readonly name: string;
}

/**
 * Imports a module of the package that lies beside an entry, as long as that lies where it was published, on a server. Bundlers leave this import alone, so that
 * it adds nothing to what they emit; in what they emit there is no such file, and this throws an error with `advice`.
 */
export async function importBeside<Module>(entry: EntryFile, path: string, advice: string): Promise<Module> {
  const { address = "", name } = entry;
  const isPublished = address.startsWith("http") && address.replace(/[?#].*$/, "").endsWith(`/${name}`);
  if (!isPublished) throw new Error(advice);
  const { href } = new URL(path, address);
  return import(/* @vite-ignore */ /* webpackIgnore: true */ /* turbopackIgnore: true */ href);
}
