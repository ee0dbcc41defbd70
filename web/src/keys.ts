/** What keys do on the page of a match. */

export type Command =
  | 'toggle' | 'back' | 'on' | 'first' | 'last' | 'faster' | 'slower' | 'full' | 'help' | 'type' | 'confirm'
  | 'undo' | { camera: number };

const COMMANDS: Record<string, Command> = {
  ' ': 'toggle',
  ArrowLeft: 'back',
  ArrowRight: 'on',
  Home: 'first',
  End: 'last',
  '+': 'faster',
  '=': 'faster',
  '-': 'slower',
  f: 'full',
  '?': 'help',
  m: 'type',
  Enter: 'confirm',
  Escape: 'undo',
};

/** The parts of a keyboard event that matter here. */
export interface Stroke {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/** What a key asks for. Keys with Control, Alt or Meta belong to the browser. */
export function commandOf(stroke: Stroke): Command | null {
  if (stroke.ctrlKey || stroke.metaKey || stroke.altKey) return null;
  if (/^[1-4]$/.test(stroke.key)) return { camera: Number(stroke.key) - 1 };
  const key = stroke.key.length === 1 ? stroke.key.toLowerCase() : stroke.key;
  return COMMANDS[key] ?? null;
}

/** What has the focus. */
export interface Focused {
  tagName: string;
  role: string | null;
  type?: string;
}

/** Whether an element uses a command's key itself: fields all, buttons and links those that press them. */
export function keepsKey(element: Focused, command: Command): boolean {
  const { tagName, role, type } = element;
  if (tagName === 'TEXTAREA' || tagName === 'SELECT') return true;
  if (tagName === 'INPUT' && type !== 'range' && type !== 'checkbox') return true;
  const presses = command === 'toggle' || command === 'confirm';
  if (presses && ['BUTTON', 'A', 'SUMMARY', 'INPUT'].includes(tagName)) return true;
  const moves = command === 'back' || command === 'on' || command === 'first' || command === 'last';
  if (moves && (role === 'radio' || role === 'slider' || role === 'tab')) return true;
  return presses && role !== null && ['button', 'gridcell', 'option', 'tab', 'switch'].includes(role);
}
