/** One term for one concept: all texts of the library and of the page are held to the glossary, in both languages. */
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { load } from "../../pkg/node.js";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const LANGUAGES = ["en", "ko"];
const { concepts } = JSON.parse(await readFile(join(ROOT, "src/text/glossary.json"), "utf8"));

/** The texts of a tree, each with its place. */
function leaves(tree, place) {
  if (typeof tree === "string") return [{ place, text: tree }];
  return Object.entries(tree).flatMap(([name, part]) => leaves(part, `${place}/${name}`));
}

/** All texts of a language. */
async function textsIn(language) {
  const texts = [];
  for (const folder of [`src/text/${language}`, `www/text/${language}`]) {
    const names = await readdir(join(ROOT, folder), { recursive: true });
    for (const name of names.filter((name) => name.endsWith(".json")).sort()) {
      texts.push(...leaves(JSON.parse(await readFile(join(ROOT, folder, name), "utf8")), `${folder}/${name}`));
    }
  }
  return texts;
}

const texts = Object.fromEntries(await Promise.all(LANGUAGES.map(async (name) => [name, await textsIn(name)])));
// The English titles of algorithms stand in their declarations.
texts.en.push(...(await load()).catalog().map(({ id, title }) => ({ place: `catalog/${id}/title`, text: title })));

/** The terms of a concept in a language, without what explains them in parentheses. */
const terms = (concept, language) => concept[language].split(", ").map((term) => term.replace(/\(.*\)/, ""));

/** What a text says instead of a term of the glossary: one line for each. */
function violations(language, all) {
  return concepts.flatMap((concept) =>
    (concept.not?.[language] ?? []).flatMap((pattern) =>
      all
        .filter(({ place }) => !concept.except?.some((part) => place.includes(part)))
        .filter(({ text }) => new RegExp(pattern, "u").test(text))
        .map(
          ({ place, text }) => `${place} should say “${concept[language]}”: ${text.match(new RegExp(pattern, "u"))[0]}`,
        ),
    ),
  );
}

for (const language of LANGUAGES) {
  test(`no text has another word for a concept of the glossary: ${language}`, () => {
    assert.ok(texts[language].length > 1500, String(texts[language].length));
    assert.deepEqual(violations(language, texts[language]), []);
  });

  test(`each term of the glossary is used, and none is refused by the glossary: ${language}`, () => {
    for (const concept of concepts) {
      for (const term of terms(concept, language)) {
        const used = texts[language].some(({ text }) => text.toLowerCase().includes(term.toLowerCase().slice(0, -1)));
        assert.ok(used, `no text says “${term}”`);
        assert.deepEqual(violations(language, [{ place: term, text: term }]), []);
      }
    }
  });
}

test("the glossary refuses what it is meant to refuse", () => {
  const refused = {
    en: [
      "Add the way around.",
      "a loop of its own",
      "What a node hears",
      "A picture of 64 pixels",
      "no way leads there",
      "divided by the root of the width",
    ],
    ko: [
      "출력 사영",
      "지수 함수값",
      "단위 행렬",
      "피드포워드 신경망",
      "자기 연결을 더함",
      "마스크된 점수",
      "멀티헤드",
      "교차 어텐션",
      "고유값",
      "고유 벡터",
      "물결",
      "언어 모형",
      "나무 위",
      "자기 루프",
    ],
  };
  for (const [language, sentences] of Object.entries(refused)) {
    for (const text of sentences) assert.equal(violations(language, [{ place: "", text }]).length, 1, text);
  }
});

test("a gradient is 그래디언트 in Korean; 기울기 is the slope of a curve or of a function", () => {
  const english = new Map(texts.en.map(({ place, text }) => [place.replace("/en/", "/ko/"), text]));
  const wrong = texts.ko.filter(
    ({ place, text }) => text.includes("기울기") && !/slope|bend|LeakyReLU/iu.test(english.get(place) ?? ""),
  );
  assert.deepEqual(wrong, []);
  assert.ok(texts.ko.some(({ text }) => text.includes("그래디언트")));
});

test("a concept has one entry, with a term in each language", () => {
  const names = concepts.map(({ concept }) => concept);
  assert.equal(new Set(names).size, names.length);
  for (const concept of concepts) for (const language of LANGUAGES) assert.ok(concept[language], concept.concept);
});
