/** Which steps suit the pictures of the plane, of a tree and of an image. */
import type { TraceStep } from "../elements/events.ts";
import type { PictureSpec } from "./spec.ts";

/** More arrows than this cannot be told apart. */
const MOST_ARROWS = 12;

/** Returns the step with a name in the same part of the algorithm as another, or the nearest part around it. */
function besides(step: TraceStep, name: string, steps: ReadonlyMap<string, TraceStep>): TraceStep | undefined {
  const parts = step.id.split("/").slice(0, -1);
  for (;;) {
    const found = steps.get([...parts, name].join("/"));
    if (found || parts.length === 0) return found;
    parts.pop();
  }
}

const isOfPlane = (step: TraceStep | undefined): step is TraceStep =>
  step !== undefined && step.shape.length >= 2 && step.shape.at(-1) === 2 && (step.shape.at(-2) ?? 0) <= MOST_ARROWS;

/** Rows of two features are arrows; outputs of attention are drawn with the values that pull them, rotated rows with what they were before. */
export function arrowsOf(step: TraceStep, steps: ReadonlyMap<string, TraceStep>): readonly PictureSpec[] {
  const name = step.id.slice(step.id.lastIndexOf("/") + 1);
  if (name === "attention.output" && isOfPlane(step)) {
    const [weights, values] = ["attention.weights", "attention.value"].map((each) => besides(step, each, steps));
    if (weights && isOfPlane(values)) {
      const sets = [
        { step: values.id, symbol: "v" },
        { step: step.id, symbol: "o" },
      ];
      return [{ kind: "arrows", sets, mean: { weights: weights.id, values: values.id, output: step.id, row: 0 } }];
    }
  }
  if (/^rotary\.rotated/.test(name) && isOfPlane(step)) {
    const [before, angles] = ["rotary.features", "position.angles"].map((each) => besides(step, each, steps));
    if (before && angles) {
      const sets = [
        { step: before.id, symbol: "x", line: "dashed" as const },
        { step: step.id, symbol: "x′" },
      ];
      return [{ kind: "arrows", sets, turn: { before: before.id, after: step.id, angles: angles.id } }];
    }
  }
  const features = /feature$/.test(step.axes.at(-1) ?? "");
  return features && isOfPlane(step) ? [{ kind: "arrows", sets: [{ step: step.id }] }] : [];
}

/** The steps of hashing by direction: rows, directions (made orthogonal, where the run does that), and buckets. */
const HASHED: Readonly<Record<string, { readonly points: string; readonly directions: readonly string[] }>> = {
  "bucket.buckets": { points: "bucket.tokens", directions: ["bucket.orthogonal", "bucket.rotation"] },
  "lsh.buckets": { points: "lsh.query-key", directions: ["lsh.orthogonal", "lsh.rotations"] },
  "collision.buckets": { points: "collision.points", directions: ["collision.orthogonal", "collision.directions"] },
};

/** Buckets of rows of two features have a place on the circle. */
export function wheelOf(step: TraceStep, steps: ReadonlyMap<string, TraceStep>): readonly PictureSpec[] {
  const hashed = HASHED[step.id.slice(step.id.lastIndexOf("/") + 1)];
  const points = hashed && besides(step, hashed.points, steps);
  const directions = hashed?.directions.map((name) => besides(step, name, steps)).find((found) => found !== undefined);
  if (!points || !directions || points.shape.at(-1) !== 2) return [];
  return [{ kind: "wheel", points: points.id, directions: directions.id, buckets: step.id }];
}

/** A sort by bucket is drawn with its buckets and chunks. */
export function sortingOf(step: TraceStep, steps: ReadonlyMap<string, TraceStep>): readonly PictureSpec[] {
  if (!/^lsh\.(?:sort-order|position)$/.test(step.id.slice(step.id.lastIndexOf("/") + 1))) return [];
  const id = (name: string) => besides(step, name, steps)?.id;
  const [order, buckets, chunk] = [id("lsh.position"), id("lsh.buckets"), id("lsh.chunk-length")];
  if (order === undefined || buckets === undefined) return [];
  return [{ kind: "sorting", order, buckets, ...(chunk === undefined ? {} : { chunk }) }];
}

/** The parts of a partition are drawn as a tree, with the weights of the form in which they were computed. */
export function treeOf(step: TraceStep, steps: ReadonlyMap<string, TraceStep>): readonly PictureSpec[] {
  const name = step.id.slice(step.id.lastIndexOf("/") + 1);
  if (name !== "partition.spans" && name !== "partition.pairs") return [];
  const [spans, pairs] = ["partition.spans", "partition.pairs"].map((each) => besides(step, each, steps));
  if (!spans || !pairs) return [];
  const weights = [...steps.keys()].find((id) => /(?:^|\/)(?:attention|pair)\.weights$/.test(id));
  return [{ kind: "tree", spans: spans.id, pairs: pairs.id, ...(weights === undefined ? {} : { weights }) }];
}

/** Images with their patches, patches with their mask, and windows over tokens. */
export function imageOf(step: TraceStep, steps: ReadonlyMap<string, TraceStep>): readonly PictureSpec[] {
  const id = (name: string) => besides(step, name, steps)?.id;
  switch (step.id.slice(step.id.lastIndexOf("/") + 1)) {
    case "vision.image":
    case "vision.patches": {
      const [image, patches] = [id("vision.image"), id("vision.patches")];
      return image === undefined ? [] : [{ kind: "image", image, ...(patches === undefined ? {} : { patches }) }];
    }
    case "autoencoder.mask": {
      const tokens = besides(step, "autoencoder.tokens", steps);
      const pixels = tokens?.shape.at(-1) ?? 0;
      const painted = tokens && pixels > 1 && Number.isInteger(Math.sqrt(pixels)) ? { tokens: tokens.id } : {};
      return [{ kind: "image", mask: step.id, ...painted }];
    }
    case "swin.partition":
    case "swin.window-mask": {
      const [windows, windowMask] = [id("swin.partition"), id("swin.window-mask")];
      if (windows === undefined) return [];
      // The run is told the height of the image; its width follows from the number of tokens.
      const height = steps.get(id("swin.height") ?? "")?.data[0] ?? 0;
      const tokens = steps.get(windows)?.data.length ?? 0;
      const columns = height > 0 ? { columns: tokens / height } : {};
      return [{ kind: "image", windows, ...(windowMask === undefined ? {} : { windowMask }), ...columns }];
    }
    default:
      return [];
  }
}
