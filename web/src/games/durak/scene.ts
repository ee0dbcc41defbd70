/** The 3D table of Durak. */
import { phaseNames } from '../../cards/table/acts';
import { History } from '../../cards/table/history';
import { CardScene } from '../../cards/table/scene';
import { seating } from '../../cards/table/seating';
import type { GameScene, SceneSetup, Step } from '../../scene/scene';
import { layoutOf, nextDiscard } from './layout';
import { icons, motion, tokens } from './scene/tokens';
import type { View } from './view';

/** Seconds for a move, by its phases. */
const SECONDS: Record<string, number> = { play: 0.8, sweep: 1.7, 'sweep draw': 1.7, 'play sweep': 2.2, 'play sweep draw': 2.2 };

function duration(step: Step<View>): number {
  const { type } = step.cause;
  return type === 'start' ? 0.6 : type === 'deal' ? 3 : (SECONDS[phaseNames(step)] ?? 0.45);
}

/** Creates the table of Durak, which runs clockwise. */
export function scene(setup: SceneSetup): GameScene<View> {
  const table = seating(setup.head.players.length, setup.near, -1, setup.tall);
  return new CardScene(setup, {
    layout: layoutOf(new History(setup.steps as (() => readonly Step<View>[]) | undefined, nextDiscard)),
    table,
    most: 52,
    icons,
    motion,
    tokens: (step) => tokens(step, table),
    mover: ({ snapshot }) => snapshot.to_move,
    plays: ({ snapshot }, seat) => snapshot.view.place[seat] === 0 || snapshot.view.phase === 'over',
    duration,
  });
}
