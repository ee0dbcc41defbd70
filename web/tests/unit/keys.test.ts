import { expect, test } from 'vitest';
import { commandOf, keepsKey } from '../../src/keys';

const stroke = (key: string) => ({ key, ctrlKey: false, metaKey: false, altKey: false });
const element = (tagName: string, role: string | null = null, type = '') => ({ tagName, role, type });

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
