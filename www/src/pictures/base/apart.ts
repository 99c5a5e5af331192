/** Moves places as little as needed to have a distance from each other, inside the bounds as far as there is room. Their order is kept. */
export function apart(places: readonly number[], distance: number, [low, high]: readonly [number, number]): number[] {
  const order = places.map((_, at) => at).sort((one, other) => (places[one] ?? 0) - (places[other] ?? 0));
  // Neighbors that are too close form a group, which lies around the mean of its places.
  const groups: { members: number[]; middle: number }[] = [];
  for (const at of order) {
    groups.push({ members: [at], middle: places[at] ?? 0 });
    for (;;) {
      const last = groups.at(-1);
      const before = groups.at(-2);
      if (!last || !before) break;
      const free = last.middle - before.middle - ((last.members.length + before.members.length) / 2) * distance;
      if (free >= 0) break;
      const members = [...before.members, ...last.members];
      const half = (members.length * distance) / 2;
      const middle = (before.middle * before.members.length + last.middle * last.members.length) / members.length;
      groups.splice(-2, 2, {
        members,
        middle: Math.max(low + half - distance / 2, Math.min(high - half + distance / 2, middle)),
      });
    }
  }
  const result = places.map(() => 0);
  for (const { members, middle } of groups) {
    for (const [rank, at] of members.entries()) result[at] = middle + (rank - (members.length - 1) / 2) * distance;
  }
  return result;
}
