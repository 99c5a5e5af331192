/** The table of sizes in `SIZES.md`: written by the tests that measure them, and compared with what they measure. */
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";

const file = new URL("../../SIZES.md", import.meta.url);

/** How far a size may be from the one in the table, as a part of it. */
const TOLERANCE = 0.03;

const COLUMNS = ["bytes", "gzip", "brotli"];
const UNMEASURED = "–";

/** Numbers in groups of three digits. */
const written = (size) => (size === undefined ? UNMEASURED : String(size).replace(/\B(?=(\d{3})+$)/g, " "));
const numberIn = (cell) => (cell === UNMEASURED ? undefined : Number(cell.replaceAll(" ", "")));

function rowOf({ name, limit, limited, ...sizes }) {
  const most = limit ? `${written(limit)} ${limited}` : "";
  return `| ${[name, ...COLUMNS.map((column) => written(sizes[column])), most].join(" | ")} |`;
}

/** The sizes that the table has for a name. */
function sizesIn(table, name) {
  const line = table.split("\n").find((line) => line.startsWith(`| ${name} |`));
  if (!line) return null;
  const cells = line.split("|").map((cell) => cell.trim());
  return Object.fromEntries(COLUMNS.map((column, place) => [column, numberIn(cells[place + 2])]));
}

/**
 * Compares what was measured with the table and with its limits. Each measured row is `{ name, bytes, gzip, brotli, limit, limited }`, where what was not
 * measured is absent, and `limited` names the column that `limit` is about. With the environment variable `UPDATE_SIZES` the table is written anew.
 */
export async function compareSizes(measured) {
  let table = await readFile(file, "utf8");
  for (const row of measured) {
    const { name, limit, limited } = row;
    if (limit) assert.ok(row[limited] <= limit, `${name}: ${row[limited]} bytes are more than ${limit} ${limited}`);
    if (process.env.UPDATE_SIZES) {
      const line = table.split("\n").find((line) => line.startsWith(`| ${name} |`));
      table = line ? table.replace(line, rowOf(row)) : `${table.trimEnd()}\n${rowOf(row)}\n`;
      continue;
    }
    const kept = sizesIn(table, name);
    assert.ok(kept, `SIZES.md has no row for ${name}: run the tests with UPDATE_SIZES=1`);
    for (const column of COLUMNS) {
      const [found, expected] = [row[column], kept[column]];
      const near = found === expected || Math.abs(found - expected) <= TOLERANCE * expected;
      assert.ok(near, `${name}: ${found} ${column}, where SIZES.md has ${expected}: run the tests with UPDATE_SIZES=1`);
    }
  }
  if (process.env.UPDATE_SIZES) await writeFile(file, table);
}
