/** What the page of a bot says of its draft. */
import { afterEach, expect, test, vi } from 'vitest';
import { speak } from '../../src/i18n/t.svelte';
import { speakClass } from '../../src/ui/class/words.svelte';
import { Workspace } from '../../src/ui/class/workspace.svelte';
import type { BotPage } from '../../src/wire';

const KNOWN = {
  bot: { id: 7, game: 'quoridor', language: 'lua', name: 'Racer' }, own: true, versions: [],
  draft: { revision: 4, files: { 'main.lua': 'return {}' }, by: 'Leo', at: 0 },
} as unknown as BotPage;

afterEach(() => void vi.unstubAllGlobals());

test('a change is that of its author, or of another window of the visitor', () => {
  const work = new Workspace(KNOWN, '1-100', 'Ana');
  expect(work.changedBy('Leo')).toBe('Leo has changed this draft in the meantime.');
  expect(work.changedBy('Ana')).toBe('This draft was changed in another of your windows.');
  expect([work.isOwn('Ana'), work.isOwn('Leo'), work.isOwn(null)]).toEqual([true, false, false]);
});

test('restored text is announced in the language of the page, whose words come later', async () => {
  const kept = JSON.stringify({ revision: 4, files: { 'main.lua': 'typed' }, at: 5 });
  vi.stubGlobal('localStorage', { getItem: () => kept });
  const work = new Workspace(KNOWN, '1-100', 'Ana');
  work.draft.end();
  await speak('it');
  await speakClass();
  work.draft.keeping = 'saved';
  expect(work.status).toBe('Salvato · quello che non era salvato è di nuovo qui');
  await speak('en');
  await speakClass();
});
