/** Columns of a server, and the change between two texts. */
import { EditorState } from '@codemirror/state';
import { expect, test } from 'vitest';
import { changeBetween } from '../../src/editor/change';
import { offsetIn } from '../../src/editor/columns';

test('a column counts bytes or characters, and the editor units of UTF-16', () => {
  const line = 'más 🂡 x';
  const x = line.indexOf('x');
  expect(offsetIn(line, 1 + new TextEncoder().encode('más 🂡 ').length, 'bytes')).toBe(x);
  expect(offsetIn(line, 1 + [...'más 🂡 '].length, 'characters')).toBe(x);
});

test('a column within a character is where it begins, and one behind the line its end', () => {
  expect(offsetIn('áb', 2, 'bytes')).toBe(0);
  expect(offsetIn('áb', 3, 'bytes')).toBe(1);
  expect(offsetIn('ab', 99, 'bytes')).toBe(2);
  expect(offsetIn('ab', 0, 'characters')).toBe(0);
  expect(offsetIn('', 5, 'bytes')).toBe(0);
});

test('a change makes one text of the other and touches nothing that is equal at its ends', () => {
  const texts = ['', 'a', 'aa', 'aba', 'local a = 1\nreturn a', 'local b = 1\nreturn a', '🂡', '🂢', 'x🂡🂡', 'x🂡🂢🂡'];
  for (const before of texts) {
    for (const after of texts) {
      const change = changeBetween(before, after);
      const made = change ? before.slice(0, change.from) + change.insert + before.slice(change.to) : before;
      expect(made, `${before} to ${after}`).toBe(after);
      if (change) expect(EditorState.create({ doc: before }).update({ changes: change }).state.doc.toString()).toBe(after);
    }
  }
  expect(changeBetween('local a = 1', 'local b = 1')).toEqual({ from: 6, to: 7, insert: 'b' });
  expect(changeBetween('🂡', '🂢')).toEqual({ from: 0, to: 2, insert: '🂢' });
  expect(changeBetween('same', 'same')).toBeNull();
});
