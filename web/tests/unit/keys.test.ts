import { expect, test } from 'vitest';
import { commandOf, keepsKey, type Focused } from '../../src/keys';

const stroke = (key: string) => ({ key, ctrlKey: false, metaKey: false, altKey: false });
const element = (tagName: string, role: string | null = null, type = '') => [{ tagName, role, type }];
const scrolling = (across: boolean, down: boolean): Focused => {
  return { tagName: 'DIV', role: 'region', scrolls: { across, down } };
};

test('keys ask for what the help says', () => {
  expect([' ', 'ArrowRight', 'Home', 'End', '+', '-', 'F', '?', 'm'].map((key) => commandOf(stroke(key)))).toEqual([
    'toggle', 'on', 'first', 'last', 'faster', 'slower', 'full', 'help', 'type',
  ]);
  expect(commandOf(stroke('3'))).toEqual({ camera: 2 });
  expect(commandOf(stroke('x'))).toBeNull();
});

test('keys with Control, Alt or Meta are the browser’s', () => {
  expect(commandOf({ ...stroke('f'), ctrlKey: true })).toBeNull();
  expect(commandOf({ ...stroke('ArrowLeft'), altKey: true })).toBeNull();
});

test('who types in a field moves nothing', () => {
  for (const command of ['toggle', 'on', 'full', 'help'] as const) {
    expect(keepsKey(element('INPUT', 'combobox', 'text'), command)).toBe(true);
    expect(keepsKey(element('SELECT'), command)).toBe(true);
  }
});

test('a button keeps the keys that press it, and leaves the others', () => {
  expect(keepsKey(element('BUTTON'), 'toggle')).toBe(true);
  expect(keepsKey(element('BUTTON'), 'confirm')).toBe(true);
  expect(keepsKey(element('BUTTON'), 'on')).toBe(false);
});

test('the timeline is moved by whole moves', () => {
  expect(keepsKey(element('INPUT', null, 'range'), 'on')).toBe(false);
});

test('who stands in what scrolls down can scroll it, and still goes from move to move', () => {
  for (const path of [[scrolling(false, true)], [...element('A'), ...element('LI'), scrolling(false, true)]]) {
    for (const command of ['first', 'last', 'toggle'] as const) expect(keepsKey(path, command)).toBe(true);
    for (const command of ['back', 'on', 'full'] as const) expect(keepsKey(path, command)).toBe(false);
  }
});

test('what is wider than its place is scrolled with the arrow keys', () => {
  expect(keepsKey([scrolling(true, false)], 'on')).toBe(true);
  expect(keepsKey([scrolling(true, false)], 'first')).toBe(false);
});

test('what shows all there is in it keeps nothing', () => {
  expect(keepsKey([scrolling(false, false)], 'toggle')).toBe(false);
});

test('a text with a cursor keeps every key', () => {
  const editor: Focused = { tagName: 'DIV', role: 'textbox', editable: true };
  for (const command of ['toggle', 'back', 'full', 'help', 'undo', { camera: 1 }] as const) {
    expect(keepsKey([editor], command)).toBe(true);
  }
});

test('where nothing has the focus all keys are free', () => {
  expect(keepsKey([], 'toggle')).toBe(false);
});
