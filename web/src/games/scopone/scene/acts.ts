/** How the cards of Scopone get from one position to the next. */
import type { Act } from '../../../cards/table/act';
import { dealActs, from } from '../../../cards/table/dealing';
import type { History } from '../../../cards/table/history';
import type { Seating } from '../../../cards/table/seating';
import type { Step } from '../../../scene/scene';
import type { Memory } from '../memory';
import type { View } from '../view';
import { playAndCapture } from '../ways';
import { lay, sight, type Laid, type Sight } from './sight';

/** Who deals: he plays last. */
export function dealer(view: View): number {
  return (view.public.first + 3) % 4;
}

/** The acts of the step to `after`. */
export function acts(
  before: Step<View>, after: Step<View>, memory: History<View, Memory>, table: Seating,
): Act[] {
  const { cause, frame } = after;
  const seen = sight(after, table, memory);
  const final = lay(seen, table);
  if (cause.type === 'start') return [{ spread: final, span: [0, 1] }];
  const was = sight(before, table, memory);
  if (cause.type === 'deal') {
    const order = from([0, 1, 2, 3], frame.view.public.first);
    return dealActs(table, lay(was, table), final, dealer(frame.view), order);
  }
  const sources = [`hand:${cause.seat}`];
  const { card, captured } = playAndCapture(cause.move);
  const aim = was.table.find((one) => one.card === captured[0]);
  if (!aim && seen.table.some((one) => one.card === card)) return [{ spread: final, span: [0, 1], sources }];
  // The card is laid on what it takes; then all of it goes to the pile. A last card that takes nothing
  // lies alone.
  const played: Laid = aim ? { card, cell: aim.cell, over: true } : { card, cell: was.table.length };
  const laid: Sight = { ...seen, piles: was.piles, table: [...was.table, played] };
  return [
    { spread: lay(laid, table), span: [0, 0.36], sources },
    { spread: final, span: [0.6, 1] },
  ];
}
