/** Places of the map. They are computed as if it flowed down; a map that flows to the right has both coordinates exchanged. */

export type Flow = "down" | "right";

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Left top corner and size. */
export interface Rect extends Point, Size {}

export const turnedPoint = ({ x, y }: Point): Point => ({ x: y, y: x });
export const turnedSize = ({ width, height }: Size): Size => ({ width: height, height: width });
export const turnedRect = ({ x, y, width, height }: Rect): Rect => ({ x: y, y: x, width: height, height: width });
