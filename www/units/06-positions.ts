/** Unit 6: how a word knows where it stands. */
import { catImage } from "../examples/cat-image.ts";
import { named } from "../examples/example.ts";
import { sentence } from "../examples/things.ts";
import type { UnitContent, Variant } from "../src/course/scene.ts";
import type { Reading } from "../src/stage/stage.ts";
import { tensor } from "../src/state/values.ts";

const VASWANI = "Vaswani et al. 2017, section 3.5";
const fromZero = { from: 0 };
const waves = { position: fromZero, feature: fromZero, frequency: { prefix: "ω", from: 0 } } as const;
const byPosition = { query: fromZero, key: fromZero, feature: fromZero, "query-feature": fromZero };

/** Thirty-two positions in four pairs of columns, whose waves are slower by √10 from pair to pair. */
const WIDTH = 8;
const encoding = { length: 32, width: WIDTH, base: 100 };
const encodingRun: Variant = { algorithm: "sinusoidal-encoding", inputs: encoding };

/** A wave of one radian a position is nearly where it began: 7 · 2π = 43.98. */
const SEVEN_TURNS = 44;

/** Four words of two features. */
const words = tensor([4, 2], [1, 0.5, 0.5, 1, -0.5, 1, 1, -0.5]);

const sine = (position: number, frequency: number): Reading => ({
  step: "position.sines",
  index: [position, frequency],
});
const digit = (position: number, place: number): Reading => ({ step: "position.binary", index: [position, place] });
/** How far it is from a position to the next. */
const apart = (run: string, pair: number): Reading => ({ run, step: "vectors.apart", index: [pair] });
const score = (query: number, key: number, more: Partial<Reading> = {}): Reading => ({
  step: "attention.scores",
  index: [query, key],
  ...more,
});

const projectedScore = (query: number, key: number): Reading => ({
  run: "projected",
  step: "multi-head.scores",
  index: [0, query, key],
});
const PRIME = 101;
/** Rows as wide as the encoding, whose numbers follow no pattern: powers of `base` modulo a prime. */
const arbitrary = (rows: number, base: number) => {
  let power = 1;
  return tensor(
    [rows, WIDTH],
    Array.from({ length: rows * WIDTH }, () => {
      power = (power * base) % PRIME;
      return power / PRIME - 0.5;
    }),
  );
};
const mixing = (base: number) => arbitrary(WIDTH, base);
/** A table of positions before anything is learned. */
const table = (rows: number) => arbitrary(rows, 11);

/** The hand of the fastest sine and its cosine, on its circle. */
const hand = { kind: "arrows", sets: [{ step: "position.encoding" }], columns: [0, 1], circle: 1, reach: 1 } as const;
const turned = (row: number) => ({ step: "position.encoding", row });

