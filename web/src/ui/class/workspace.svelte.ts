/** A bot on its page: its draft, its versions, and the problems of the draft. */
import { ruleText } from '../../i18n/rules.svelte';
import type { BotPage, BotSummary, Problem, Version } from '../../wire';
import { bot, changeBot, check, classState, saveAtEnd, saveDraft, version, type Files } from './api';
import type { Texts } from './Compared.svelte';
import { Draft, type Keeping } from './draft.svelte';
import { keepUnsaved } from './keeping.svelte';
import { poll } from './poll';
import { Trouble } from './trouble.svelte';
import { UnsavedDraft } from './unsaved';
import { c } from './words.svelte';

/** Milliseconds between a change and its check. */
const CHECK_AFTER = 450;
/** Poll interval for changes by others, in milliseconds. */
const LOOK = 5000;
/** States in which a closing page cannot save. */
const STUCK: readonly Keeping[] = ['offline', 'conflict', 'refused'];

const KEEPING = { saved: 'saved', saving: 'saving', unsaved: 'unsaved', offline: 'offline', conflict: 'unsaved', refused: 'unsaved' } as const;

export class Workspace {
  readonly id: number;
  readonly game: string;
  readonly language: string;
  /** The file with the hooks. */
  readonly main: string;
  readonly own: boolean;
  readonly draft: Draft;
  readonly trouble = new Trouble();
  name = $state('');
  /** The newest first. */
  versions = $state.raw<Version[]>([]);
  about: BotSummary;
  /** The problems of the draft; null until it was checked. */
  problems = $state.raw<Problem[] | null>(null);
  /** Two sources being compared. */
  compared = $state.raw<Texts | null>(null);
  /** Shown next to the name until the draft is changed. */
  private told = $state.raw<{ files: Files; text: () => string } | null>(null);
  private checks = 0;

  /**
   * Called during component initialisation. `person` is unique over all classes that this address
   * has had; `me` is the name of the visitor.
   */
  constructor(known: BotPage, person: string, private readonly me: string | null) {
    this.about = $state.raw(known.bot);
    ({ id: this.id, game: this.game, language: this.language, name: this.name } = known.bot);
    this.main = `main.${this.language}`;
    this.own = known.own;
    this.versions = known.versions;
    const { revision, files, by } = known.draft;
    this.draft = new Draft(revision, files as Files, (revision, files) => saveDraft(this.id, revision, files));
    if (this.own) {
      const place = new UnsavedDraft(person, this.id);
      const before = place.read();
      if (before && this.draft.restore(before, by)) this.tell(() => c('restored'));
      keepUnsaved(this.draft, place);
      this.followTeam();
    }
    this.checkChanges();
    this.awaitPermission();
    this.forgetMendedTrouble();
    $effect(() => () => {
      this.leave();
      this.draft.end();
    });
  }

  /** The state of the draft as text. */
  get status(): string {
    const { draft, told } = this;
    if (draft.keeping === 'refused') return ruleText(draft.why);
    const word = c(KEEPING[draft.keeping]);
    return draft.keeping === 'saved' && told?.files === draft.files ? `${word} · ${told.text()}` : word;
  }

  /** True if closing the page would lose something. */
  get stuck(): boolean {
    return STUCK.includes(this.draft.keeping);
  }

  /** Saves the draft of a closing page. */
  leave(): void {
    if (this.own && this.draft.dirty) saveAtEnd(this.id, this.draft.revision, this.draft.files);
  }

  /** Loads the bot and its versions again. */
  async refresh(): Promise<BotPage> {
    const found = await bot(this.id);
    this.versions = found.versions;
    this.about = found.bot;
    return found;
  }

  /** True if the visitor saved a text in another window. */
  isOwn(by: string | null): boolean {
    return by !== null && by === this.me;
  }

  /** Says who has changed the draft. */
  changedBy(by: string | null): string {
    return this.isOwn(by) ? c('conflict_own') : c('conflict', { name: by ?? '?' });
  }

  /** Keeps the visitor's text; the other one stays as a version. */
  readonly keepMine = (): Promise<void> => this.trouble.attempt(async () => {
    const by = this.draft.theirs?.by ?? '?';
    const number = await changeBot(this.id, { change: 'keep' });
    this.draft.keepMine();
    await this.refresh();
    if (number !== null) this.tell(() => c('theirs_kept', { name: by, n: number }));
  });

  /** Replaces the files of the draft after keeping them as a version. */
  readonly replace = async (files: Files): Promise<void> => {
    const { draft } = this;
    await draft.flush();
    await changeBot(this.id, { change: 'keep' });
    // Otherwise something else would be kept.
    if (draft.keeping !== 'saved') throw new Error(c('unsaved'));
    draft.change(files);
    await draft.flush();
    await this.refresh();
  };

  /** Releases a version for classmates. */
  readonly release = (number: number | null): Promise<void> => this.trouble.attempt(async () => {
    await changeBot(this.id, { change: 'release', version: number });
    await this.refresh();
  });

  /** Compares a version with the draft. */
  readonly compareVersion = (number: number): Promise<void> => this.trouble.attempt(async () => {
    const labels: Texts['labels'] = [c('version_n', { n: number }), c('draft')];
    this.compared = { before: await version(this.id, number), after: this.draft.files, labels };
  });

  private tell(text: () => string): void {
    this.told = { files: this.draft.files, text };
  }

  /** Checks the draft a moment after each change. */
  private checkChanges(): void {
    $effect(() => {
      const { files } = this.draft;
      const timer = setTimeout(async () => {
        const mine = ++this.checks;
        try {
          const found = await check(this.game, this.language, files);
          if (mine === this.checks) this.problems = found;
        } catch {
          // Checked again after the next change.
        }
      }, CHECK_AFTER);
      return () => clearTimeout(timer);
    });
  }

  /** Saves again once the person is no longer paused or logged out. */
  private awaitPermission(): void {
    $effect(() => {
      if (this.draft.keeping !== 'refused' || ![401, 403].includes(this.draft.status)) return;
      return poll(LOOK, async () => {
        const { me } = await classState();
        if (me && !me.person.frozen) await this.draft.flush();
      });
    });
  }

  /** Polls for changes, because team mates can edit too. */
  private followTeam(): void {
    const { draft } = this;
    $effect(() => {
      return poll(LOOK, async () => {
        if (document.hidden || !draft.settled) return;
        const { draft: theirs } = await this.refresh();
        this.trouble.answered();
        if (!draft.settled || theirs.revision <= draft.revision) return;
        draft.takeTheirs(theirs);
        this.tell(() => this.changedBy(theirs.by));
      });
    });
  }

  /** Clears the error of Run once the draft is saved. */
  private forgetMendedTrouble(): void {
    let failed = false;
    $effect(() => {
      const { keeping } = this.draft;
      if (failed && keeping === 'saved') this.trouble.clear();
      if (keeping !== 'saving') failed = keeping === 'offline' || keeping === 'refused';
    });
  }
}
