import type { SceneShown } from "./scene.ts";

/** Whether something is sent in what is shown. */
export const isSending = (one: SceneShown): boolean =>
  "picture" in one && one.picture.kind === "graph" && one.picture.sends !== undefined;
