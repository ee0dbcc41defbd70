/**
 * Tokens on a table of Durak: trump, roles of attacker and defender, places, crown and fool's cap.
 */
import { frenchSuit } from '../../../cards';
import { frenchPip } from '../../../cards/french/pips';
import { CREAM, INK, oval, placed, type Pen } from '../../../cards/pen';
import { handIcon, shieldIcon, swordIcon } from '../../../cards/table/icons';
import { beforeHand, honour, legible, stockPlace } from '../../../cards/table/place';
import type { Seating } from '../../../cards/table/seating';
import type { Token } from '../../../cards/table/token';
import { poseAt, type Layout, type Motion, type Piece, type Pose } from '../../../scene/pieces';
import type { Step } from '../../../scene/scene';
import type { Seat } from '../../../wire';
import type { View } from '../view';
import { trumpOf } from '../layout';

/**
 * Returns the place of a seat's role: before its hand, or next to it if the pairs of a large table
 * reach there.
 */
function role(table: Seating, seat: Seat): Pose {
  if (table.seats > 4 && seat !== table.near) return beforeHand(table, seat, -1.95, 0, -0.75);
  return beforeHand(table, seat, -1.35);
}

/** Draws `suit:S`, `attack`, `defend`, `take` and `place:1`. */
export function icons(icon: string, pen: Pen): void {
  const [what = '', which = ''] = icon.split(':');
  if (what === 'attack') return swordIcon(pen);
  if (what === 'defend') return shieldIcon(pen);
  if (what === 'take') return handIcon(pen, '#5a3d7a');
  oval(pen, 0, 0, 48, 48, CREAM, 3);
  if (what === 'suit') return placed(pen, 0, 0, 0, 0.62, (p) => frenchPip(p, frenchSuit(which)));
  pen.fillStyle = INK;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.font = "700 58px 'Liberation Serif', 'DejaVu Serif', Georgia, serif";
  pen.fillText(which, 0, 4);
}

/** Returns everything but the cards. */
export function tokens({ snapshot: { view, winners = [] } }: Step<View>, table: Seating): Layout<Token> {
  if (view.dealt === 0) return [];
  const pieces: Piece<Token>[] = [];
  const trump = trumpOf(view);
  // Earlier, the card at the bottom of the talon shows it.
  if (trump && view.talon === 0) {
    const { x, z } = stockPlace(table);
    const pose = poseAt(-x, 0.004, z, 0, 0, 0, 1.4);
    pieces.push({ key: `trump ${trump}`, pose, face: { kind: 'medal', icon: `suit:${trump}` } });
  }
  const playing = view.phase !== 'over' && view.phase !== 'deal';
  const disc = (key: string, pose: Pose, icon = key): void => {
    pieces.push({ key, pose, face: { kind: 'disc', icon } });
  };
  if (playing) {
    disc('attack', role(table, view.attacker));
    disc(view.taking ? 'take' : 'defend', role(table, view.defender));
  }
  view.place.forEach((place, seat) => {
    if (place === 0 || (!playing && seat === view.durak)) return;
    disc(`place ${seat}`, legible(beforeHand(table, seat, 0, 0, -0.7)), `place:${place}`);
  });
  if (!playing && view.durak !== null) {
    pieces.push({ key: 'cap', pose: honour(table, view.durak), face: { kind: 'cap' } });
  }
  for (const seat of winners) pieces.push(
    { key: `crown ${seat}`, pose: honour(table, seat), face: { kind: 'crown' } },
  );
  return pieces;
}

/** The winner or loser is shown once the last cards lie. */
export const motion: Motion<Token> = {
  span: ({ face }) => (face.kind === 'crown' || face.kind === 'cap' ? [0.6, 1] : [0.3, 0.9]),
};
