/** A log on the page: its positions, its observer, and its playback. */
import { curves, type Curve } from '../../evaluation';
import { byBots, deals, faults, momentAt, moveOf, over, reloads, seenBy, steps, type At } from '../../event-log';
import type { GameModule } from '../../games/game';
import { loadGame, titleOf } from '../../games/load';
import { ruleText } from '../../i18n/rules.svelte';
import { spoken, t } from '../../i18n/t.svelte';
import { safeName } from '../../names';
import { Player } from '../../player.svelte';
import { positionOf } from '../../router';
import type { Moment, Step } from '../../scene/scene';
import { motion, settings } from '../../settings.svelte';
import { handBefore, handsOf, justOver, type Hand } from './hands';
import { leading, sidesOf, type Side, type Standing } from './lead';
import type { Severity } from '../../wire';
import type {
  FaultEvent, EventLog, MatchHead, MoveEvent, OverEvent, ReloadEvent, Seat, SeatState, Snapshot, TableState,
} from '../../wire';

/** Limit on the points of the timeline at which the lead is shown. */
const PLACES = 160;

export interface Source {
  log: EventLog | null;
  /** Null for a log from a file. */
  table: TableState | null;
}

export class Show {
  readonly player: Player;
  /** The observer chosen by the visitor; null for the default. */
  observer = $state<string | null>(null);
  /** Position at which the playback pauses once, such as a fault; null for none. */
  halt = $state<number | null>(null);
  /** True while the visitor chooses the players of a match that continues from here. */
  branching = $state(false);
  private readonly source: () => Source;
  /** Cached by position, since positions never change. */
  private readonly sides = new WeakMap<Snapshot, Side[]>();
  /** Adds a review to the log; null without one, so that its code is loaded only when needed. */
  annotate = $state.raw<((log: EventLog) => EventLog) | null>(null);
  /** The sizes of the mistakes in the review, by the moves made before them. */
  mistakes = $state.raw<ReadonlyMap<number, Severity>>(new Map());
  private loaded = $state.raw<{ id: string; module: GameModule } | null>(null);

  table: TableState | null = $derived.by(() => this.source().table);
  log: EventLog | null = $derived.by(() => {
    const { log } = this.source();
    const seen = log && seenBy(log, this.observer ?? this.seatObserver ?? 'open');
    return seen && (this.annotate?.(seen) ?? seen);
  });
  head: MatchHead | null = $derived(this.log?.head ?? null);
  /** The parts of the game, once they are loaded. */
  module: GameModule | null = $derived.by(() => (this.loaded?.id === this.head?.game ? this.loaded!.module : null));
  steps: Step[] = $derived(steps(this.log?.items ?? []));
  deals: number[] = $derived(deals(this.steps));
  faults: At<FaultEvent>[] = $derived(faults(this.log?.items ?? []));
  reloads: At<ReloadEvent>[] = $derived(reloads(this.log?.items ?? []));
  over: OverEvent | null = $derived(over(this.log?.items ?? []));
  curves: Curve[] = $derived(curves(this.steps, this.head?.players.length ?? 0).map((curve) => (
    { ...curve, name: this.botText(curve.seat, curve.name) }
  )));
  private byBots: boolean[] = $derived.by(() => {
    const bots = (this.head?.players ?? []).map(({ bot }) => bot !== 'human');
    return byBots(this.steps, bots, this.table?.seats.map(({ since }) => since));
  });
  live: boolean = $derived(this.table?.status === 'running');
  moment: Moment | null = $derived.by(() => momentAt(this.steps, this.player.at));
  /** The index of the current position, or of the one being reached. */
  index: number = $derived.by(() => Math.max(0, Math.ceil(this.player.at - 1e-9)));
  /** The last position reached. */
  step: Step | undefined = $derived.by(() => this.steps[Math.floor(this.player.at)]);
  /** The move that led to the index. */
  move: MoveEvent | null = $derived(moveOf(this.steps[this.index]));
  last: number = $derived(this.steps.length - 1);
  /** True if the match is over and its last position is shown, after the animation. */
  atEnd: boolean = $derived.by(() => this.over !== null && this.step?.index === this.last);
  private hands: Hand[] = $derived(handsOf(this.steps));
  /** The last finished hand at the position reached. */
  hand: Hand | null = $derived.by(() => handBefore(this.hands, Math.floor(this.player.at)));
  /** True if that hand has just ended: the next one has no move yet. */
  handJustOver: boolean = $derived.by(() => {
    return this.hand !== null && justOver(this.hand, this.steps, Math.floor(this.player.at));
  });
  /** The visitor's seats. */
  mine: SeatState[] = $derived((this.table?.seats ?? []).filter(({ you }) => you));
  /** True if the visitor is playing now. */
  playing: boolean = $derived.by(() => this.live && this.mine.length > 0);
  /** True if the game has no 3D table. */
  flatOnly: boolean = $derived(this.module?.scene === null);
  /**
   * The head for display: its title in the page's language, and the names of the current players.
   */
  people: MatchHead | null = $derived.by(() => {
    if (!this.head) return null;
    const players = this.head.players.map((player, seat) => ({ ...player, name: this.name(seat) }));
    const { game: id, title } = this.head;
    return { ...this.head, title: titleOf({ id, title }, spoken()), players };
  });
  /** The seat at the near edge of the table. */
  near: Seat = $derived.by(() => {
    const seat = Number(this.head?.observer);
    return this.mine[0]?.seat ?? (Number.isInteger(seat) ? seat : 0);
  });

