/**
 * Movement on a flat table from one position to the next. Pure: equal moments give equal pictures.
 */

import type { Seat } from '../wire';

/** The pose of a thing. Lengths in units of the table, `turn` in degrees clockwise. */
export interface Pose {
  x: number;
  y: number;
  turn: number;
  /** Width. */
  size: number;
  /** Higher layers hide lower ones. */
  layer: number;
}

/** A thing with a pose. The same thing has the same `id` in two positions. */
export interface Piece {
  id: string;
  pose: Pose;
  /**
   * The seat that holds it, null on the table; a piece that changes hands moves above everything
   * else.
   */
  holder?: Seat | null;
}

/** Origins and destinations of things that are on the table in only one of two positions. */
export interface Flights {
  /** Returns the pose before; null if the thing just appears. */
  from: (id: string) => Pose | null;
  /** Returns the pose after; null if the thing just disappears. */
  to: (id: string) => Pose | null;
  /** Returns the half-way pose of things that do not move straight. */
  via?: (id: string) => Pose | null;
}

/** Layers from here on are for things that change hands. */
export const IN_THE_AIR = 10_000;

/** Eases a fraction from 0 to 1: slow, quick, slow. */
export function eased(fraction: number): number {
  return fraction * fraction * (3 - 2 * fraction);
}

/** Interpolates between two poses. */
export function mixed(a: Pose, b: Pose, fraction: number): Pose {
  const mix = (p: number, q: number): number => p + (q - p) * fraction;
  // Never more than half a turn.
  const turn = ((((b.turn - a.turn) % 360) + 540) % 360) - 180;
  return {
    x: mix(a.x, b.x),
    y: mix(a.y, b.y),
    turn: a.turn + turn * fraction,
    size: mix(a.size, b.size),
    layer: b.layer,
  };
}

function along(from: Pose, via: Pose | null, to: Pose, fraction: number): Pose {
  if (!via) return mixed(from, to, eased(fraction));
  const first = fraction < 0.5;
  const half = first ? mixed(from, via, eased(fraction * 2)) : mixed(via, to, eased(fraction * 2 - 1));
  return { ...half, layer: via.layer };
}

function lifted(pose: Pose): Pose {
  return { ...pose, layer: pose.layer + IN_THE_AIR };
}

/**
 * Returns everything at a moment between two positions. A thing only in `before` is left out at the
 * end; a thing only in `after` starts at its origin.
 */
export function between<P extends Piece>(
  before: readonly P[], after: readonly P[], fraction: number, flights: Flights,
): P[] {
  if (fraction >= 1) return [...after];
  if (fraction <= 0) return [...before];
  const old = new Map(before.map((piece) => [piece.id, piece]));
  const moving: P[] = after.map((piece) => {
    const was = old.get(piece.id);
    const source = was ? was.pose : flights.from(piece.id);
    const via = flights.via?.(piece.id) ?? null;
    const pose = along(source ?? piece.pose, via, piece.pose, fraction);
    const flies = via !== null || (was ? was.holder !== piece.holder : source !== null);
    return { ...piece, pose: flies ? lifted(pose) : pose };
  });
  const kept = new Set(after.map((piece) => piece.id));
  const leaving = before.flatMap((piece) => {
    const to = kept.has(piece.id) ? null : flights.to(piece.id);
    const via = flights.via?.(piece.id) ?? null;
    return to ? [{ ...piece, pose: lifted(along(piece.pose, via, to, fraction)) }] : [];
  });
  return [...moving, ...leaving].sort((a, b) => a.pose.layer - b.pose.layer);
}
