/** What is dear to open and can be used by several, such as a browser: opened once for all who use it at the same time, and closed by the last of them. */

const entries = new Map();
let keeping = false;

/**
 * Uses what is open under a name, or opens it: `open` returns `{ value, close }`, as this does. What is open and no longer works, as `works` finds, is not given to
 * anyone else.
 */
export async function use(name, open, works = () => true) {
  const there = entries.get(name);
  if (there && !(await there.opened.then(({ value }) => works(value)).catch(() => false))) forget(name, there);
  if (!entries.has(name)) entries.set(name, { users: 0, opened: open() });
  const entry = entries.get(name);
  entry.users += 1;
  const { value, close } = await entry.opened;
  return {
    value,
    close: async () => {
      entry.users -= 1;
      if (entry.users > 0 || (keeping && entries.get(name) === entry)) return;
      forget(name, entry);
      await close();
    },
  };
}

function forget(name, entry) {
  if (entries.get(name) === entry) entries.delete(name);
}

/** From now on nothing is closed by its last user, so that whoever comes next uses it as well. Returns what closes everything. */
export function keep() {
  keeping = true;
  return async () => {
    keeping = false;
    const all = [...entries.values()];
    entries.clear();
    for (const { opened } of all) await opened.then(({ close }) => close()).catch(() => {});
  };
}
