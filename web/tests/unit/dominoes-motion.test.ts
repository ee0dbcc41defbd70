import { readFileSync } from 'node:fs';
import { Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { seating } from '../../src/cards/table/seating';
import { momentAt, steps } from '../../src/event-log';
import { landing, type Face } from '../../src/games/dominoes/scene/layout';
import { tilesAt } from '../../src/games/dominoes/scene/motion';
import type { View } from '../../src/games/dominoes/view';
import { tileAndEnd } from '../../src/games/dominoes/ways';
import type { Shown } from '../../src/scene/pieces';
import type { Moment, Step } from '../../src/scene/scene';
import type { EventLog } from '../../src/wire';

/** A hand of a played match as seat 0 sees it, and the end of one with everything face up. */
const [SEAT, OPEN] = ['seat', 'open'].map((observer) => {
  const file = new URL(`../logs/dominoes-${observer}.json`, import.meta.url);
  return steps((JSON.parse(readFileSync(file, 'utf8')) as EventLog).items) as Step<View>[];
}) as [Step<View>[], Step<View>[]];

const TABLE = { ...seating(4, 0, 1), radius: 5.7 };
const FRACTIONS = [0, 0.01, 0.2, 0.4, 0.5, 0.6, 0.8, 0.99];

/** All moments of a log that are looked at, in order. */
function moments(log: Step<View>[]): Moment<View>[] {
  const places = log.flatMap((_, index) => FRACTIONS.map((fraction) => index + fraction));
  return places.map((at) => momentAt(log, at) as Moment<View>);
}

const ALL = [...moments(SEAT), ...moments(OPEN)];

function described(shown: Shown<Face>[]): unknown[] {
  return shown.map(({ key, face, pose: { position, turn, scale } }) => (
    [key, face, position.toArray(), turn.toArray(), scale]
  ));
}

function far(one: Shown<Face>, other: Shown<Face>): number {
  return one.pose.position.distanceTo(other.pose.position);
}

describe('the tiles at a moment', () => {
  test('are the same whatever was shown before', () => {
    const forwards = ALL.map((moment) => described(tilesAt(moment, TABLE)));
    const backwards = [...ALL].reverse().map((moment) => described(tilesAt(moment, TABLE)));
    expect(backwards.reverse()).toEqual(forwards);
  });

  test('are always the 28 of the set, each once', () => {
    for (const moment of ALL) {
      const keys = tilesAt(moment, TABLE).map(({ key }) => key);
      expect(keys.length, `${moment.after.index} ${moment.fraction}`).toBe(28);
      expect(new Set(keys).size).toBe(28);
    }
  });

  test('lie on the table or above it', () => {
    for (const { pose } of ALL.flatMap((moment) => tilesAt(moment, TABLE))) {
      expect(pose.position.y).toBeGreaterThan(0.05);
      expect(Math.hypot(pose.position.x, pose.position.z)).toBeLessThan(5.7);
    }
  });

  test('of the others look up where they are known', () => {
    const [last] = OPEN.slice(-1) as [Step<View>];
    const shown = [OPEN[0]!, last].flatMap((step) => tilesAt({ before: step, after: step, fraction: 1 }, TABLE));
    const others = shown.filter(({ face }) => face.zone === 'hand' && face.tile !== null && face.seat !== TABLE.near);
    expect(others).not.toHaveLength(0);
    for (const { pose } of others) expect(new Vector3(0, 0, 1).applyQuaternion(pose.turn).y).toBeGreaterThan(0.6);
  });

  test('begin where they lay and end where they will lie', () => {
    for (const log of [SEAT, OPEN]) {
      for (let index = 1; index < log.length; index++) {
        const [before, after] = [log[index - 1]!, log[index]!];
        for (const [fraction, step] of [[1e-9, before], [1 - 1e-9, after]] as const) {
          const shown = tilesAt({ before, after, fraction }, TABLE);
          const rest = tilesAt({ before: step, after: step, fraction: 1 }, TABLE);
          for (const piece of shown) {
            const nearest = Math.min(...rest.map((other) => far(piece, other)));
            expect(nearest, `${index} ${piece.key}`).toBeLessThan(1e-3);
          }
        }
      }
    }
  });

  test('of other hands have no face in the log of a seat', () => {
    for (const { face } of moments(SEAT).flatMap((moment) => tilesAt(moment, TABLE))) {
      if (face.zone === 'hand' && face.seat !== 0) expect(face.tile).toBeNull();
    }
  });

  test('show their backs to those who may not know them, at the near edge too', () => {
    const step = SEAT.find(({ snapshot }) => snapshot.view.phase === 'play')!;
    for (const near of [0, 1, 2, 3]) {
      const table = { ...seating(4, near, 1), radius: 5.7 };
      const shown = tilesAt({ before: step, after: step, fraction: 1 }, table);
      for (const { face, pose } of shown.filter((piece) => piece.face.zone === 'hand')) {
        const front = new Vector3(0, 0, 1).applyQuaternion(pose.turn);
        // The near edge looks away from the middle, the others look at it.
        const seen = face.seat === near ? front.z : -front.dot(pose.position.clone().setY(0).normalize());
        expect(seen > 0, `seat ${face.seat} near ${near}`).toBe(face.tile !== null);
      }
    }
  });

  test('of the hands lie open where the log shows them when a hand is over', () => {
    const last = OPEN.find(({ snapshot }) => snapshot.view.phase === 'deal' && snapshot.view.chain.length > 0)!;
    const shown = tilesAt({ before: last, after: last, fraction: 1 }, TABLE);
    const open = shown.filter(({ face }) => face.zone === 'open');
    expect(open.length).toBe(last.snapshot.view.count.reduce((sum, count) => sum + count, 0));
    expect(open.every(({ face }) => face.tile !== null)).toBe(true);
  });
});

describe('a move', () => {
  const plays = SEAT.flatMap((after, index) => {
    const { cause } = after;
    const play = cause.type === 'move' ? tileAndEnd(cause.move) : null;
    if (!play || cause.type !== 'move') return [];
    return [{ before: SEAT[index - 1]!, after, seat: cause.seat, ...play }];
  });

  test('takes a tile out of the hand of its player', () => {
    expect(new Set(plays.map(({ seat }) => seat)).size).toBe(4);
    for (const { before, after, seat, tile } of plays) {
      const start = tilesAt({ before, after, fraction: 1e-9 }, TABLE).find(({ key }) => key === tile)!;
      const hand = tilesAt({ before, after: before, fraction: 1 }, TABLE).filter(({ face }) => (
        face.zone === 'hand' && face.seat === seat
      ));
      expect(Math.min(...hand.map((held) => far(held, start))), tile).toBeLessThan(1e-3);
    }
  });

  test('brings it to where its preview was', () => {
    for (const { before, after, tile, end } of plays) {
      const { position, turn } = landing(before.snapshot.view.chain, tile, end, TABLE);
      const { pose } = tilesAt({ before, after, fraction: 1 }, TABLE).find(({ key }) => key === tile)!;
      expect(pose.position.distanceTo(position)).toBeLessThan(1e-9);
      expect(pose.turn.angleTo(turn)).toBeLessThan(1e-6);
    }
  });

  test('lets the chain lie', () => {
    for (const { before, after } of plays) {
      const shown = tilesAt({ before, after, fraction: 0.5 }, TABLE);
      const rest = tilesAt({ before, after: before, fraction: 1 }, TABLE);
      for (const piece of rest.filter(({ face }) => face.zone === 'chain')) {
        const now = shown.find(({ key }) => key === piece.key)!;
        expect(far(piece, now), piece.key).toBeLessThan(0.2);
      }
    }
  });
});