export const unit: UnitContent = {
  after: ["self-attention"],
  covers: ["S0-C11", "S0-F08", "S0-W01", "S0-X01", "S0-E10"],
  opening: "clock",
  exercise: "sinusoidal-encoding-steps",
  labs: ["positions"],
  scenes: [
    {
      id: "normalized",
      algorithm: "normalized-index-position",
      inputs: { length: 5 },
      labels: { position: fromZero },
      controls: [
        {
          kind: "slider",
          id: "length",
          from: 5,
          to: 20,
          step: 5,
          start: 5,
          answer: 10,
          changes: [{ input: "length" }],
        },
      ],
      shown: [{ picture: { kind: "bars", full: 1, sets: [{ step: "position.normalized" }] }, caption: "bars" }],
      question: {
        kind: "choose",
        options: {
          second: { same: ["secondThen", "second"] },
          third: { same: ["thirdThen", "second"] },
          fourth: { same: ["fourthThen", "second"] },
        },
      },
      facts: {
        second: { step: "position.normalized", index: [1], at: "start" },
        secondThen: { step: "position.normalized", index: [1] },
        thirdThen: { step: "position.normalized", index: [2] },
        fourthThen: { step: "position.normalized", index: [3] },
      },
      links: { erratum: "S0-E10" },
      source: "CPSC 483 (Yale), Transformers and GNNs",
    },
    {
      id: "binary",
      algorithm: "binary-position",
      inputs: { length: 8, digits: 3 },
      labels: { position: fromZero, digit: named("4", "2", "1") },
      runs: { few: { inputs: { length: 4 } } },
      shown: [
        { table: "position.binary", run: "few", when: "before", caption: "few" },
        { table: "position.binary", when: "after", caption: "digits" },
      ],
      question: {
        kind: "choose",
        options: {
          one: { all: [{ same: ["fours3", "fours4"] }, { same: ["twos3", "twos4"] }] },
          two: { all: [{ same: ["fours3", "fours4"] }, { not: { same: ["twos3", "twos4"] } }] },
          three: {
            all: [
              { not: { same: ["fours3", "fours4"] } },
              { not: { same: ["twos3", "twos4"] } },
              { not: { same: ["ones3", "ones4"] } },
            ],
          },
        },
      },
      facts: {
        fours3: digit(3, 0),
        twos3: digit(3, 1),
        ones3: digit(3, 2),
        fours4: digit(4, 0),
        twos4: digit(4, 1),
        ones4: digit(4, 2),
      },
      links: {},
      source: "CPSC 483 (Yale), Transformers and GNNs",
    },
    {
      id: "waves",
      algorithm: "sinusoidal-encoding",
      inputs: { ...encoding, length: 48 },
      labels: waves,
      runs: { beginning: { inputs: { length: 20 } } },
      shown: [
        {
          picture: { kind: "curves", steps: ["position.sines"], along: 0, lines: [0], cursor: 0 },
          run: "beginning",
          when: "before",
          caption: "one",
        },
        {
          picture: { kind: "curves", steps: ["position.sines"], along: 0, lines: [0, 1, 2, 3], cursor: SEVEN_TURNS },
          when: "after",
          caption: "all",
        },
      ],
      question: {
        kind: "choose",
        options: {
          low: { more: ["minusClose", "again"] },
          again: { all: [{ more: ["close", "again"] }, { more: ["again", "minusClose"] }] },
          high: { more: ["again", "close"] },
        },
      },
      facts: {
        first: sine(0, 0),
        again: sine(SEVEN_TURNS, 0),
        slow0: sine(0, 2),
        slowAgain: sine(SEVEN_TURNS, 2),
        fastest: { step: "position.frequencies", index: [0] },
        second: { step: "position.frequencies", index: [1] },
        third: { step: "position.frequencies", index: [2] },
        slowest: { step: "position.frequencies", index: [3] },
        close: { is: 0.1 },
        minusClose: { is: -0.1 },
      },
      links: { step: "position.sines", exercise: "sinusoidal-encoding-steps" },
      source: VASWANI,
    },
    {
      id: "clock",
      algorithm: "sinusoidal-encoding",
      inputs: { ...encoding, length: 7 },
      labels: waves,
      controls: [
        {
          kind: "slider",
          id: "turns",
          from: 1,
          to: 7,
          step: 1,
          start: 3,
          answer: 7,
          plays: 3,
          changes: [{ input: "length" }],
        },
      ],
      shown: [
        {
          picture: { ...hand, pair: { one: turned(1), other: turned(0), angle: true } },
          when: "before",
          caption: "hand",
        },
        {
          picture: { ...hand, pair: { one: turned(6), other: turned(5), angle: true } },
          when: "after",
          caption: "all",
        },
        {
          picture: { ...hand, sets: [{ step: "position.encoding", rows: [0, 2, 4, 6] }], columns: [4, 5] },
          when: "after",
          caption: "slow",
        },
      ],
      question: {
        kind: "choose",
        options: {
          same: { all: [{ same: ["turn1", "turn2"] }, { same: ["turn2", "turn6"] }] },
          faster: { more: ["turn6", "turn1"] },
          slower: { more: ["turn1", "turn6"] },
        },
      },
      facts: {
        turn1: { step: "position.angles", index: [1, 0] },
        turn2: { run: "late", step: "position.frequencies", index: [0] },
        turn6: { step: "position.frequencies", index: [0] },
        slow: { step: "position.frequencies", index: [2] },
        first: apart("apart", 0),
        third: apart("apart", 3),
        shortest: apart("binaryApart", 0),
        longest: apart("binaryApart", 3),
      },
      runs: {
        late: { inputs: { length: 32 } },
        sines: { inputs: { length: 8, width: WIDTH, base: 10000 } },
        apart: {
          algorithm: "vector-comparison",
          inputs: {},
          takes: { x: { run: "sines", step: "position.encoding" } },
        },
        binary: { algorithm: "binary-position", inputs: { length: 8, digits: 3 } },
        binaryApart: {
          algorithm: "vector-comparison",
          inputs: {},
          takes: { x: { run: "binary", step: "position.binary" } },
        },
      },
      links: { step: "position.angles" },
      source: VASWANI,
    },
    {
      id: "shift",
      algorithm: "bilinear-attention",
      inputs: {},
      takes: {
        query: { run: "encoding", step: "position.encoding" },
        key: { run: "encoding", step: "position.encoding" },
        value: { run: "encoding", step: "position.encoding" },
        w: { run: "shift", step: "position.shift-matrix" },
      },
      labels: byPosition,
      runs: {
        encoding: { algorithm: "sinusoidal-encoding", inputs: { length: 5, width: 4, base: 100 }, labels: waves },
        shift: { algorithm: "sinusoidal-shift", inputs: { width: 4, shift: 2, base: 100 }, labels: waves },
      },
      shown: [
        { table: "position.encoding", run: "encoding", caption: "encoding" },
        { table: "position.shift-matrix", run: "shift", when: "after", caption: "matrix" },
        { table: "attention.formed", when: "after", caption: "moved", bare: true },
      ],
      question: {
        kind: "choose",
        options: {
          one: { all: [{ same: ["moved0", "there2"] }, { same: ["moved2", "there4"] }] },
          each: { all: [{ same: ["moved0", "there2"] }, { not: { same: ["moved2", "there4"] } }] },
          none: { not: { same: ["moved0", "there2"] } },
        },
      },
      facts: {
        moved0: { step: "attention.formed", index: [0, 0] },
        there2: { run: "encoding", step: "position.encoding", index: [2, 0] },
        moved2: { step: "attention.formed", index: [2, 0] },
        there4: { run: "encoding", step: "position.encoding", index: [4, 0] },
      },
      links: { exercise: "shifted-position" },
      source: VASWANI,
    },
    {
      id: "toeplitz",
      algorithm: "scaled-dot-product-attention",
      inputs: {},
      takes: {
        query: { run: "encoding", step: "position.encoding" },
        key: { run: "encoding", step: "position.encoding" },
        value: { run: "encoding", step: "position.encoding" },
      },
      labels: byPosition,
      runs: {
        encoding: { ...encodingRun, labels: waves },
        projected: {
          algorithm: "multi-head-attention",
          inputs: { heads: 1, wQuery: mixing(3), wKey: mixing(5), wValue: mixing(2), wOutput: mixing(7) },
          takes: { x: { run: "encoding", step: "position.encoding" } },
        },
      },
      shown: [
        { picture: { kind: "pattern", step: "attention.scores" }, when: "after", caption: "products" },
        {
          picture: { kind: "pattern", step: "multi-head.scores" },
          run: "projected",
          when: "after",
          caption: "projected",
        },
        {
          picture: { kind: "curves", steps: ["position.sines"], along: 0, lines: [0, 1, 2, 3] },
          run: "encoding",
          when: "before",
          caption: "waves",
        },
      ],
      question: {
        kind: "choose",
        options: {
          same: { same: ["early", "late"] },
          larger: { more: ["late", "early"] },
          smaller: { more: ["early", "late"] },
        },
      },
      facts: {
        early: score(3, 7),
        late: score(20, 24),
        own: score(5, 5),
        next: score(5, 6),
        far: score(0, 31),
        earlyProjected: projectedScore(3, 7),
        lateProjected: projectedScore(20, 24),
      },
      links: { step: "attention.scores" },
      source: VASWANI,
    },
    {
      id: "learned",
      algorithm: "learned-position-embedding",
      inputs: { table: table(16), length: 16 },
      labels: { position: fromZero, row: fromZero },
      runs: {
        image: { algorithm: "image-patches", inputs: { image: catImage, patch: 7 } },
        two: { inputs: { table: table(8), length: 8 } },
      },
      shown: [
        {
          picture: { kind: "image", image: "vision.image", patches: "vision.patches" },
          run: "image",
          when: "before",
          caption: "image",
        },
        { picture: { kind: "pattern", step: "learned-position.table" }, when: "after", caption: "one" },
        { picture: { kind: "pattern", step: "learned-position.table" }, run: "two", when: "after", caption: "two" },
      ],
      question: {
        kind: "choose",
        options: {
          sixteen: { same: ["two", "one"] },
          eight: { all: [{ more: ["one", "two"] }, { more: ["two", "four"] }] },
          four: { same: ["two", "four"] },
        },
      },
      facts: {
        patches: { run: "image", step: "vision.patches", along: 0 },
        one: { step: "learned-position.table", along: 0 },
        two: { run: "two", step: "learned-position.table", along: 0 },
        four: { is: 4 },
      },
      links: { step: "learned-position.embedding" },
      source: "Devlin et al. 2019, section 3; Dosovitskiy et al. 2021 (ViT), section 3.1 and appendix D.4",
    },
    {
      id: "rotary",
      algorithm: "scaled-dot-product-attention",
      inputs: { value: words },
      takes: {
        query: { run: "turned", step: "rotary.rotated" },
        key: { run: "turned", step: "rotary.rotated" },
      },
      labels: { query: sentence, key: sentence, position: sentence },
      controls: [
        {
          kind: "slider",
          id: "start",
          run: "turned",
          from: 0,
          to: 20,
          step: 1,
          start: 0,
          answer: 10,
          changes: [{ input: "start" }],
        },
      ],
      runs: { turned: { algorithm: "rotary-encoding", inputs: { x: words, start: 0 } } },
      shown: [
        {
          picture: { kind: "arrows", sets: [{ step: "rotary.rotated" }], reach: 1.2 },
          run: "turned",
          caption: "turned",
        },
        { table: "attention.scores", caption: "scores" },
      ],
      question: {
        kind: "choose",
        options: {
          same: { all: [{ same: ["after", "before"] }, { same: ["otherAfter", "otherBefore"] }] },
          smaller: { more: ["before", "after"] },
          larger: { more: ["after", "before"] },
        },
      },
      facts: {
        before: score(0, 1, { at: "start" }),
        after: score(0, 1),
        otherBefore: score(1, 3, { at: "start" }),
        otherAfter: score(1, 3),
      },
      links: { exercise: "rotary-encoding-steps" },
      source: "Su et al. 2021 (RoFormer), section 3.2",
    },
    {
      id: "alibi",
      algorithm: "alibi-bias",
      inputs: { length: 8, heads: 4 },
      labels: { query: fromZero, key: fromZero, head: { from: 1 } },
      shown: [
        { picture: { kind: "bars", sets: [{ step: "alibi.slopes" }] }, when: "before", caption: "slopes" },
        { picture: { kind: "curves", steps: ["alibi.bias"], along: 2, across: 0 }, when: "after", caption: "bias" },
      ],
      question: {
        kind: "choose",
        options: {
          first: { more: ["firstFar", "lastFar"] },
          last: { more: ["lastFar", "firstFar"] },
          same: { same: ["firstFar", "lastFar"] },
        },
      },
      facts: {
        firstFar: { step: "alibi.bias", index: [0, 0, 7] },
        lastFar: { step: "alibi.bias", index: [3, 0, 7] },
        firstSlope: { step: "alibi.slopes", index: [0] },
        lastSlope: { step: "alibi.slopes", index: [3] },
      },
      links: { step: "alibi.bias", exercise: "alibi-steps" },
      source: "Press, Smith and Lewis 2022, section 3",
    },
  ],
};
