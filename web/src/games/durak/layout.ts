/** Layout of a table of Durak. */
import { sorted } from '../../cards';
import { each, hands, numberOf, packed, zonesNamed, type CardLayout, type Place } from '../../cards/layout';
import { backs, inOrder, type Zones } from '../../cards/zones';
import type { History } from '../../cards/table/history';
import type { Step } from '../../scene/scene';
import { heldCards, shownHands } from '../hands';
import type { View } from './view';

/** Returns the letter of the trump suit. */
export function trumpOf(view: View): string | null {
  return view.trump_card?.slice(-1) ?? null;
}

/** Returns the discard of a step in the order of arrival. */
export function nextDiscard(memory: string[] | null, { snapshot }: Step<View>): string[] {
  return inOrder(memory ?? [], snapshot.view.discard);
}

function zones(step: Step<View>, discard: History<View, string[]>): Zones {
  const { view, face_down: faceDown } = step.snapshot;
  if (view.dealt === 0) return { pack: backs(view.options.deck) };
  const found: Record<string, readonly (string | null)[]> = {
    trump: view.talon > 0 && view.trump_card ? [view.trump_card] : [],
    // From the bottom.
    talon: (view.talon > 0 ? (faceDown?.slice(0, view.talon - 1) ?? backs(view.talon - 1)) : []).toReversed(),
    discard: discard.at(step),
  };
  view.count.forEach((count, seat) => (found[`hand:${seat}`] = heldCards(step.snapshot, seat, count, view.known[seat])));
  view.table.forEach(({ attack, defence }, n) => (found[`pair:${n}`] = defence ? [attack, defence] : [attack]));
  return found;
}

/**
 * Returns the place of a card in a pair: up to three pairs in a row, then two rows; the beating
 * card lies over the other.
 */
export function inPair(pair: number, pairs: number, defends: boolean): Place {
  const rows = pairs > 3 ? 2 : 1;
  const row = Math.floor(pair / 3);
  const inRow = rows === 1 ? pairs : row === 0 ? 3 : pairs - 3;
  const x = ((pair % 3) - (inRow - 1) / 2) * 1.86;
  const y = rows === 1 ? -0.17 : (row - 0.56) * 2.02;
  return defends
    ? { area: 'middle', x: x + 0.31, y: y + 0.24, turn: -0.16, level: 2 }
    : { area: 'middle', x: x - 0.07, y: y - 0.11, turn: 0.04, level: 0 };
}

/** Returns the layout of a log whose discard is remembered. */
export function layoutOf(discard: History<View, string[]>): CardLayout<View> {
  return {
    deck: 'french',
    zones: (step) => zones(step, discard),
    lay(all, { snapshot }) {
      const { view } = snapshot;
      const seen = shownHands(snapshot, view.options.seats).map((hand) => hand !== null && hand.length > 0);
      const pairs = zonesNamed(all, 'pair').filter((zone) => all[zone]!.length > 0);
      return [
        ...packed(all),
        ...each(all, 'trump', () => ({ area: 'trump' })),
        ...each(all, 'talon', (level) => ({ area: 'talon', level })),
        ...each(all, 'discard', (level) => ({ area: 'discard', level })),
        ...pairs.flatMap((zone) => each(all, zone, (n) => inPair(numberOf(zone), pairs.length, n > 0))),
        ...hands(all, seen, (cards) => sorted('french', cards, trumpOf(view))),
      ];
    },
  };
}
