/** Which dialog of the page is open. */
import type { GameId } from '../wire';

export type DialogName = 'settings' | 'help' | { rules: GameId };

class Dialogs {
  shown = $state<DialogName | null>(null);

  open(name: DialogName): void {
    this.shown = name;
  }

  close(): void {
    this.shown = null;
  }
}

export const dialogs = new Dialogs();
