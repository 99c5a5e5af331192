/** Unit 1: a sequence that is read word by word, and one that is seen at once. */
import { catImage } from "../examples/cat-image.ts";
import { named, rowsOf } from "../examples/example.ts";
import { chain, farAsking, farBeing, farSentence, farTelling, friendship, peopleLabels } from "../examples/things.ts";
import type { UnitContent } from "../src/course/scene.ts";
import type { Reading } from "../src/stage/stage.ts";
import type { TensorValue } from "../src/state/state.ts";
import { graph, matrix, tensor, vector } from "../src/state/values.ts";

const YALE = "CPSC 483 (Yale), Transformers and GNNs";
const RNN = `${YALE}; Elman 1990`;
const VASWANI = "Vaswani et al. 2017, section 4";

/** the cat that lives here drinks cold milk: where its words stand. */
const [cat, drinks, last] = [1, 5, 7] as const;
const memory = named("cat", "milk");
const labels = { feature: memory, hidden: memory, "earlier-hidden": memory };
const attending = { query: farSentence, key: farSentence };

const identity = matrix([
  [1, 0],
  [0, 1],
]);
const half = matrix([
  [0.5, 0],
  [0, 0.5],
]);
/** Each word says whether it is the cat, and whether it is milk. */
const told = matrix(farSentence.names.map((word) => [word === "cat" ? 1 : 0, word === "milk" ? 1 : 0]));
const reading = { x: told, wInput: identity, wHidden: half };
const lookup = { query: rowsOf(farAsking), key: rowsOf(farBeing), value: rowsOf(farTelling) };

/** How many words the sentence has. */
const WORDS = farSentence.names.length;
/** How many numbers a word has; 64 are common for a head. */
const WIDTHS = [2, 4, 8, 16, 32, 64, 128];
const [NARROW, WIDE] = [4, 64] as const;
/** The counts depend on the shapes alone; any numbers do. */
const seeds = tensor([1, 5], [0.2, -0.4, 0.6, -0.2, 0.4]);

/** The cat moves to the place before “drinks”, and the words between move up. */
const nearOrder = [0, 2, 3, 4, 1, 5, 6, 7];
const nearNames = named(...nearOrder.map((at) => farSentence.names[at] ?? ""));
const near = (rows: TensorValue) => {
  const width = rows.shape[1] ?? 0;
  return tensor(
    rows.shape,
    nearOrder.flatMap((row) => rows.data.slice(row * width, (row + 1) * width)),
  );
};

/** Each word with the next: an RNN passes on in one direction. */
const onwards = { ...chain(8), directed: true };
/** Everyone with everyone. */
const complete = graph(
  8,
  Array.from({ length: 8 }, (_, one) =>
    Array.from({ length: 7 - one }, (_, more): [number, number] => [one, one + more + 1]),
  ).flat(),
);

/** A review, word by word: is it praise, is it blame? */
const review = named("good", "film", "with", "a", "bad", "end");
const feelings = named("praise", "blame");
const reviewed = {
  x: matrix([
    [1, 0],
    [0, 0],
    [0, 0],
    [0, 0],
    [0, 1],
    [0, 0],
  ]),
  wInput: identity,
  wHidden: matrix([
    [0.9, 0],
    [0, 0.9],
  ]),
  wOutput: matrix([[1], [-1]]),
};

/** A short sentence, what its words say, and a second network that begins with the state of the first and is given no words. */
const shortSentence = named("cat", "drinks", "milk");
const toldShort = matrix([
  [1, 0],
  [0, 0],
  [0, 1],
]);
const written = named("1st word", "2nd word", "3rd word");
const writing = {
  x: matrix(written.names.map(() => [0, 0])),
  wInput: identity,
  wHidden: identity,
};

/** A small vocabulary: the number of a word is its place here. */
const vocabulary = "EOS SOS a and are attention graph graphs is layers networks neural node powerful the".split(" ");
const sentence = "SOS graph neural networks are powerful EOS".split(" ");
/** What the six people like, by how much. */
const habits = matrix([
  [3, 1],
  [1, 2],
  [0, 2],
  [2, 2],
  [1, 0],
  [4, 1],
]);

