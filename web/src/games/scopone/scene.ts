/** The 3D table of Scopone. */
import { phaseNames } from '../../cards/table/acts';
import { History } from '../../cards/table/history';
import { CardScene } from '../../cards/table/scene';
import { seating } from '../../cards/table/seating';
import type { GameScene, SceneSetup, Step } from '../../scene/scene';
import type { Seat } from '../../wire';
import { layoutOf } from './layout';
import { nextMemory } from './memory';
import { icons, motion, tokens } from './scene/tokens';
import type { View } from './view';

function duration(step: Step<View>): number {
  const { type } = step.cause;
  return type === 'start' ? 0.6 : type === 'deal' ? 3.4 : phaseNames(step) === 'play' ? 0.8 : 1.9;
}

/** Creates the table of Scopone, which runs counter-clockwise. */
export function scene(setup: SceneSetup): GameScene<View> {
  const { near, head, tall } = setup;
  const seats = head.players.length;
  const table = seating(seats, near, 1, tall);
  const memory = new History(setup.steps as (() => readonly Step<View>[]) | undefined, nextMemory);
  // Partners keep one pile, before the one who sits nearer.
  const pileOf = (seat: Seat): Seat => [near, (near + 1) % seats].find((other) => head.teams[other] === head.teams[seat]) ?? seat;
  return new CardScene(setup, {
    layout: layoutOf(memory, pileOf),
    table,
    most: 40,
    icons,
    motion,
    tokens: (step) => tokens(step, table, memory),
    mover: ({ snapshot }) => snapshot.to_move,
    plays: () => true,
    duration,
  });
}
