import { expect, test } from 'vitest';
import { closeTopmost, opened } from '../../src/ui/layers';

test('what was opened last is closed first, and then there is nothing to close', () => {
  const closed: string[] = [];
  const open = (name: string): void => {
    const gone = opened(() => {
      closed.push(name);
      gone();
    });
  };
  open('sheet');
  open('list');
  expect([closeTopmost(), closeTopmost(), closeTopmost()]).toEqual([true, true, false]);
  expect(closed).toEqual(['list', 'sheet']);
});

test('what was closed otherwise is closed no more', () => {
  const closed: string[] = [];
  const lower = opened(() => closed.push('lower'));
  const upper = opened(() => closed.push('upper'));
  lower();
  lower();
  closeTopmost();
  expect(closed).toEqual(['upper']);
  upper();
  expect(closeTopmost()).toBe(false);
});
