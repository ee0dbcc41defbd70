/** Running a bot on its page: the opponent, and the match shown. */
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
  /** The game's start options; null until they are loaded. */
  choice = $state.raw<GameChoice | null>(null);
  /** The player in all other seats. */
  rival = $state('random');
  /** True if the bot has the last seat instead of the first. */
  last = $state(false);
  /** The match shown. */
  match = $state.raw<Shown | null>(null);
  starting = $state(false);
  readonly bots: BotChoice[] = $derived(this.choice?.bots ?? []);
  /** The scripts available as players. */
  readonly scripts: BotChoice[] = $derived(this.choice?.files ?? []);

  /** Called during component initialisation. */
  constructor(private readonly work: Workspace, private readonly runs: Runs) {
    $effect(() => void this.readOpponents().catch(() => {}));
    $effect(() => void this.readLastMatch().catch(() => {}));
  }

  private async readOpponents(): Promise<void> {
    this.choice = (await games()).find(({ id }) => id === this.work.game) ?? null;
    // The first built-in bot plays at random, so a first bot can beat it.
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

  /** Plays a new match, or repeats a lost one. Returns true once it is shown. */
  async play(lost: LostMatch | null = null): Promise<boolean> {
    if (this.starting) return false;
    this.starting = true;
    const { trouble } = this.work;
    trouble.clear();
    try {
      await this.begin(lost);
      return true;
    } catch (cause) {
      // The draft itself asks about another person's text.
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
