/** Motions that wait until the drawings they are in have their sizes. */

const waiting = new Set<Animation>();
const holders = new Set<object>();

/** From now on, motions wait at their beginning. */
export function hold(holder: object): void {
  holders.add(holder);
}

/** Motions go on, once nobody holds them. */
export function release(holder: object): void {
  if (!holders.delete(holder) || holders.size > 0) return;
  for (const animation of waiting) if (animation.playState === "paused") animation.play();
  waiting.clear();
}

/** Whether drawings do not have their sizes yet. */
export const isHeld = (): boolean => holders.size > 0;

/** Has a motion that begins wait, where motions are held. */
export function begun(animation: Animation): Animation {
  if (holders.size === 0) return animation;
  animation.pause();
  waiting.add(animation);
  return animation;
}
