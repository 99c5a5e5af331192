/**
 * The kinds of pictures: each has a folder with `spec.ts`, which says what it draws and which steps it suits, and `picture.ts`, its element, which is loaded when
 * the first picture of the kind is shown.
 */
import type { Kind } from "./kind.ts";
import type { PictureKind, PictureSpec } from "./spec.ts";

const modules = import.meta.glob<Kind<PictureSpec>>("./*/spec.ts", { eager: true, import: "kind" });

/** All kinds, by name. */
export const KINDS: ReadonlyMap<PictureKind, Kind<PictureSpec>> = new Map(
  Object.entries(modules).map(([path, kind]) => [path.split("/")[1] as PictureKind, kind]),
);
