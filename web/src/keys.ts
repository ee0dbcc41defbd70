/** Keyboard commands of the page of a match. */

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

/** The relevant parts of a keyboard event. */
export interface Stroke {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/** Returns the command of a key. Keys with Control, Alt or Meta belong to the browser. */
export function commandOf(stroke: Stroke): Command | null {
  if (stroke.ctrlKey || stroke.metaKey || stroke.altKey) return null;
  if (/^[1-4]$/.test(stroke.key)) return { camera: Number(stroke.key) - 1 };
  const key = stroke.key.length === 1 ? stroke.key.toLowerCase() : stroke.key;
  return COMMANDS[key] ?? null;
}

/** A focused element, or an ancestor of it. */
export interface Focused {
  tagName: string;
  role: string | null;
  type?: string;
  /** True if it contains a text cursor. */
  editable?: boolean;
  /** True if its contents overflow, horizontally and vertically. */
  scrolls?: { across: boolean; down: boolean };
}

/** Returns an element's properties that matter for keys. */
export function focusedOf(element: Element): Focused {
  const { overflowX, overflowY } = getComputedStyle(element);
  return {
    tagName: element.tagName.toUpperCase(),
    role: element.getAttribute('role'),
    type: element instanceof HTMLInputElement ? element.type : '',
    editable: element instanceof HTMLElement && element.isContentEditable,
    scrolls: {
      across: /auto|scroll/.test(overflowX) && element.scrollWidth > element.clientWidth,
      down: /auto|scroll/.test(overflowY) && element.scrollHeight > element.clientHeight,
    },
  };
}

const WAYS: Command[] = ['back', 'on', 'first', 'last'];

/**
 * True if an element itself uses a command's key: fields use all, buttons and links the keys that
 * press them.
 */
function uses({ tagName, role, type, editable }: Focused, command: Command): boolean {
  if (editable || tagName === 'TEXTAREA' || tagName === 'SELECT') return true;
  if (tagName === 'INPUT' && type !== 'range' && type !== 'checkbox') return true;
  const presses = command === 'toggle' || command === 'confirm';
  if (presses && ['BUTTON', 'A', 'SUMMARY', 'INPUT'].includes(tagName)) return true;
  if (WAYS.includes(command) && (role === 'radio' || role === 'slider' || role === 'tab')) return true;
  return presses && role !== null && ['button', 'gridcell', 'option', 'tab', 'switch'].includes(role);
}

/** True if a command's key scrolls an element. */
function scrolledBy({ scrolls }: Focused, command: Command): boolean {
  if (command === 'back' || command === 'on') return scrolls?.across ?? false;
  return (command === 'first' || command === 'last' || command === 'toggle') && (scrolls?.down ?? false);
}

/** True if the focus uses a command's key. `path` leads from the focused element outwards. */
export function keepsKey(path: readonly Focused[], command: Command): boolean {
  const [inner] = path;
  return inner !== undefined && (uses(inner, command) || path.some((one) => scrolledBy(one, command)));
}
