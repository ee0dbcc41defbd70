/** Keys of the page of a match. */

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

/** Command of a key. Keys with Control, Alt or Meta belong to the browser. */
export function commandOf(stroke: Stroke): Command | null {
  if (stroke.ctrlKey || stroke.metaKey || stroke.altKey) return null;
  if (/^[1-4]$/.test(stroke.key)) return { camera: Number(stroke.key) - 1 };
  const key = stroke.key.length === 1 ? stroke.key.toLowerCase() : stroke.key;
  return COMMANDS[key] ?? null;
}

/** An element with the focus, or one around it. */
export interface Focused {
  tagName: string;
  role: string | null;
  type?: string;
  /** True if a text cursor goes through it. */
  editable?: boolean;
  /** True if there is more in it than it shows, beside and below. */
  scrolls?: { across: boolean; down: boolean };
}

/** Facts of an element that matter for keys. */
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

/** True if an element uses a command's key itself: fields all, buttons and links those that press them. */
function uses({ tagName, role, type, editable }: Focused, command: Command): boolean {
  if (editable || tagName === 'TEXTAREA' || tagName === 'SELECT') return true;
  if (tagName === 'INPUT' && type !== 'range' && type !== 'checkbox') return true;
  const presses = command === 'toggle' || command === 'confirm';
  if (presses && ['BUTTON', 'A', 'SUMMARY', 'INPUT'].includes(tagName)) return true;
  if (WAYS.includes(command) && (role === 'radio' || role === 'slider' || role === 'tab')) return true;
  return presses && role !== null && ['button', 'gridcell', 'option', 'tab', 'switch'].includes(role);
}

/** True if a command's key scrolls what lies around the focus. */
function scrolledBy({ scrolls }: Focused, command: Command): boolean {
  if (command === 'back' || command === 'on') return scrolls?.across ?? false;
  return (command === 'first' || command === 'last' || command === 'toggle') && (scrolls?.down ?? false);
}

/** True if a command's key is used where the focus is. `path` leads from the focus outwards. */
export function keepsKey(path: readonly Focused[], command: Command): boolean {
  const [inner] = path;
  return inner !== undefined && (uses(inner, command) || path.some((one) => scrolledBy(one, command)));
}
