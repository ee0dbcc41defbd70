/** The ladder of a game, live. */
import { openSource } from '../../../source';
import { backOff } from '../../../stream';
import type { LadderBoard, LadderMessage } from '../../../wire';

/** Begins the subject of the stream of a ladder. */
const SUBJECT = 'ladder-';

export class LadderFeed {
  board = $state.raw<LadderBoard | null>(null);
  /** True without a connection. */
  lost = $state(false);
  private close: (() => void) | null = null;
  private again: ReturnType<typeof setTimeout> | undefined;
  private tries = 0;

  /** Follows the ladder of a game. Returns a function that ends this. */
  follow(game: string): () => void {
    this.board = null;
    this.connect(game);
    return () => {
      clearTimeout(this.again);
      this.close?.();
      this.close = null;
    };
  }

  private connect(game: string): void {
    const reached = (): void => {
      this.tries = 0;
      this.lost = false;
    };
    this.close = openSource({ match: SUBJECT + game, observer: 'public', at: '' }, {
      open: reached,
      heartbeat: reached,
      message: (message) => {
        reached();
        if ('ladder' in (message as object)) this.board = (message as LadderMessage).ladder;
      },
      lost: () => {
        this.lost = true;
        this.tries += 1;
        this.close?.();
        this.again = setTimeout(() => this.connect(game), backOff(this.tries) * 1000);
      },
    });
  }
}
