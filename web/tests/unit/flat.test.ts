import { readFileSync } from 'node:fs';
import type { Component } from 'svelte';
import { render } from 'svelte/server';
import { describe, expect, test } from 'vitest';
import { momentAt, steps } from '../../src/event-log';
import Dominoes from '../../src/games/dominoes/Flat.svelte';
import { tileName } from '../../src/games/dominoes/tiles';
import Durak from '../../src/games/durak/Flat.svelte';
import type { FlatProps } from '../../src/games/game';
import Quoridor from '../../src/games/quoridor/Flat.svelte';
import Scopone from '../../src/games/scopone/Flat.svelte';
import Tute from '../../src/games/tute/Flat.svelte';
import { frenchCard } from '../../src/games/words/french';
import { latinCard } from '../../src/games/words/latin';
import { playAndCapture } from '../../src/games/scopone/ways';
import type { View as Scopa } from '../../src/games/scopone/view';
import { LANGUAGES, type Language } from '../../src/i18n';
import type { Overlay } from '../../src/scene/scene';
import type { EventLog, Snapshot } from '../../src/wire';
import { cardLog } from './card-logs';

type Hidden = 'tute' | 'scopone' | 'durak' | 'dominoes';
type Whose = 'public' | '0' | 'open';

/** A few positions of played matches, for several observers. */
const FILE = new URL('../logs/tables.json', import.meta.url);
const LOGS = JSON.parse(readFileSync(FILE, 'utf8')) as Record<Hidden, Record<Whose, EventLog>> & {
  quoridor: { open: EventLog };
};

const TABLES: Record<Hidden | 'quoridor', unknown> = {
  quoridor: Quoridor, tute: Tute, scopone: Scopone, durak: Durak, dominoes: Dominoes,
};

const GAMES: Hidden[] = ['tute', 'scopone', 'durak', 'dominoes'];
const NOTHING: Overlay = { marks: [], open: [], picked: [], preview: null, hover: null, paths: [] };

const NAME: Record<Hidden, (thing: string, language: Language) => string> = {
  tute: (card, language) => latinCard(card, 'spanish', language),
  scopone: (card, language) => latinCard(card, 'italian', language),
  durak: frenchCard,
  dominoes: tileName,
};

function page(game: Hidden | 'quoridor', log: EventLog, at: number, more: Partial<FlatProps> = {}): string {
  const moment = momentAt(steps(log.items), at)!;
  const props: FlatProps = {
    head: log.head, moment, overlay: NOTHING, near: 0, language: 'en',
    onpick: () => {}, onhover: () => {}, ...more,
  };
  return render(TABLES[game] as Component<FlatProps>, { props }).body;
}

/** The values of an attribute, in the order of the page. */
function values(markup: string, attribute: string): string[] {
  return [...markup.matchAll(new RegExp(` ${attribute}="([^"]*)"`, 'g'))].map((found) => found[1]!);
}

/** The opening tag that holds a text. */
function tagWith(markup: string, text: string): string {
  return markup.match(/<[^>]*>/g)?.find((tag) => tag.includes(text)) ?? '';
}

interface Seen {
  hand?: string[];
  trick?: { cards: string[] };
  last_trick?: { cards: string[] } | null;
  public?: { table: string[] };
  table?: { attack: string; defence: string | null }[];
  chain?: { tile: string }[];
}

/** What a snapshot says of each hand. */
function hands(snapshot: Snapshot): string[][] {
  return (snapshot.seats as Seen[]).map((view) => view.hand ?? []);
}

/** What lies face up between the players. */
function table(snapshot: Snapshot): string[] {
  const view = snapshot.view as Seen;
  return [
    ...(view.public?.table ?? []),
    ...(view.trick?.cards ?? []),
    ...(view.table ?? []).flatMap(({ attack, defence }) => (defence ? [attack, defence] : [attack])),
    ...(view.chain ?? []).map(({ tile }) => tile),
  ];
}

function snapshotsOf(log: EventLog): Snapshot[] {
  return steps(log.items).map((step) => step.snapshot);
}

