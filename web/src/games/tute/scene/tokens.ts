/** Tokens on a table of Tute: trump, dealer and leader, porotos, songs, the crown. */
import type { Language } from '../../../i18n';
import type { Pen } from '../../../cards/pen';
import { INK, RED, placed } from '../../../cards/pen';
import { latinSuit } from '../../../cards';
import { LATIN_PIPS } from '../../../cards/latin/pips';
import { beforeHand, honour, legible } from '../../../cards/table/place';
import type { Seating } from '../../../cards/table/seating';
import { dealerIcon, handIcon, slip } from '../../../cards/table/icons';
import type { Token } from '../../../cards/table/token';
import { poseAt, type Layout, type Motion, type Piece } from '../../../scene/pieces';
import type { Step } from '../../../scene/scene';
import { hashText } from '../../../scene/rand';
import type { Seat } from '../../../wire';
import type { View } from '../view';
import { songName } from '../ways';

/** Limit on the porotos laid out; the page has the count of a longer match. */
const MOST_BEANS = 12;

/** Draws `suit:O`, `dealer`, `mano`, and the slips of songs: `20:C`, `40:O`, `tute:R`. */
export function icons(icon: string, pen: Pen, language: Language): void {
  if (icon === 'dealer') return dealerIcon(pen, 'spanish');
  if (icon === 'mano') return handIcon(pen, '#2f6b4a');
  const [what = '', which = ''] = icon.split(':');
  if (what === 'suit') {
    const small = which === 'E' || which === 'B' ? 0.6 : 0.8;
    return placed(pen, 0, 0, small < 0.7 ? 0.4 : 0, small, LATIN_PIPS[latinSuit(which)]);
  }
  slip(pen);
  pen.fillStyle = what === 'tute' ? RED : INK;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  const serif = "'Liberation Serif', 'DejaVu Serif', Georgia, serif";
  pen.font = `700 ${what === 'tute' ? 27 : 36}px ${serif}`;
  if (what === 'tute') {
    const [tute = '', ...of] = songName(icon, language).split(' ');
    pen.fillText(tute.toUpperCase(), 0, -7);
    pen.font = `italic 700 15px ${serif}`;
    pen.fillText(of.join(' '), 0, 14);
  } else {
    pen.fillText(what, -18, 2);
    placed(pen, 24, 0, 0, 0.34, LATIN_PIPS[latinSuit(which)]);
  }
}

function beans(table: Seating, seat: Seat, count: number): Piece<Token>[] {
  return Array.from({ length: Math.min(count, MOST_BEANS) }, (_, i) => {
    const key = `bean ${seat} ${i}`;
    const pose = beforeHand(table, seat, -0.62 + (i % 6) * 0.25, 0.06, Math.floor(i / 6) * 0.2);
    const lying = poseAt(pose.position.x, pose.position.y, pose.position.z, hashText(key) * 3);
    return { key, pose: lying, face: { kind: 'bean' } };
  });
}

function songs(table: Seating, view: View): Piece<Token>[] {
  return view.songs.flatMap((sung, seat) => sung.map((song, i): Piece<Token> => ({
    key: `song ${seat} ${song}`,
    pose: legible(beforeHand(table, seat, 1.35, 0.012 + i * 0.006, -0.14 + i * 0.3)),
    face: { kind: 'plaque', icon: song },
  })));
}

/** Returns everything but the cards. */
export function tokens({ snapshot: { view, winners = [] } }: Step<View>, table: Seating): Layout<Token> {
  const pieces: Piece<Token>[] = view.porotos.flatMap((count, seat) => beans(table, seat, count));
  if (view.trump) {
    const icon = `suit:${view.trump}`;
    pieces.push({ key: icon, pose: poseAt(0, 0.004, table.middle), face: { kind: 'medal', icon } });
  }
  if (view.dealer !== null) {
    pieces.push(
      { key: 'dealer', pose: beforeHand(table, view.dealer, -1.15), face: { kind: 'disc', icon: 'dealer' } },
    );
  }
  if (view.mano !== null) {
    pieces.push(
      { key: 'mano', pose: beforeHand(table, view.mano, -1.15), face: { kind: 'disc', icon: 'mano' } },
    );
  }
  pieces.push(...songs(table, view));
  for (const seat of winners) pieces.push(
    { key: `crown ${seat}`, pose: honour(table, seat), face: { kind: 'crown' } },
  );
  return pieces;
}

/** Porotos are thrown from the middle of the table; songs and medals appear in place. */
export const motion: Motion<Token> = {
  span: ({ face }) => (face.kind === 'bean' || face.kind === 'crown' ? [0.6, 1] : [0, 0.5]),
  enter: ({ face }) => (face.kind === 'bean' ? poseAt(0, 0.9, 0, 0, 0, 0, 0.2) : null),
};
