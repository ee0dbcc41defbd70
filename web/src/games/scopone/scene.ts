/** The 3D table of Scopone. */
import { History } from '../../cards/table/history';
import { CardScene } from '../../cards/table/scene';
import { seating } from '../../cards/table/seating';
import type { GameScene, SceneSetup, Step } from '../../scene/scene';
import { nextMemory } from './memory';
import { acts } from './scene/acts';
import { lay, sight } from './scene/sight';
import { icons, motion, tokens } from './scene/tokens';
import type { View } from './view';

function duration({ cause }: Step<View>): number {
  if (cause.type === 'start') return 0.6;
  if (cause.type === 'deal') return 3.4;
  return cause.move.includes('x') ? 1.9 : 0.8;
}

/** Makes the table of Scopone, which goes round against the clock. */
export function scene(setup: SceneSetup): GameScene<View> {
  const table = seating(setup.head.players.length, setup.near, 1);
  const memory = new History(setup.steps as (() => readonly Step<View>[]) | undefined, nextMemory);
  return new CardScene(setup, {
    deck: 'italian',
    table,
    most: 40,
    icons,
    motion,
    spread: (step) => lay(sight(step, table, memory), table),
    acts: (before, after) => acts(before, after, memory, table),
    tokens: (step) => tokens(step, table, memory),
    mover: ({ frame }) => (frame.view.public.over ? null : frame.to_move),
    plays: () => true,
    duration,
  });
}
