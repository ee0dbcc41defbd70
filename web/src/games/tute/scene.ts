/** The 3D table of Tute. */
import { phaseNames } from '../../cards/table/acts';
import { History } from '../../cards/table/history';
import { CardScene } from '../../cards/table/scene';
import { seating } from '../../cards/table/seating';
import type { GameScene, SceneSetup, Step } from '../../scene/scene';
import { layoutOf, nextPiles } from './layout';
import { icons, motion, tokens } from './scene/tokens';
import type { View } from './view';

/** Seconds for a move, by its phases; none for a song or the end of a hand. */
const SECONDS: Record<string, number> = { play: 0.8, 'play sweep': 1.9 };

function duration(step: Step<View>): number {
  const { type } = step.cause;
  if (type === 'start') return 0.6;
  if (type === 'deal') return step.snapshot.view.exchanger === null ? 3.4 : 4.2;
  return SECONDS[phaseNames(step)] ?? 1.4;
}

/** Creates the table of Tute, which runs counter-clockwise. */
export function scene(setup: SceneSetup): GameScene<View> {
  const table = seating(setup.head.players.length, setup.near, 1, setup.tall);
  return new CardScene(setup, {
    layout: layoutOf(new History(setup.steps as (() => readonly Step<View>[]) | undefined, nextPiles)),
    table,
    most: 40,
    icons,
    motion,
    tokens: (step) => tokens(step, table),
    mover: ({ snapshot }) => snapshot.to_move,
    plays: ({ snapshot }, seat) => snapshot.view.retired[seat] === null,
    duration,
  });
}
