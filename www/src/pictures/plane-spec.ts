/** What the pictures of the plane, of a tree and of an image draw, as data. Positions count from 0; steps are named by their ids. */

/** Rows of a step as arrows. */
export interface ArrowSet {
  readonly step: string;
  /** The letter before each name, such as `q`. */
  readonly symbol?: string;
  /** The rows that are drawn; by default all. */
  readonly rows?: readonly number[];
  readonly as?: "arrow" | "point";
  readonly line?: "solid" | "dashed";
  /** The input whose cells these are; its arrows can be moved. */
  readonly input?: string;
}

/** One row of a step. */
export interface ArrowRow {
  readonly step: string;
  readonly row: number;
}

/** `<ag-arrows>`: rows of steps as arrows of the plane. */
export interface ArrowsSpec {
  readonly kind: "arrows";
  readonly sets: readonly ArrowSet[];
  /** The columns that are drawn to the right and up; by default the first two. */
  readonly columns?: readonly [number, number];
  /** The part of the plane that is shown in any case: the largest coordinate, in all four directions. */
  readonly reach?: number;
  /** A row of weights: the arrows of `values` get its widths, and `output` the place that they are pulled to. */
  readonly mean?: {
    readonly weights: string;
    readonly values: string;
    readonly output: string;
    /** The row where none is chosen. */
    readonly row?: number;
    /** Whether the weighted arrows are also drawn one after the other, up to the output. */
    readonly chain?: boolean;
  };
  /** Two arrows, with the angle between them and the first one's shadow on the other. `product`: the step with the product of each pair. */
  readonly pair?: {
    readonly one: ArrowRow;
    readonly other: ArrowRow;
    readonly angle?: boolean;
    readonly projection?: boolean;
    readonly product?: string;
  };
  /** Arrows before and after a rotation, row by row. `angles`: the step with the angle of each row and pair of columns. */
  readonly turn?: { readonly before: string; readonly after: string; readonly angles?: string };
}

/** `<ag-wheel>`: hashing by direction. Who falls into which bucket, in every round. All steps have two features. */
export interface WheelSpec {
  readonly kind: "wheel";
  /** The step whose rows are hashed, such as `bucket.tokens` or `lsh.query-key`. */
  readonly points: string;
  /** The step with the directions in its columns, such as `bucket.rotation` or `lsh.rotations`; of several the first that the run has. */
  readonly directions: string | readonly string[];
  /** The step with the bucket of each row, in each round. */
  readonly buckets: string;
  /** The rounds that stand beside each other; by default all. */
  readonly rounds?: readonly number[];
  /** The input whose rows the points are; they can be moved. */
  readonly input?: string;
  /** The input that the directions are; they can be turned. */
  readonly directionInput?: string;
}

/** `<ag-tree>`: the parts of a sequence, and to which of them a token attends. */
export interface TreeSpec {
  readonly kind: "tree";
  /** The step with the first token of each node and the one after its last, such as `partition.spans`. */
  readonly spans: string;
  /** The step with the pairs of a token and a node, such as `partition.pairs`. */
  readonly pairs: string;
  /** The weights: of each token and node, or of each pair. */
  readonly weights?: string;
  /** The token where none is chosen. */
  readonly row?: number;
}

/** `<ag-image>`: an image in patches, a mask over them, or windows. Which steps the run has decides what is drawn. */
export interface ImageSpec {
  readonly kind: "image";
  /** Pixels: the axes are channel, row and column. */
  readonly image?: string;
  /** The rows of an image cut into patches; with `image`, their borders are drawn. */
  readonly patches?: string;
  /** 1 for each patch that is hidden. */
  readonly mask?: string;
  /** With `mask`: the rows of square patches of one channel, whose pixels are drawn where the patch is visible. */
  readonly tokens?: string;
  /** The token at each place of each window. */
  readonly windows?: string;
  /** 1 where a place of a window may attend to another; with `windows`. */
  readonly windowMask?: string;
  /** The number of patches or tokens beside each other; by default as many as below each other. */
  readonly columns?: number;
}
