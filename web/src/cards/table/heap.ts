/** Heaps: the pack, piles of won cards, the talon with the trump card across beneath it. */
import { CARD_TALL, CARD_THICK, flat, flipped, nameOf, thrown, type Slot } from './slot';

/** A heap of cards face down, the first lowest; `much` says how untidy it is. */
export function pile(
  zone: string, cards: readonly (string | null)[], x: number, z: number, yaw: number, much = 1,
): Slot[] {
  return cards.map((card, level) => ({
    zone, card, pose: flipped(thrown(x, z, level, yaw, nameOf(card, level) + zone, much)),
  }));
}

/** So many unknown cards. */
export function backs(count: number): null[] {
  return Array<null>(Math.max(0, count)).fill(null);
}

/** A card that lies across on a pile with its face up, and shows over its edge: what a scopa leaves. */
export function across(
  zone: string, card: string, x: number, z: number, yaw: number, level: number, index: number,
): Slot {
  const out = 0.2 + index * 0.13;
  const [dx, dz] = [Math.sin(yaw) * -out, Math.cos(yaw) * -out];
  return { zone, card, pose: thrown(x + dx, z + dz, level, yaw + Math.PI / 2, card + zone, 0.6) };
}

/**
 * The talon: `hidden` face down, from the top; beneath them and across, half seen, the card that shows
 * trump, if it is still there.
 */
export function talon(
  hidden: readonly (string | null)[], trump: string | null, x: number, z: number,
): Slot[] {
  const slots: Slot[] = [];
  if (trump) slots.push({ zone: 'talon', card: trump, pose: flat(x, z + CARD_TALL * 0.42, 0) });
  const stack = pile('talon', [...hidden].reverse(), x, z, Math.PI / 2, 0.35);
  for (const { pose } of stack) pose.position.y += CARD_THICK * 1.2;
  return slots.concat(stack);
}
