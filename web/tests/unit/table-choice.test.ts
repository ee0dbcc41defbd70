import { expect, test } from 'vitest';
import { lowered, tableKind, type Machine } from '../../src/ui/table/choice';

const none = { quality: null, flat: false, still: false };
const auto = { table: 'auto', quality: 'auto' } as const;
const good: Machine = { flatOnly: false, graphics: 'hardware', usual: 'high', cramped: false, broken: false, slow: 0 };

test('a graphics card gets the 3D table in its usual quality', () => {
  expect(tableKind(none, auto, good)).toEqual({ kind: '3d', quality: 'high' });
});

test('slow snapshots lower the quality, and in the end the table is flat', () => {
  expect(tableKind(none, auto, { ...good, slow: 1 })).toEqual({ kind: '3d', quality: 'medium' });
  expect(tableKind(none, auto, { ...good, slow: 3 })).toEqual({ kind: 'flat', reason: 'slow' });
  expect(lowered('test', 1)).toBeNull();
});

test('without WebGL the table is flat and says why, whatever was chosen', () => {
  const blind: Machine = { ...good, graphics: 'none' };
  expect(tableKind(none, { ...auto, table: '3d' }, blind)).toEqual({ kind: 'flat', reason: 'none' });
});

test('without a graphics card the table is flat until 3D is chosen', () => {
  const software: Machine = { ...good, graphics: 'software', usual: 'test' };
  expect(tableKind(none, auto, software)).toEqual({ kind: 'flat', reason: 'slow' });
  expect(tableKind(none, { ...auto, table: '3d' }, software)).toEqual({ kind: '3d', quality: 'test' });
});

test('who plays in a small window gets the flat table unless 3D is chosen', () => {
  expect(tableKind(none, auto, { ...good, cramped: true })).toEqual({ kind: 'flat', reason: null });
  const chosen = { table: '3d', quality: 'low' } as const;
  expect(tableKind(none, chosen, { ...good, cramped: true })).toEqual({ kind: '3d', quality: 'low' });
});

test('what the address asks for comes before all', () => {
  const test3d = { kind: '3d', quality: 'test' };
  expect(tableKind({ ...none, quality: 'test' }, { ...auto, table: 'flat' }, good)).toEqual(test3d);
  expect(tableKind({ ...none, flat: true }, { ...auto, table: '3d' }, good)).toEqual({ kind: 'flat', reason: null });
});

test('3D that broke is flat and says why, even where it was asked for, until it is asked for again', () => {
  const broken: Machine = { ...good, broken: true };
  const chosen = { table: '3d', quality: 'high' } as const;
  for (const flags of [none, { ...none, quality: 'test' } as const]) {
    expect(tableKind(flags, chosen, broken)).toEqual({ kind: 'flat', reason: 'broken' });
    expect(tableKind(flags, chosen, good).kind).toBe('3d');
  }
});

test('a visitor who chose the flat table does not hear that 3D broke', () => {
  const flat = { ...auto, table: 'flat' } as const;
  expect(tableKind(none, flat, { ...good, broken: true })).toEqual({ kind: 'flat', reason: null });
});
