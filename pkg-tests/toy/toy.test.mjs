/** What CONTRIBUTING says on adding a picture and a lab is done in a copy of the tree: no other file has to be touched. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { copyTree } from "./tree.mjs";

const LANGUAGES = ["en", "ko"];
const vitest = (tree, ...filters) =>
  tree.run(process.execPath, ["../../../../node_modules/vitest/vitest.mjs", "run", ...filters], { folder: "www" });

test("a lab is a file of data and its texts in two languages", async () => {
  const tree = await copyTree("lab");
  await tree.write("www/labs/08-toy.ts", await tree.read("www/labs/06-hash.ts"));
  for (const language of LANGUAGES) {
    const { hash } = JSON.parse(await tree.read(`www/text/${language}/labs/hash.json`));
    await tree.write(`www/text/${language}/labs/toy.json`, JSON.stringify({ toy: hash }));
  }
  assert.ok(tree.touched.size <= 4, [...tree.touched].join("\n"));
  assert.match(await vitest(tree, "labs/labs.test.ts", "--reporter=verbose"), /toy/);
});

test("a picture is a folder with two files, and its words in two languages", async () => {
  const tree = await copyTree("picture");
  const renamed = (text) => text.replaceAll("Flow", "Toy").replaceAll(/\bflow\b/g, "toy");
  for (const name of ["spec.ts", "picture.ts"])
    await tree.write(`www/src/pictures/toy/${name}`, renamed(await tree.read(`www/src/pictures/flow/${name}`)));
  // Nothing draws it by itself: only where it is named.
  const spec = await tree.read("www/src/pictures/toy/spec.ts");
  await tree.write(
    "www/src/pictures/toy/spec.ts",
    spec.replace("return isWeights(step) && several ?", 'return isWeights(step) && several && step.id === "" ?'),
  );
  for (const language of LANGUAGES)
    await tree.texts(`www/text/${language}/pictures.json`, (texts) => {
      texts.toy = texts.flow;
      texts.kinds.toy = "Toy";
    });
  assert.ok(tree.touched.size <= 4, [...tree.touched].join("\n"));
  await tree.run(process.execPath, ["../../../node_modules/typescript/bin/tsc", "--noEmit", "-p", "www"]);
  await vitest(tree, "src/pictures");
});
