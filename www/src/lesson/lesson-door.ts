/** The way to what shows an algorithm step by step, which is loaded before the first one is shown: a scene does without it. */
export async function loadLesson(): Promise<null> {
  await import("./parts.ts");
  return null;
}
