/** The 3D table of Durak. */
import { History } from '../../cards/table/history';
import { CardScene } from '../../cards/table/scene';
import { seating } from '../../cards/table/seating';
import type { GameScene, SceneSetup, Step } from '../../scene/scene';
import { acts, endsBout, isCard } from './scene/acts';
import { lay, nextDiscard, sight } from './scene/sight';
import { icons, motion, tokens } from './scene/tokens';
import type { View } from './view';

function duration(step: Step<View>): number {
  const { cause } = step;
  if (cause.type === 'start') return 0.6;
  if (cause.type === 'deal') return 3;
  if (endsBout(step)) return isCard(cause.move) ? 2.2 : 1.7;
  return isCard(cause.move) ? 0.8 : 0.45;
}

/** Makes the table of Durak, which goes round with the clock. */
export function scene(setup: SceneSetup): GameScene<View> {
  const table = seating(setup.head.players.length, setup.near, -1);
  const discard = new History(setup.steps as (() => readonly Step<View>[]) | undefined, nextDiscard);
  return new CardScene(setup, {
    deck: 'french',
    table,
    most: 52,
    icons,
    motion,
    spread: (step) => lay(sight(step, discard), table),
    acts: (before, after) => acts(before, after, discard, table),
    tokens: (step) => tokens(step, table),
    mover: ({ frame }) => (['over', 'deal'].includes(frame.view.phase) ? null : frame.to_move),
    plays: ({ frame }, seat) => frame.view.place[seat] === 0 || frame.view.phase === 'over',
    duration,
  });
}
