/** A position in a trace. Independent of clock and document: the caller handles time and keys. */
export interface Player {
  readonly position: number;
  readonly length: number;
}

export function playerAt(position: number, length: number): Player {
  const whole = Number.isFinite(position) ? Math.round(position) : 0;
  return { position: Math.max(0, Math.min(whole, length - 1)), length };
}

export function next(player: Player): Player {
  return playerAt(player.position + 1, player.length);
}

export function back(player: Player): Player {
  return playerAt(player.position - 1, player.length);
}

export function first(player: Player): Player {
  return playerAt(0, player.length);
}

export function last(player: Player): Player {
  return playerAt(player.length - 1, player.length);
}

export function jump(player: Player, position: number): Player {
  return playerAt(position, player.length);
}

/** Returns the player at a fraction of the trace, from 0 (the first step) to 1 (the last). */
export function scrub(player: Player, fraction: number): Player {
  return playerAt(fraction * (player.length - 1), player.length);
}

export function atStart(player: Player): boolean {
  return player.position <= 0;
}

export function atEnd(player: Player): boolean {
  return player.position >= player.length - 1;
}
