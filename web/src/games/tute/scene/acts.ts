/** How the cards of Tute get from one position to the next. */
import type { Act } from '../../../cards/table/act';
import { dealActs, from } from '../../../cards/table/dealing';
import type { Seating } from '../../../cards/table/seating';
import type { Step } from '../../../scene/scene';
import type { View } from '../view';
import { lay, sight, type Piles, type Sight } from './sight';

/** The last card of a trick lies before the trick is taken. */
const LAID = 0.36;
const TAKEN = 0.62;

function deal(before: Step<View>, after: Step<View>, piles: Piles, table: Seating): Act[] {
  const { view, seats } = after.frame;
  const final = lay(sight(after, piles), table);
  const order = from(view.players, view.mano ?? 0);
  const was = lay(sight(before, piles), table);
  if (view.exchanger === null) return dealActs(table, was, final, view.dealer, order);
  // The two of oros is exchanged once all is dealt.
  const taken = seats?.[view.exchanger]?.undealt ?? view.undealt;
  const seen = sight(after, piles);
  const dealt: Sight = {
    ...seen,
    faceUp: null,
    left: taken,
    hands: seen.hands.map((hand) => {
      if (hand.seat !== view.exchanger || taken === null) return hand;
      return { ...hand, cards: hand.cards.map((card) => (card === taken ? view.face_up : card)) };
    }),
  };
  const acts = dealActs(table, was, lay(dealt, table), view.dealer, order, 0.82);
  return [...acts, { spread: final, span: [0.86, 1], sources: [`hand:${view.exchanger}`] }];
}

/** The acts of the step to `after`. */
export function acts(before: Step<View>, after: Step<View>, piles: Piles, table: Seating): Act[] {
  const { cause } = after;
  if (cause.type === 'deal') return deal(before, after, piles, table);
  const seen = sight(after, piles);
  const final = lay(seen, table);
  if (cause.type === 'start') return [{ spread: final, span: [0, 1] }];
  const sources = [`hand:${cause.seat}`];
  if (!takes(after)) return [{ spread: final, span: [0, 1], sources }];
  const was = sight(before, piles);
  const played = { seat: cause.seat, card: cause.move };
  const laid: Sight = { ...seen, piles: was.piles, trick: [...was.trick, played] };
  return [
    { spread: lay(laid, table), span: [0, LAID], sources },
    { spread: final, span: [TAKEN, 1] },
  ];
}

/** Whether the step ends a trick. */
export function takes({ cause, frame }: Step<View>): boolean {
  return cause.type === 'move' && /^[OCEB]\d/.test(cause.move) && frame.view.trick.cards.length === 0;
}
