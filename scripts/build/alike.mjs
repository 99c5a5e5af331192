/**
 * The order of the functions in a WebAssembly file. A compressor finds what is repeated where it stands close by, gzip within 32 KB: functions that are alike are
 * put next to each other. What they compute, and how fast, does not depend on their order.
 */

/** So many bytes in a row are compared. */
const RUN = 5;

/** Bytes that so many functions have in common say nothing of what they are alike in. */
const COMMON = 400;

const IMPORTS = 2;
const CODE = 10;

/** Reads a file's sections, and the numbers in it: `{ sections, number }`. */
function reader(file) {
  let place = 8;
  const number = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = file[place++];
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
  };
  return {
    number,
    skip: (bytes) => {
      place += bytes;
    },
    taken: (length) => {
      place += length;
      return file.subarray(place - length, place);
    },
    *sections() {
      while (place < file.length) {
        const [kind, length] = [file[place++], number()];
        const end = place + length;
        yield kind;
        place = end;
      }
    },
  };
}

/** Skips an import, and returns whether it is a function. */
function isFunction({ number, skip }) {
  for (const _ of ["module", "name"]) skip(number());
  const kind = number();
  if (kind === 1) skip(1);
  if (kind === 3) skip(2);
  else if (kind === 0) number();
  else {
    const hasMaximum = number() & 1;
    for (let limit = 0; limit <= hasMaximum; limit += 1) number();
  }
  return kind === 0;
}

/** Returns the functions of a file: `{ imported, bodies }`, how many are imported, and the bytes of the others. */
function functionsOf(file) {
  const from = reader(file);
  let imported = 0;
  const bodies = [];
  for (const kind of from.sections()) {
    if (kind !== IMPORTS && kind !== CODE) continue;
    for (let left = from.number(); left > 0; left -= 1) {
      if (kind === CODE) bodies.push(from.taken(from.number()));
      else imported += Number(isFunction(from));
    }
  }
  return { imported, bodies };
}

/** Returns all runs of bytes of a function, each as a number. */
function runsOf(body) {
  const runs = new Set();
  for (let end = RUN; end <= body.length; end += 1) {
    let run = 0;
    for (const byte of body.subarray(end - RUN, end)) run = (Math.imul(run, 31) + byte) | 0;
    runs.add(run);
  }
  return runs;
}

/** Returns an order in which each function is followed by that of the rest which has most in common with it. */
export function orderOf(bodies) {
  const runs = bodies.map(runsOf);
  const having = new Map();
  for (const [at, own] of runs.entries()) {
    for (const run of own) {
      if (having.has(run)) having.get(run).push(at);
      else having.set(run, [at]);
    }
  }
  const rest = new Set(bodies.keys());
  const order = [];
  for (let at = 0; rest.size > 0; ) {
    order.push(at);
    rest.delete(at);
    const shared = new Uint32Array(bodies.length);
    for (const run of runs[at]) {
      const others = having.get(run);
      if (others.length <= COMMON) for (const other of others) shared[other] += 1;
    }
    const last = runs[at].size;
    let most = -1;
    for (const other of rest) {
      const share = shared[other] / (last + runs[other].size - shared[other] + RUN);
      if (share > most) [most, at] = [share, other];
    }
  }
  return order;
}

/** A number as WebAssembly writes it. */
function written(value) {
  const bytes = [];
  let left = value;
  for (; left > 127; left >>>= 7) bytes.push((left & 127) | 128);
  return Buffer.from([...bytes, left]);
}

const counted = (bytes) => Buffer.concat([written(bytes.length), bytes]);

/** Returns a file without names with names for its functions: sorted by them, functions that are alike stand next to each other. */
export function namedByOrder(file) {
  const { imported, bodies } = functionsOf(file);
  const places = new Map(orderOf(bodies).map((body, place) => [body, place]));
  const names = [...bodies.keys()].map((body) =>
    Buffer.concat([written(imported + body), counted(Buffer.from(`f${String(places.get(body)).padStart(6, "0")}`))]),
  );
  const functionNames = counted(Buffer.concat([written(bodies.length), ...names]));
  const section = Buffer.concat([counted(Buffer.from("name")), Buffer.from([1]), functionNames]);
  return Buffer.concat([file, Buffer.from([0]), counted(section)]);
}