  /** Called during component initialisation. */
  constructor(source: () => Source) {
    this.source = source;
    const game = $derived(this.head?.game);
    $effect(() => {
      if (game) void loadGame(game).then((module) => (this.loaded = { id: game, module }));
    });
    this.player = new Player(() => ({ last: this.last, live: this.live, motion: motion(), halt: this.halt }));
    this.player.speed = settings.speed;
  }

  /** In a game with hidden hands, a seated visitor watches as that seat while the match runs. */
  private get seatObserver(): string | null {
    const seat = this.table?.ask?.seat ?? this.mine[0]?.seat;
    return this.live && seat !== undefined && this.source().log?.head.hidden ? String(seat) : null;
  }

  /** The observer requested from the server; an open log contains the views of all others. */
  get wish(): string {
    if (!this.live) return 'open';
    // A visitor must see the position of their own decision.
    return (this.table?.ask ? this.seatObserver : null) ?? this.observer ?? this.seatObserver ?? 'open';
  }

  /** Translates a text of a seat's built-in bot; the texts of other bots stay as they are. */
  botText(seat: Seat, text: string): string {
    return this.head?.players[seat]?.bot === 'builtin' ? ruleText(text) : text;
  }

  /** Returns the display name of a seat. */
  name(seat: Seat): string {
    return safeName(this.table?.seats[seat]?.name ?? this.head?.players[seat]?.name ?? '');
  }

  /** Returns the sides at a position. */
  sidesAt({ snapshot }: Step): Side[] {
    if (!this.module || !this.head) return [];
    const known = this.sides.get(snapshot);
    if (known) return known;
    const sides = sidesOf(this.module.standing(snapshot, this.head), this.head.teams);
    this.sides.set(snapshot, sides);
    return sides;
  }

  /** The lead over the whole match, at points of the timeline. */
  standings: Standing[] = $derived.by(() => {
    const { steps, last } = this;
    const every = Math.ceil(steps.length / PLACES);
    const shown = steps.filter(({ index }) => index % every === 0 || index === last);
    return shown.map((step) => ({ at: step.index / Math.max(1, last), sides: this.sidesAt(step) }));
  });

  /**
   * Returns the first step after the current one, then from the start on, that passes a test; null
   * if there is none.
   */
  nextStep(holds: (step: Step, before: Step) => boolean): number | null {
    const { steps, index } = this;
    for (let n = 1; n <= steps.length; n += 1) {
      const at = (index + n) % steps.length;
      if (at > 0 && holds(steps[at]!, steps[at - 1]!)) return at;
    }
    return null;
  }

  /** True if another side is ahead than before a step. */
  leadChanges(step: Step, before: Step): boolean {
    const [now, then] = [leading(this.sidesAt(step)), leading(this.sidesAt(before))];
    return now !== null && now.seats[0] !== then?.seats[0];
  }

  /**
   * Returns the head for describing a step: a move keeps the name of its player, even if another
   * sits there now.
   */
  peopleAt(index: number): MatchHead | null {
    const item = moveOf(this.steps[index]);
    const own = item && this.mover(item, index);
    if (!this.people || own === null) return this.people;
    const players = this.people.players.map((player, seat) => (seat === item!.seat ? { ...player, name: own } : player));
    return { ...this.people, players };
  }

  /** Returns the name of the player who made a move, if it differs from the seat's current one. */
  private mover({ seat, ply, by }: MoveEvent, index: number): string | null {
    const { name, bot } = this.head!.players[seat]!;
    // Before the branching position, other players may have had the seats.
    const before = ply <= (this.head!.branch?.ply ?? 0);
    if (!before && this.byBots[index]) return safeName(name);
    // The name of a person who has left is unknown.
    const now = this.table?.seats[seat];
    const there = now ? now.by === 'person' && ply > now.since && by !== 'bot' : bot === 'human';
    return !before && (there || by === undefined) ? null : t('seat_n', { n: seat });
  }

  /** Describes the step to a position. */
  sentence(index: number): string {
    const { steps, module, last } = this;
    const people = this.peopleAt(index);
    const step = steps[index];
    if (!step || !module || !people) return '';
    const { cause, snapshot } = step;
    if (cause.type === 'move' && index > 0) return module.sayMove(cause.seat, cause.move, snapshot, people, spoken());
    return cause.type === 'deal' ? t('move_deal', { n: snapshot.deal + 1 }) : t('at_of', { at: index, last });
  }

  /** Sets the initial position of a log: the one in the address, live, or its start, playing. */
  begin(): void {
    const wanted = positionOf(location.hash);
    if (wanted !== null) this.player.seek(wanted);
    else if (this.live) this.player.last();
    else {
      this.player.first();
      if (motion()) this.player.play();
    }
  }
}
