/** A board of the class, live: a ladder or a tournament. */
import { openSource } from '../../source';
import { backOff } from '../../stream';

export class BoardFeed<Board> {
  board = $state.raw<Board | null>(null);
  /** The reason why there is no such board. */
  gone = $state<string | null>(null);
  /** True without a connection. */
  lost = $state(false);
  /** The key of a board in its message. It also begins the subject of its stream. */
  private readonly kind: 'ladder' | 'tournament';
  private close: (() => void) | null = null;
  private again: ReturnType<typeof setTimeout> | undefined;
  private tries = 0;

  constructor(kind: 'ladder' | 'tournament') {
    this.kind = kind;
  }

  /** Follows the board with an id. Returns a function that ends this. */
  follow(id: string | number): () => void {
    this.board = null;
    this.gone = null;
    this.connect(`${this.kind}-${id}`);
    return () => {
      clearTimeout(this.again);
      this.close?.();
      this.close = null;
    };
  }

  private connect(match: string): void {
    const reached = (): void => {
      this.tries = 0;
      this.lost = false;
    };
    this.close = openSource({ match, observer: 'public', at: '' }, {
      open: reached,
      heartbeat: reached,
      message: (message) => {
        reached();
        const found = message as Record<string, unknown>;
        if (this.kind in found) this.board = found[this.kind] as Board;
        if (typeof found['gone'] === 'string') this.gone = found['gone'];
      },
      lost: () => {
        this.lost = true;
        this.tries += 1;
        this.close?.();
        this.again = setTimeout(() => this.connect(match), backOff(this.tries) * 1000);
      },
    });
  }
}
