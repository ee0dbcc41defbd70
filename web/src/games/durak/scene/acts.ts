/** How the cards of Durak get from one position to the next. */
import type { Act } from '../../../cards/table/act';
import { dealActs, from } from '../../../cards/table/dealing';
import type { History } from '../../../cards/table/history';
import type { Seating } from '../../../cards/table/seating';
import type { Slot } from '../../../cards/table/slot';
import type { Step } from '../../../scene/scene';
import type { Seat } from '../../../wire';
import type { Pair, View } from '../view';
import { handOf, lay, sight, type Sight } from './sight';

/** Whether a move is a card. */
export function isCard(move: string): boolean {
  return move !== 'take' && move !== 'done';
}

/** Whether the step to `after` ends a bout. */
export function endsBout({ cause, frame }: Step<View>): boolean {
  return cause.type === 'move' && frame.view.table.length === 0;
}

/** The table with one more card. */
function laidOn(pairs: readonly Pair[], card: string, defends: boolean): Pair[] {
  if (!defends) return [...pairs, { attack: card, defence: null }];
  return pairs.map((pair) => (pair.defence === null ? { ...pair, defence: card } : pair));
}

/** Hands as they are when the bout is over and no cards are drawn yet. */
function unfilled(
  before: Step<View>, cards: readonly string[], played: string | null, was: Sight,
): Sight['hands'] {
  const { view } = before.frame;
  const mover = before.frame.to_move;
  return was.hands.map((one) => {
    let names = one.cards.filter((card) => card !== null);
    let count = one.cards.length;
    if (played !== null && one.seat === mover) {
      names = names.filter((card) => card !== played);
      count -= 1;
    }
    if (view.taking && one.seat === view.defender) {
      names = [...names, ...cards];
      count += cards.length;
    }
    return handOf(view, one.seat, names, count, one.open);
  });
}

/** In which order the seats draw: the attacker, the others, the defender. */
function refill(view: View): Map<string, number> {
  const seats = view.count.map((_, seat) => seat);
  const others = from(seats, view.defender).filter(
    (seat) => seat !== view.attacker && seat !== view.defender,
  );
  const order: Seat[] = [view.attacker, ...others, view.defender];
  return new Map(order.map((seat, i) => [`hand:${seat}`, i]));
}

function bout(before: Step<View>, after: Step<View>, was: Sight, seen: Sight, table: Seating): Act[] {
  const { cause } = after;
  const { view } = before.frame;
  const move = cause.type === 'move' && isCard(cause.move) ? cause.move : null;
  const pairs = move === null ? was.pairs : laidOn(was.pairs, move, view.phase === 'defend');
  const cards = pairs.flatMap(({ attack, defence }) => (defence === null ? [attack] : [attack, defence]));
  const swept: Sight = {
    hands: unfilled(before, cards, move, was), pairs: [], talon: was.talon, discard: seen.discard, pack: 0,
  };
  const laid: Sight = { ...swept, hands: unfilled(before, [], move, was), pairs, discard: was.discard };
  if (view.taking) laid.hands = laid.hands.map(
    (one) => (one.seat === view.defender ? was.hands[one.seat]! : one),
  );
  const left = ({ talon }: Sight): number => talon.hidden.length + (talon.trump ? 1 : 0);
  const draws = left(seen) < left(was);
  const end = draws ? 0.62 : 1;
  const begin = move === null ? 0 : draws ? 0.3 : 0.4;
  const acts: Act[] = [];
  if (move !== null) acts.push(
    { spread: lay(laid, table), span: [0, begin], sources: [`hand:${before.frame.to_move}`] },
  );
  acts.push({ spread: lay(swept, table), span: [begin + (move === null ? 0 : 0.08), end] });
  if (!draws) return [...acts.slice(0, -1), { ...acts.at(-1)!, spread: lay(seen, table) }];
  const rank = refill(view);
  const order = (to: Slot, source: Slot): number | null => {
    return source.zone === 'talon' && to.zone !== 'talon' ? (rank.get(to.zone) ?? 0) : null;
  };
  return [...acts, { spread: lay(seen, table), span: [end, 1], order, share: 0.5, sources: ['talon'] }];
}

/** The acts of the step to `after`. */
export function acts(
  before: Step<View>, after: Step<View>, discard: History<View, string[]>, table: Seating,
): Act[] {
  const { cause, frame } = after;
  const seen = sight(after, discard);
  const final = lay(seen, table);
  if (cause.type === 'start') return [{ spread: final, span: [0, 1] }];
  const was = sight(before, discard);
  if (cause.type === 'deal') {
    const seats = frame.view.count.map((_, seat) => seat);
    return dealActs(table, lay(was, table), final, null, from(seats, frame.view.attacker));
  }
  if (endsBout(after)) return bout(before, after, was, seen, table);
  return [{ spread: final, span: [0, 1], sources: [`hand:${cause.seat}`] }];
}
