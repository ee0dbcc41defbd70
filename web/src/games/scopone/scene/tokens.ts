/** Tokens on a table of Scopone: the dealer, an announced scopa, the crown. */
import type { Language } from '../../../i18n';
import { RED, type Pen } from '../../../cards/pen';
import type { History } from '../../../cards/table/history';
import { dealerIcon, slip } from '../../../cards/table/icons';
import { beforeHand, honour, legible } from '../../../cards/table/place';
import type { Seating } from '../../../cards/table/seating';
import type { Token } from '../../../cards/table/token';
import type { Layout, Motion, Piece } from '../../../scene/pieces';
import type { Step } from '../../../scene/scene';
import { SCOPA } from '../say';
import type { View } from '../view';
import type { Memory } from '../memory';

/** Draws `dealer` and `scopa`. */
export function icons(icon: string, pen: Pen, language: Language): void {
  if (icon === 'dealer') return dealerIcon(pen, 'italian');
  slip(pen);
  pen.fillStyle = RED;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.font = "700 italic 28px 'Liberation Serif', 'DejaVu Serif', Georgia, serif";
  pen.fillText(SCOPA[language], 0, 1);
}

/** Returns everything but the cards. */
export function tokens(step: Step<View>, table: Seating, memory: History<View, Memory>): Layout<Token> {
  const { view, winners = [] } = step.snapshot;
  if (view.public.dealt === 0) return [];
  const { dealer, swept } = memory.at(step);
  const pieces: Piece<Token>[] = dealer === null ? [] : [
    { key: 'dealer', pose: beforeHand(table, dealer, -1.5), face: { kind: 'disc', icon: 'dealer' } },
  ];
  if (swept !== null) {
    const pose = legible(beforeHand(table, swept, 0, 0.02, 0.2));
    pieces.push(
      { key: `scopa ${step.index}`, pose: { ...pose, scale: 1.5 }, face: { kind: 'plaque', icon: 'scopa' } },
    );
  }
  for (const seat of winners) pieces.push(
    { key: `crown ${seat}`, pose: honour(table, seat), face: { kind: 'crown' } },
  );
  return pieces;
}

/** A scopa is announced when the table is swept, until the next card. */
export const motion: Motion<Token> = {
  span: ({ key }) => (key.startsWith('scopa') ? [0.55, 0.75] : key.startsWith('crown') ? [0.7, 1] : [0, 0.5]),
};