const bites = named("dog", "bites", "cat");
const state = (time: number, hidden: number, more: Partial<Reading> = {}): Reading => ({
  step: "rnn.states",
  index: [time, hidden],
  ...more,
});
const weight = (query: number, key: number, more: Partial<Reading> = {}): Reading => ({
  step: "attention.weights",
  index: [query, key],
  ...more,
});

export const unit: UnitContent = {
  after: [],
  covers: ["S0-C01", "S0-C02", "S0-C03", "S0-C04", "S0-F01", "S1-C03", "S1-C04", "S3-C01", "S1-G05"],
  opening: "distance",
  exercise: "rnn-steps",
  scenes: [
    {
      id: "tokens",
      algorithm: "message-passing",
      inputs: { graph: friendship, x: habits },
      labels: { ...peopleLabels, feature: named("tea", "cake") },
      graph: "graph",
      values: { "masking.tokens": vocabulary },
      runs: {
        image: { algorithm: "image-patches", inputs: { image: catImage, patch: 14 } },
        text: {
          algorithm: "token-masking",
          inputs: {
            tokens: vector(sentence.map((word) => vocabulary.indexOf(word))),
            vocabulary: vocabulary.length + 1,
            maskToken: vocabulary.length,
            seed: 1,
          },
        },
      },
      shown: [
        { table: "masking.tokens", run: "text", caption: "text", wide: true },
        { picture: { kind: "graph", step: "message.features" }, caption: "graph" },
        {
          picture: { kind: "image", image: "vision.image", patches: "vision.patches" },
          run: "image",
          when: "before",
          caption: "image",
        },
        { table: "message.features", when: "after", caption: "rows" },
        { table: "graph/graph.adjacency", when: "after", caption: "neighbors" },
      ],
      question: {
        kind: "choose",
        options: {
          nodes: { same: ["tokens", "people"] },
          edges: { same: ["tokens", "friendships"] },
          both: { same: ["tokens", "all"] },
        },
      },
      facts: {
        tokens: { step: "message.features", along: 0 },
        width: { step: "message.features", along: 1 },
        words: { run: "text", step: "masking.tokens", along: 0 },
        patches: { run: "image", step: "vision.patches", along: 0 },
        pixels: { run: "image", step: "vision.patches", along: 1 },
        people: { is: friendship.nodes },
        friendships: { is: friendship.edges.length },
        all: { is: friendship.nodes + friendship.edges.length },
      },
      links: { step: "message.features" },
      source: YALE,
    },
    {
      id: "waiting",
      algorithm: "rnn",
      inputs: reading,
      labels,
      runs: {
        named: { inputs: {}, labels: { time: farSentence } },
        attention: { algorithm: "scaled-dot-product-attention", inputs: lookup, labels: attending },
      },
      shown: [
        { table: "rnn.x", run: "named", when: "before", caption: "words" },
        {
          picture: { kind: "timeline", lanes: [{ step: "rnn.state", rounds: "time", names: "rnn.states" }] },
          run: "named",
          when: "after",
          caption: "rnn",
        },
        {
          picture: { kind: "timeline", lanes: [{ step: "attention.output" }] },
          run: "attention",
          when: "after",
          caption: "attention",
        },
      ],
      question: { kind: "number", fact: "steps", within: 0.5 },
      facts: {
        steps: { step: "rnn.sequential-steps", index: [] },
        cat: state(cat, 0),
        words: { step: "rnn.x", along: 0 },
      },
      links: { step: "rnn.states", exercise: "rnn-steps", erratum: "S0-E27", poll: "S1-P2" },
      source: `${RNN}; ${VASWANI}, table 1`,
    },
    {
      id: "distance",
      algorithm: "shortest-path-distances",
      inputs: { graph: onwards },
      labels: { node: farSentence, source: farSentence, target: farSentence },
      graph: "graph",
      runs: {
        attention: { inputs: { graph: complete } },
        rnn: { algorithm: "rnn", inputs: reading, labels: { ...labels, time: farSentence } },
      },
      shown: [
        {
          picture: { kind: "timeline", lanes: [{ step: "rnn.state", rounds: "time", names: "rnn.states" }] },
          run: "rnn",
          when: "before",
          caption: "states",
        },
        { picture: { kind: "pattern", step: "graph.distances" }, when: "after", caption: "chain" },
        { picture: { kind: "pattern", step: "graph.distances" }, run: "attention", when: "after", caption: "complete" },
      ],
      question: {
        kind: "choose",
        options: {
          once: { same: ["distance", "direct"] },
          each: { same: ["distance", "four"] },
          all: { same: ["distance", "eight"] },
        },
      },
      facts: {
        distance: { step: "graph.distances", index: [cat, drinks] },
        direct: { run: "attention", step: "graph.distances", index: [cat, drinks] },
        ends: { step: "graph.distances", index: [0, last] },
        endsDirect: { run: "attention", step: "graph.distances", index: [0, last] },
        four: { is: 4 },
        eight: { is: 8 },
      },
      links: { step: "graph.distances" },
      source: `${VASWANI}, table 1`,
    },
    {
      id: "forgetting",
      algorithm: "rnn",
      inputs: { ...reading, wHidden: identity },
      labels,
      runs: { named: { inputs: {}, labels: { time: farSentence } } },
      controls: [
        {
          kind: "slider",
          id: "keep",
          from: 0,
          to: 1.5,
          step: 0.1,
          start: 0.5,
          answer: 0.5,
          changes: [{ input: "wHidden", timesRows: [0, 1] }],
        },
      ],
      shown: [
        {
          picture: { kind: "bars", sets: [{ step: "rnn.states", row: cat }], full: 1 },
          run: "named",
          when: "before",
          caption: "second",
        },
        {
          picture: { kind: "curves", steps: ["rnn.states"], along: 0 },
          run: "named",
          when: "after",
          caption: "states",
        },
      ],
      question: {
        kind: "choose",
        options: {
          half: { more: ["left", "third"] },
          some: { all: [{ more: ["third", "left"] }, { more: ["left", "twentieth"] }] },
          little: { more: ["twentieth", "left"] },
        },
      },
      facts: {
        entered: state(cat, 0),
        next: state(cat + 1, 0),
        left: state(last, 0),
        milk: state(last, 1),
        kept: state(last, 0, { at: { keep: 0.9 } }),
        more: state(last, 0, { at: { keep: 1.2 } }),
        third: { is: 0.3 },
        twentieth: { is: 0.05 },
      },
      links: { step: "rnn.states", exercise: "rnn-steps" },
      source: "Bengio, Simard and Frasconi 1994",
    },
    {
      id: "bottleneck",
      algorithm: "rnn",
      inputs: reading,
      labels,
      runs: {
        named: { inputs: {}, labels: { time: farSentence } },
        short: { inputs: { x: toldShort }, labels: { time: shortSentence } },
        writer: {
          algorithm: "rnn",
          inputs: writing,
          takes: { h0: { run: "main", step: `time[${last}]/rnn.state` } },
          labels: { time: written },
        },
        writerShort: {
          algorithm: "rnn",
          inputs: writing,
          takes: { h0: { run: "short", step: `time[${shortSentence.names.length - 1}]/rnn.state` } },
          labels: { time: written },
        },
      },
      shown: [
        {
          picture: { kind: "timeline", lanes: [{ step: "rnn.state", rounds: "time", names: "rnn.states" }] },
          run: "named",
          when: "before",
          caption: "reader",
        },
        {
          picture: { kind: "timeline", lanes: [{ step: "rnn.state", rounds: "time", names: "rnn.states" }] },
          run: "writer",
          when: "after",
          caption: "writer",
        },
        {
          picture: { kind: "bars", sets: [{ step: "rnn.initial-state" }], full: 1 },
          run: "writerShort",
          when: "after",
          caption: "short",
        },
        {
          picture: { kind: "bars", sets: [{ step: "rnn.initial-state" }], full: 1 },
          run: "writer",
          when: "after",
          caption: "long",
        },
      ],
      question: {
        kind: "choose",
        options: {
          state: { same: ["given", "ofShort"] },
          words: { same: ["given", "words"] },
          all: { same: ["given", "all"] },
        },
      },
      facts: {
        given: { run: "writer", step: "rnn.initial-state", along: 0 },
        ofShort: { run: "writerShort", step: "rnn.initial-state", along: 0 },
        width: { step: "rnn.x", along: 1 },
        words: { step: "rnn.x", along: 0 },
        shortWords: { run: "short", step: "rnn.x", along: 0 },
        all: { is: farSentence.names.length * memory.names.length },
        cat: { run: "writer", step: "rnn.initial-state", index: [0] },
        milk: { run: "writer", step: "rnn.initial-state", index: [1] },
        catShort: { run: "writerShort", step: "rnn.initial-state", index: [0] },
      },
      links: { step: "rnn.states", exercise: "rnn-steps" },
      source: "Sutskever, Vinyals and Le 2014; Bahdanau, Cho and Bengio 2015",
    },
    {
      id: "far",
      algorithm: "scaled-dot-product-attention",
      inputs: lookup,
      labels: attending,
      runs: {
        near: {
          inputs: { query: near(lookup.query), key: near(lookup.key), value: near(lookup.value) },
          labels: { query: nearNames, key: nearNames },
        },
      },
      shown: [
        {
          picture: { kind: "arcs", step: "attention.weights", mode: "line", query: drinks },
          when: "before",
          caption: "far",
        },
        {
          picture: { kind: "arcs", step: "attention.weights", mode: "line", query: drinks },
          run: "near",
          when: "after",
          caption: "near",
        },
      ],
      question: {
        kind: "choose",
        options: {
          more: { more: ["near", "far"] },
          same: { same: ["near", "far"] },
          less: { more: ["far", "near"] },
        },
      },
      facts: {
        far: weight(drinks, cat),
        near: weight(drinks, drinks - 1, { run: "near" }),
        milk: weight(drinks, last),
      },
      links: { step: "attention.weights" },
      source: VASWANI,
    },
    {
      id: "order",
      algorithm: "rnn",
      inputs: {
        x: matrix([
          [1, 0],
          [0, 0],
          [0, 1],
        ]),
        wInput: identity,
        wHidden: half,
      },
      labels: { feature: named("dog", "cat"), hidden: named("dog", "cat"), "earlier-hidden": named("dog", "cat") },
      runs: {
        named: { inputs: {}, labels: { time: bites } },
        exchanged: {
          inputs: {
            x: matrix([
              [0, 1],
              [0, 0],
              [1, 0],
            ]),
          },
          labels: { time: named("cat", "bites", "dog") },
        },
      },
      shown: [
        {
          picture: { kind: "bars", sets: [{ step: "rnn.states", row: 2 }], full: 1 },
          run: "named",
          caption: "state",
        },
        {
          picture: { kind: "bars", sets: [{ step: "rnn.states", row: 2 }], full: 1 },
          run: "exchanged",
          when: "after",
          caption: "exchanged",
        },
      ],
      question: {
        kind: "choose",
        options: {
          same: { all: [{ same: ["dog", "otherDog"] }, { same: ["cat", "otherCat"] }] },
          exchanged: {
            all: [{ same: ["dog", "otherCat"] }, { same: ["cat", "otherDog"] }, { not: { same: ["dog", "cat"] } }],
          },
          first: { all: [{ more: ["dog", "cat"] }, { more: ["otherCat", "otherDog"] }] },
        },
      },
      facts: {
        dog: state(2, 0),
        cat: state(2, 1),
        otherDog: state(2, 0, { run: "exchanged" }),
        otherCat: state(2, 1, { run: "exchanged" }),
      },
      links: { step: "rnn.states", poll: "S1-P4" },
      source: RNN,
    },
    {
      id: "tasks",
      algorithm: "rnn",
      inputs: { ...reviewed, task: "many-to-one" },
      labels: {
        ...{ feature: feelings, hidden: feelings, "earlier-hidden": feelings, "output-feature": named("verdict") },
      },
      runs: {
        named: { inputs: {}, labels: { time: review } },
        each: { inputs: { task: "many-to-many" }, labels: { time: review } },
        first: { inputs: { task: "one-to-many" } },
      },
      controls: [
        {
          kind: "choice",
          id: "task",
          choices: {
            each: { task: "many-to-many" },
            one: { task: "many-to-one" },
            first: { task: "one-to-many" },
          },
          start: "one",
          answer: "one",
        },
      ],
      shown: [
        { table: "rnn.x", run: "named", when: "before", caption: "words" },
        {
          picture: { kind: "curves", steps: ["rnn.states"], along: 0, cursor: 5 },
          run: "named",
          when: "after",
          caption: "states",
        },
        // Its rows are outputs, which have no words where there is but one.
        { table: "rnn.readout", when: "after", caption: "read" },
      ],
      question: {
        kind: "choose",
        options: {
          praise: { more: ["verdict", "zero"] },
          even: { same: ["verdict", "zero"] },
          blame: { more: ["zero", "verdict"] },
        },
      },
      facts: {
        words: { step: "rnn.x", along: 0 },
        read: { step: "rnn.readout", along: 0 },
        early: { run: "each", step: "rnn.readout", index: [0, 0] },
        verdict: { step: "rnn.readout", index: [0, 0] },
        written: { run: "first", step: "rnn.readout", along: 0 },
        good: state(5, 0),
        bad: state(5, 1),
        zero: { is: 0 },
      },
      links: { step: "rnn.readout", exercise: "rnn-steps" },
      source: RNN,
    },
    {
      id: "work",
      algorithm: "scaled-dot-product-attention",
      inputs: { query: seeds, key: seeds, value: seeds },
      labels: attending,
      controls: [
        {
          kind: "stops",
          id: "width",
          stops: WIDTHS,
          start: NARROW,
          answer: WIDE,
          changes: [
            ...["query", "key", "value"].map((input) => ({ input, shape: [WORDS, null] })),
            { run: "rnn", input: "x", shape: [WORDS, null] },
            ...["wInput", "wHidden"].map((input) => ({ run: "rnn", input, shape: [null, null] })),
          ],
        },
      ],
      runs: {
        rnn: {
          algorithm: "rnn",
          inputs: { x: seeds, wInput: seeds, wHidden: seeds },
          labels: { time: farSentence },
        },
      },
      series: [
        { id: "attention", over: "width", at: WIDTHS, of: { count: "multiplications" } },
        { id: "rnn", over: "width", at: WIDTHS, of: { run: "rnn", count: "multiplications" } },
      ],
      shown: [
        { picture: { kind: "pattern", step: "attention.scores" }, caption: "pairs" },
        { picture: { kind: "pattern", step: "rnn.hidden-projection" }, run: "rnn", caption: "matrix" },
        {
          picture: {
            kind: "curves",
            steps: ["attention", "rnn"],
            along: 0,
            places: "attention.places",
            cursor: 0,
            logX: true,
            logY: true,
          },
          when: "after",
          caption: "crossing",
        },
      ],
      question: {
        kind: "choose",
        options: {
          rnn: { more: ["rnnWide", "wide"] },
          same: { same: ["rnnWide", "wide"] },
          attention: { more: ["wide", "rnnWide"] },
        },
      },
      facts: {
        wide: { count: "multiplications" },
        rnnWide: { run: "rnn", count: "multiplications" },
        narrow: { run: "rnn", step: "rnn.x", along: 1, at: "start" },
        width: { run: "rnn", step: "rnn.x", along: 1 },
        words: { step: "attention.weights", along: 0 },
        steps: { run: "rnn", step: "rnn.sequential-steps", index: [] },
      },
      links: { step: "attention.scores" },
      source: `${VASWANI}, table 1`,
    },
  ],
};
