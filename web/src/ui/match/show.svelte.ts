/** A film on the page: its positions, whose eyes see it, and where the playback is. */
import { curves, type Curve } from '../../evaluation';
import { deals, faults, momentAt, moveOf, over, reloads, seenBy, steps, type At } from '../../film';
import type { GameModule } from '../../games/game';
import { loadGame } from '../../games/load';
import { t } from '../../i18n/t.svelte';
import { Player } from '../../player.svelte';
import { positionOf } from '../../router';
import type { Moment, Step } from '../../scene/scene';
import { motion, settings } from '../../settings.svelte';
import type {
  FaultItem, Film, Head, MoveItem, OverItem, ReloadItem, Seat, SeatState, TableState,
} from '../../wire';

export interface Source {
  film: Film | null;
  /** Nothing for a film from a file. */
  table: TableState | null;
}

export class Show {
  readonly player: Player;
  /** Whose eyes the visitor chose; null for what is usual. */
  eyes = $state<string | null>(null);
  private readonly source: () => Source;
  private loaded = $state.raw<GameModule | null>(null);

  table: TableState | null = $derived.by(() => this.source().table);
  film: Film | null = $derived.by(() => {
    const { film } = this.source();
    return film && seenBy(film, this.eyes ?? this.seatEyes ?? 'open');
  });
  head: Head | null = $derived(this.film?.head ?? null);
  /** What the page knows of the game, once it is loaded. */
  module: GameModule | null = $derived.by(() => (this.loaded?.id === this.head?.game ? this.loaded : null));
  steps: Step[] = $derived(steps(this.film?.items ?? []));
  deals: number[] = $derived(deals(this.steps));
  faults: At<FaultItem>[] = $derived(faults(this.film?.items ?? []));
  reloads: At<ReloadItem>[] = $derived(reloads(this.film?.items ?? []));
  over: OverItem | null = $derived(over(this.film?.items ?? []));
  curves: Curve[] = $derived(curves(this.steps, this.head?.players.length ?? 0));
  live: boolean = $derived(this.table?.status === 'running');
  moment: Moment | null = $derived.by(() => momentAt(this.steps, this.player.at));
  /** The index of the position that is shown, or of the one that is being reached. */
  index: number = $derived.by(() => Math.max(0, Math.ceil(this.player.at - 1e-9)));
  /** The position that has been reached. */
  step: Step | undefined = $derived.by(() => this.steps[Math.floor(this.player.at)]);
  /** The move that led to the index. */
  move: MoveItem | null = $derived(moveOf(this.steps[this.index]));
  last: number = $derived(this.steps.length - 1);
  /** The visitor's seats. */
  mine: SeatState[] = $derived((this.table?.seats ?? []).filter(({ you }) => you));
  /** Whether the visitor plays just now. */
  playing: boolean = $derived.by(() => this.live && this.mine.length > 0);
  /** The head for people: its title in their language, and the names of those who decide now. */
  people: Head | null = $derived.by(() => {
    if (!this.head) return null;
    const players = this.head.players.map((player, seat) => ({ ...player, name: this.name(seat) }));
    return { ...this.head, title: t(`title_${this.head.game}`), players };
  });
  /** The seat at the near edge of the table. */
  near: Seat = $derived.by(() => {
    const eyes = Number(this.head?.eyes);
    return this.mine[0]?.seat ?? (Number.isInteger(eyes) ? eyes : 0);
  });

  /** Made while a component is set up. */
  constructor(source: () => Source) {
    this.source = source;
    const game = $derived(this.head?.game);
    $effect(() => {
      if (game) void loadGame(game).then((module) => (this.loaded = module));
    });
    this.player = new Player(() => ({ last: this.last, live: this.live, motion: motion() }));
    this.player.speed = settings.speed;
  }

  /** The one who sits at a table with hidden hands looks on as that seat while the match runs. */
  private get seatEyes(): string | null {
    const seat = this.table?.ask?.seat ?? this.mine[0]?.seat;
    return this.live && seat !== undefined && this.source().film?.head.hidden ? String(seat) : null;
  }

  /** The eyes to ask the server for; a film with everything face up holds those of all others. */
  get wish(): string {
    if (!this.live) return 'open';
    // Who is asked must see what the decision is about.
    return (this.table?.ask ? this.seatEyes : null) ?? this.eyes ?? this.seatEyes ?? 'open';
  }

  /** The name of a seat for people. */
  name(seat: Seat): string {
    return this.table?.seats[seat]?.name ?? this.head?.players[seat]?.name ?? '';
  }

  /** Where a film is when it is opened: at the position of the address, live, or at its start, playing. */
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
