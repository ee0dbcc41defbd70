/** Running a bot on its page: the opponent, and the match that is shown. */
import { begin, games, matches } from '../../api';
import { t } from '../../i18n/t.svelte';
import type { BotChoice, GameChoice, LostMatch, NewMatch } from '../../wire';
import { sayNow } from '../announcer.svelte';
import { why } from '../trouble';
import { DraftChanged, run } from './api';
import { lastMatch, type Runs } from './runs';
import { again } from './score';
import type { Shown } from './Watch.svelte';
import type { Workspace } from './workspace.svelte';

export class Running {
  /** The game, as it can be started; null until it is known. */
  choice = $state.raw<GameChoice | null>(null);
  /** The player that all other seats get. */
  rival = $state('random');
  /** True if the bot sits in the last seat, not in the first. */
  last = $state(false);
  /** The match that is shown. */
  match = $state.raw<Shown | null>(null);
  starting = $state(false);
  /** The built-in bots of the game. */
  readonly bots: BotChoice[] = $derived(this.choice?.bots ?? []);
  /** The scripts that may be played. */
  readonly scripts: BotChoice[] = $derived(this.choice?.files ?? []);

  /** Called while a component is set up. */
  constructor(private readonly work: Workspace, private readonly runs: Runs) {
    $effect(() => void this.readOpponents().catch(() => {}));
    $effect(() => void this.readLastMatch().catch(() => {}));
  }

  private async readOpponents(): Promise<void> {
    this.choice = (await games()).find(({ id }) => id === this.work.game) ?? null;
    // The first of them plays at random: a first bot beats it, or soon will.
    this.rival = this.bots[0]?.player ?? this.rival;
    const before = this.runs.opponent(this.work.id);
    if (!before) return;
    this.last = before.last;
    if ([...this.bots, ...this.scripts].some(({ player }) => player === before.rival)) this.rival = before.rival;
  }

  private async readLastMatch(): Promise<void> {
    const before = lastMatch(await matches(), this.runs, this.work);
    if (before && !this.match) this.match = { id: before.id, begun: before.begun, rests: true };
  }

  /** Plays a match, or again one that was lost; true once it is shown. */
  async play(lost: LostMatch | null = null): Promise<boolean> {
    if (this.starting) return false;
    this.starting = true;
    const { trouble } = this.work;
    trouble.clear();
    try {
      await this.begin(lost);
      return true;
    } catch (cause) {
      // The draft asks about another person's text by itself.
      if (!(cause instanceof DraftChanged)) {
        trouble.say(t('start_failed', { why: why(cause) }), cause);
        sayNow(trouble.text);
      }
      return false;
    } finally {
      this.starting = false;
    }
  }

  private async begin(lost: LostMatch | null): Promise<void> {
    const { id, game, own, draft, versions } = this.work;
    const seats = this.choice?.seats[0] ?? 2;
    const mine = own ? 'draft' : `bot/${id}`;
    const players = Array.from({ length: seats }, () => this.rival);
    players[this.last ? seats - 1 : 0] = mine;
    const match: NewMatch = lost ? again(game, lost) : { game, options: {}, players, pace_ms: 0 };
    const seat = match.players.indexOf(mine);
    let [started, version] = ['', versions[0]?.number ?? 0];
    if (own) {
      ({ id: started, version } = await draft.sendBy((revision, files) => run(id, revision, files, match)));
      void this.work.refresh().catch(() => {});
    } else {
      started = await begin(match);
    }
    this.runs.begun({ match: started, bot: id, seat, version }, { bot: id, rival: this.rival, last: this.last });
    this.match = { id: started, begun: null, rests: false };
  }
}
