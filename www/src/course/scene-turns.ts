/** Which figure of a scene takes whose place with the answer: one of the same kind, else the next one that goes. Pure. */
import type { SceneShown } from "./scene.ts";

export const kindOf = (one: SceneShown) => ("picture" in one ? one.picture.kind : "table");

/** Returns names for the figures of a scene: what has one name before the answer and after it is one figure. */
export function turnNames(all: readonly SceneShown[]): ReadonlyMap<SceneShown, string> {
  const names = new Map<SceneShown, string>();
  const before = all.filter(({ when }) => when === "before");
  const after = all.filter(({ when }) => when === "after");
  for (const [at, one] of all.filter(({ when }) => when === undefined).entries()) names.set(one, `stays ${at}`);
  for (const [at, one] of before.entries()) names.set(one, `turns ${at}`);
  const free = new Set(before);
  const take = (one: SceneShown, found: SceneShown | undefined) => {
    if (!found) return;
    free.delete(found);
    names.set(one, names.get(found) ?? "");
  };
  for (const one of after)
    take(
      one,
      [...free].find((other) => kindOf(other) === kindOf(one)),
    );
  for (const one of after) if (!names.has(one)) take(one, [...free][0]);
  for (const [at, one] of after.entries()) if (!names.has(one)) names.set(one, `comes ${at}`);
  return names;
}

/** Whether a figure becomes another of its kind with the answer, so that its marks move from one to the other. */
export function turnsAlike(all: readonly SceneShown[]): boolean {
  const kinds = new Set(all.filter(({ when }) => when === "before").map(kindOf));
  return all.some((one) => one.when === "after" && kinds.has(kindOf(one)));
}
