/** How a point gets from one place to another. Pure. */

export interface Spot {
  readonly x: number;
  readonly y: number;
}

/** Returns where a point is after a share of its way. */
export type Way = (from: Spot, to: Spot, share: number) => Spot;

export const mixed = (from: number, to: number, share: number): number => from + (to - from) * share;

export const straight: Way = (from, to, share) => ({ x: mixed(from.x, to.x, share), y: mixed(from.y, to.y, share) });

/** Below this distance from the center a direction means nothing. */
const NEAR = 1e-3;

/** Returns the way around a center, along the shorter side: what turns keeps its length. */
export function turning(center: Spot): Way {
  return (from, to, share) => {
    const [one, other] = [from, to].map(({ x, y }) => ({
      length: Math.hypot(x - center.x, y - center.y),
      angle: Math.atan2(y - center.y, x - center.x),
    })) as [Polar, Polar];
    if (one.length < NEAR || other.length < NEAR) return straight(from, to, share);
    const turn = other.angle - one.angle;
    const angle = one.angle + share * (turn - 2 * Math.PI * Math.round(turn / (2 * Math.PI)));
    const length = mixed(one.length, other.length, share);
    return { x: center.x + length * Math.cos(angle), y: center.y + length * Math.sin(angle) };
  };
}

interface Polar {
  readonly length: number;
  readonly angle: number;
}
