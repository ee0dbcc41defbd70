/** The decision of a person at a seat: the picks, the selected move, and the server's answer. */
import { untrack } from 'svelte';
import { move as sendMove } from '../../api';
import type { Way } from '../../games/game';
import { ruleText } from '../../i18n/rules.svelte';
import { spoken, t } from '../../i18n/t.svelte';
import { left, open, pick, settled } from '../../picking';
import { settings } from '../../settings.svelte';
import type { MovePrompt } from '../../wire';
import { sayNow } from '../announcer.svelte';
import type { Show } from '../match/show.svelte';
import { why } from '../trouble';
import { entryOfPick, type Entry } from './focus';

export class Turn {
  private readonly show: Show;
  private readonly id: string;
  picked = $state.raw<string[]>([]);
  /** A move chosen as a whole, by its button or by typing. */
  chosen = $state<string | null>(null);
  /** A move previewed from the list. */
  looked = $state<string | null>(null);
  hover = $state<string | null>(null);
  /** Way in which the last move was chosen, to restore the focus there. */
  entry: Entry = 'pointer';
  sending = $state(false);
  trouble = $state('');

  /** The decision, once the log shows its position to the right observer. */
  ask: MovePrompt | null = $derived.by(() => {
    const ask = this.show.table?.ask ?? null;
    const head = this.show.head;
    const snapshot = this.show.steps.at(-1)?.snapshot;
    if (!ask || !head || snapshot?.ply !== ask.ply) return null;
    return head.hidden && head.observer !== String(ask.seat) ? null : ask;
  });
  /** Changes with the decision, but not with repeated messages about it. */
  asked: string | null = $derived.by(() => {
    return this.ask ? `${this.ask.seat} ${this.ask.ply} ${this.ask.refused ?? ''}` : null;
  });
  /** True if the position of the decision is shown. */
  here: boolean = $derived.by(() => this.ask !== null && this.show.player.newest);
  ways: Way[] = $derived.by(() => {
    const snapshot = this.show.steps.at(-1)?.snapshot;
    return this.ask && snapshot ? this.show.module!.ways(this.ask.legal, snapshot, spoken()) : [];
  });
  /** The move to be confirmed. */
  move: string | null = $derived.by(() => this.chosen ?? settled(this.ways, this.picked)?.move ?? null);
  /** The ways offered as buttons: those without spots, and those left by the picks. */
  buttons: Way[] = $derived.by(() => {
    if (this.picked.length === 0) return this.ways.filter(({ spots }) => spots.length === 0);
    const rest = left(this.ways, this.picked);
    return rest.length > 1 && rest.length <= 8 ? rest : [];
  });
  /** The spots that can be picked now. */
  open: string[] = $derived.by(() => (this.here && !this.sending ? open(this.ways, this.picked) : []));
  preview: string | null = $derived.by(() => (this.here ? (this.looked ?? this.move) : null));

  /** `id` is the match. Called during component initialisation. */
  constructor(show: Show, id: string) {
    this.show = show;
    this.id = id;
    $effect(() => {
      void this.asked;
      untrack(() => this.begin());
    });
  }

  /** Begins another decision, or the same one again after a refused move. */
  private begin(): void {
    this.undo();
    this.sending = false;
    const refused = this.ask?.refused;
    if (refused) this.refuse(ruleText(refused));
    else if (this.ask) sayNow(t('your_turn_as', { name: this.show.name(this.ask.seat) }));
  }

  private refuse(reason: string): void {
    this.undo();
    this.trouble = t('not_legal', { why: reason });
    sayNow(this.trouble);
  }

  /** Picks a spot of the table. */
  pick(spot: string): void {
    if (!this.here || this.sending) return;
    this.trouble = '';
    this.chosen = null;
    this.looked = null;
    this.entry = entryOfPick();
    this.picked = pick(this.ways, this.picked, spot);
    if (this.move !== null && !settings.confirm) void this.confirm();
  }

  /** Chooses a whole move. */
  choose(move: string, entry: Entry): void {
    if (!this.here || this.sending) return;
    this.entry = entry;
    this.trouble = '';
    this.looked = null;
    this.picked = [];
    this.chosen = move;
    if (!settings.confirm) void this.confirm();
  }

  undo(): void {
    this.picked = [];
    this.chosen = null;
    this.looked = null;
    this.trouble = '';
  }

  async confirm(): Promise<void> {
    if (this.move !== null) await this.send(this.move);
  }

  async resign(): Promise<void> {
    await this.send(null);
  }

  /** Asks the server why a text is not a legal move: it refuses the text and names the rule. */
  async explain(text: string): Promise<void> {
    await this.send(text);
  }

  private async send(move: string | null): Promise<void> {
    if (!this.ask || this.sending) return;
    const { seat, ply } = this.ask;
    this.sending = true;
    try {
      await sendMove(this.id, { seat, ply, move });
    } catch (cause) {
      this.sending = false;
      this.refuse(why(cause));
    }
  }
}
