/** The 3D table of Tute. */
import { History } from '../../cards/table/history';
import { CardScene } from '../../cards/table/scene';
import { seating } from '../../cards/table/seating';
import type { GameScene, SceneSetup, Step } from '../../scene/scene';
import { acts, takes } from './scene/acts';
import { lay, nextPiles, sight } from './scene/sight';
import { icons, motion, tokens } from './scene/tokens';
import type { View } from './view';

function duration(step: Step<View>): number {
  const { cause, frame } = step;
  if (cause.type === 'start') return 0.6;
  if (cause.type === 'deal') return frame.view.exchanger === null ? 3.4 : 4.2;
  if (takes(step)) return 1.9;
  return /^\d|^tute|^fallo/.test(cause.move) ? 1.4 : 0.8;
}

/** Makes the table of Tute, which goes round against the clock. */
export function scene(setup: SceneSetup): GameScene<View> {
  const table = seating(setup.head.players.length, setup.near, 1);
  const piles = new History(setup.steps as (() => readonly Step<View>[]) | undefined, nextPiles);
  return new CardScene(setup, {
    deck: 'spanish',
    table,
    most: 40,
    icons,
    motion,
    spread: (step) => lay(sight(step, piles), table),
    acts: (before, after) => acts(before, after, piles, table),
    tokens: (step) => tokens(step, table),
    mover: ({ frame }) => (frame.view.phase === 'play' ? frame.to_move : null),
    plays: ({ frame }, seat) => frame.view.retired[seat] === null,
    duration,
  });
}