describe('flat tables of games with hidden hands', () => {
  for (const game of GAMES) {
    const things = game === 'dominoes' ? 'data-tile' : 'data-card';

    test(`${game}: with everything face up every hand and the table lie face up, each with its name`, () => {
      for (const [at, snapshot] of snapshotsOf(LOGS[game].open).entries()) {
        const markup = page(game, LOGS[game].open, at);
        const shown = values(markup, things);
        expect(new Set(shown).size).toBe(shown.length);
        for (const thing of [...hands(snapshot).flat(), ...table(snapshot)]) {
          expect(shown).toContain(thing);
          const tag = tagWith(markup, `${things}="${thing}"`);
          expect(tag).toContain(`aria-label="${NAME[game](thing, 'en')}"`);
        }
        expect(markup).not.toContain('class="backs');
      }
    });

    for (const observer of ['public', '0'] as const) {
      const blind = observer === 'public' ? 'onlookers do' : 'seat 0 does';
      test(`${game}: what ${blind} not see is nowhere on the page`, () => {
        const open = snapshotsOf(LOGS[game].open);
        for (let at = 0; at <= open.length - 1; at += 0.5) {
          const markup = page(game, LOGS[game][observer], at);
          const hidden = new Set(hands(open[Math.ceil(at)]!).filter((_, seat) => `${seat}` !== observer).flat());
          expect(hidden.size).toBeGreaterThan(0);
          for (const thing of hidden) {
            expect(values(markup, things)).not.toContain(thing);
            expect(values(markup, 'aria-label')).not.toContain(NAME[game](thing, 'en'));
          }
        }
      });
    }

    test(`${game}: as many backs are seen as cards are hidden`, () => {
      for (const [at, snapshot] of snapshotsOf(LOGS[game].open).entries()) {
        const [all, own] = [hands(snapshot).flat().length, hands(snapshot)[0]!.length];
        const aside = asideOf(game, snapshot);
        const backs = (observer: Whose): number =>
          page(game, LOGS[game][observer], at).split('class="backs').length - 1;
        expect([backs('public'), backs('0')]).toEqual([all + aside, all - own + aside]);
      }
    });

    test(`${game}: what may be picked is a button with a name; the tabulator stops once`, () => {
      const log = LOGS[game]['0'];
      const snapshot = snapshotsOf(LOGS[game].open)[0]!;
      const spots = hands(snapshot)[0]!.map((thing) => `${things.slice(5)}:${thing}`);
      for (const language of LANGUAGES) {
        const overlay = { ...NOTHING, open: spots, picked: spots.slice(0, 1) };
        const markup = page(game, log, 0, { overlay, language });
        expect(values(markup, 'data-spot').sort()).toEqual([...spots].sort());
        for (const spot of spots) {
          const tag = tagWith(markup, `data-spot="${spot}"`);
          expect(tag).toContain('role="button"');
          expect(tag).toContain(`aria-label="${NAME[game](spot.split(':')[1]!, language)}"`);
          expect(tag).toContain(`aria-pressed="${spot === spots[0]}"`);
        }
        expect(values(markup, 'tabindex').filter((stop) => stop === '0')).toHaveLength(1);
      }
    });
  }

  test('the ends of a chain are buttons that say their number', () => {
    const log = LOGS.dominoes['0'];
    const [left, right] = (snapshotsOf(log)[0]!.view as { ends: number[] }).ends;
    const markup = page('dominoes', log, 0, { overlay: { ...NOTHING, open: ['end:left', 'end:right'] } });
    expect(tagWith(markup, 'data-spot="end:left"')).toContain(`aria-label="Left end, ${left}"`);
    expect(tagWith(markup, 'data-spot="end:right"')).toContain(`aria-label="Right end, ${right}"`);
  });
});

/** The undealt card lies with its back up too. */
function asideOf(game: Hidden, snapshot: Snapshot): number {
  const view = snapshot.view as { players?: number[]; face_up?: string | null };
  return game === 'tute' && view.players?.length === 3 && !view.face_up ? 1 : 0;
}

describe('the flat board of Quoridor', () => {
  const log = LOGS.quoridor.open;

  test('shows every pawn and wall by name', () => {
    for (const [at, snapshot] of snapshotsOf(log).entries()) {
      const labels = values(page('quoridor', log, at), 'aria-label');
      const view = snapshot.view as { pawns: string[]; walls: string[] };
      for (const wall of view.walls) expect(labels).toContain(`Wall ${wall}`);
      for (const [seat, pawn] of view.pawns.entries()) {
        expect(labels).toContain(`${log.head.players[seat]!.name}'s pawn on ${pawn}`);
      }
    }
  });

  test('has a button for every open square and slot, named as it lies on the page', () => {
    const open = ['c8', 'wall:e4h', 'wall:e4v', 'wall:a1h'];
    const overlay = { ...NOTHING, open };
    const markup = page('quoridor', log, 1, { overlay });
    expect(values(markup, 'data-spot').sort()).toEqual([...open].sort());
    expect(tagWith(markup, 'data-spot="c8"')).toContain('aria-label="Walk to c8"');
    expect(tagWith(markup, 'data-spot="wall:e4h"')).toContain('aria-label="Horizontal wall e4h"');
    const turned = page('quoridor', log, 1, { overlay, near: 1 });
    expect(tagWith(turned, 'data-spot="wall:e4h"')).toContain('aria-label="Vertical wall e4h"');
  });

  test('offers a choice of what a finger means only while there is one', () => {
    const tools = (open: string[], seated = false): [number, number] => {
      const markup = page('quoridor', log, 1, { overlay: { ...NOTHING, open }, seated });
      return [values(markup, 'title').length, markup.match(/ disabled(=""|[ >])/g)?.length ?? 0];
    };
    expect([tools([]), tools(['c8'])]).toEqual([[0, 0], [0, 0]]);
    expect([tools(['c8', 'wall:e4h']), tools(['c8', 'wall:e4h', 'wall:a1v'])]).toEqual([[3, 1], [3, 0]]);
    // Who sits at the table keeps the room of the choice between turns: the board does not change its size.
    expect([tools([], true), tools(['c8'], true)]).toEqual([[3, 3], [3, 2]]);
  });
});

test('a card that swept the table lies across the pile with its face up, but while it lies open beside it', () => {
  const { head, all } = cardLog<Scopa>('scopone-open');
  const made: string[] = [];
  for (const [at, step] of all.entries()) {
    const { cause } = step;
    const scope = (one: number): number => all[one]!.snapshot.view.public.scope.reduce((sum, n) => sum + n, 0);
    if (cause.type !== 'move') made.length = 0;
    else if (at > 0 && scope(at) > scope(at - 1)) made.push(playAndCapture(cause.move).card);
    if (made.length < scope(at)) continue;
    const markup = render(Scopone as Component<FlatProps>, {
      props: {
        head, moment: momentAt(all, at)!, overlay: NOTHING, near: 0, language: 'en', steps: () => all,
        onpick: () => {}, onhover: () => {},
      },
    }).body;
    const last = cause.type === 'move' ? playAndCapture(cause.move).card : '';
    const across = values(markup, 'data-across');
    expect(across.sort()).toEqual(made.filter((card) => card !== last).sort());
    for (const card of across) expect(values(markup, 'data-card')).not.toContain(card);
  }
  expect(made.length).toBeGreaterThan(1);
});
