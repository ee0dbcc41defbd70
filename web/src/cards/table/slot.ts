/** Slots of cards, which the layouts of all card tables produce. */
import { Quaternion, Vector3 } from 'three';
import { poseAt, type Pose } from '../../scene/pieces';
import { hashText } from '../../scene/rand';
import type { Seat } from '../../wire';
import { RATIO } from '../face';

/** A card in its place on a table; `P` is the pose in the space of the table. */
export interface Slot<P = Pose> {
  /** The pile, hand or place it belongs to: `hand:2`, `trick:1`, `pile:0`, `talon`. */
  zone: string;
  /** Null if the observer does not know the card. */
  card: string | null;
  pose: P;
  /** The seat that played it, in a trick. */
  owner?: Seat | undefined;
  /** True if it can be pointed at. */
  spot?: boolean;
}

/** All cards of one position. */
export type Spread<P = Pose> = readonly Slot<P>[];

/** Size of a card in units of the scene. */
export const CARD_WIDE = 0.9;
export const CARD_TALL = CARD_WIDE * RATIO;
export const CARD_THICK = 0.011;

/** Half a turn about the long axis of a card. */
const HALF = new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), Math.PI);

/** Turns a card over. */
export function flipped(pose: Pose): Pose {
  return { ...pose, turn: pose.turn.clone().multiply(HALF) };
}

/** Returns a pose flat on the felt, face up, its head towards -z before turning by `yaw`. */
export function flat(x: number, z: number, level: number, yaw = 0, scale = 1): Pose {
  return poseAt(x, 0.008 + (level + 0.5) * CARD_THICK * 1.15, z, yaw, -Math.PI / 2, 0, scale);
}

/** Returns a number from -1 to 1 derived from a card's name: how untidily it lies. */
export function untidy(card: string, salt: number): number {
  return 2 * hashText(card, salt) - 1;
}

/** Returns a pose on the felt, slightly out of line like a thrown card. */
export function thrown(
  x: number, z: number, level: number, yaw: number, card: string, much = 1, scale = 1,
): Pose {
  const [dx, dz] = [untidy(card, 1) * 0.05 * much, untidy(card, 2) * 0.05 * much];
  return flat(x + dx, z + dz, level, yaw + untidy(card, 3) * 0.09 * much, scale);
}

/** Names a card; unknown ones differ by their index. */
export function nameOf(card: string | null, index: number): string {
  return card ?? `back ${index}`;
}
