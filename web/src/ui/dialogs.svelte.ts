/** The open dialog of the page. */
export type DialogName = 'settings' | 'help' | { rules: { id: string; title: string } };

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
