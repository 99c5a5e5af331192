/**
 * Says what each function does that the WebAssembly file imports. wasm-bindgen writes their bodies in JavaScript, under names with hashes; the engine of the
 * Python package has the same functions under names of its own (`python/src/attograph/engine.py`).
 */

/** A line that only the body of this function has. */
const ROLES = {
  error: /const ret = Error\(getStringFromWasm0/,
  log: /console\.error\(arg0\)/,
  throw: /throw new Error\(getStringFromWasm0/,
  number: /const ret = Number\(arg0\)/,
  "is-string": /const ret = typeof\(arg0\) === 'string';/,
  string: /typeof\(obj\) === 'string' \? obj : undefined/,
  data: /arg1\.data;/,
  weights: /arg1\.weights;/,
  shape: /arg1\.shape;/,
  directed: /arg0\.directed;/,
  flag: /arg0\.flag;/,
  kind: /arg0\.kind;/,
  step: /arg0\.step;/,
  nodes: /arg0\.nodes;/,
  "number-field": /arg0\.number;/,
  name: /arg1\.name;/,
  word: /arg1\.word;/,
  texts: /arg1\.texts;/,
  array: /new Array\(\)/,
  map: /new Map\(\)/,
  object: /new Object\(\)/,
  floats: /new Float64Array\(getArrayF64FromWasm0/,
  "set-at": /arg0\[arg1 >>> 0\] = arg2;/,
  "set-in": /arg0\[arg1\] = arg2;/,
  "set-in-map": /arg0\.set\(arg1, arg2\)/,
  "to-string": /arg0\.toString\(arg1\)/,
  "from-number": /const ret = arg0;/,
  "from-text": /Cast intrinsic for `Ref\(String\)/,
  "from-whole": /BigInt\.asUintN\(64, arg0\)/,
  fill: /const table = wasm\.__wbindgen_externrefs;/,
};

/** Returns the role of each imported function by its name. Throws for a function that no role describes, or more than one. */
export function rolesOf(glue) {
  const bodies = glue.matchAll(/^ {12}(__wb\w+): function\([^)]*\) \{([\s\S]*?)^ {12}\}/gm);
  const roles = [...bodies].map(([, name, body]) => {
    const found = Object.keys(ROLES).filter((role) => ROLES[role].test(body));
    if (found.length !== 1) throw new Error(`${name} is a function that the engine in Python does not have: ${body}`);
    return [name, found[0]];
  });
  if (roles.length === 0) throw new Error("the functions that the WebAssembly file imports were not found");
  return Object.fromEntries(roles);
}
