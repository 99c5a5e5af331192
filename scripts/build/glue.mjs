/** What the package does not use of the glue that wasm-bindgen writes: how it finds and fetches its own file. Each is cut from its beginning to its end. */
const UNUSED = [
  ["    let script_src;\n", "    /**\n"],
  ["    async function __wbg_load(module, imports) {\n", "    function initSync(module) {\n"],
  ["    let __wbg_init_promise;\n", "    return Object.assign(__wbg_init, { initSync }, exports);\n"],
];

/** Returns the glue without what the package does not use, so that a module with it is seen to fetch nothing. */
export function trimGlue(script) {
  let trimmed = script;
  for (const [first, next] of UNUSED) {
    const start = trimmed.indexOf(first);
    const end = trimmed.indexOf(next, start);
    if (start < 0 || end < 0) throw new Error(`the glue of this version of wasm-bindgen has no ${first.trim()}`);
    trimmed = trimmed.slice(0, start) + trimmed.slice(end);
  }
  return trimmed.replace("Object.assign(__wbg_init, { initSync }, exports)", "Object.assign(exports, { initSync })");
}
