/** The reference that the program prints, over all bots: what they call is known to the editor. */
import { CompletionContext } from '@codemirror/autocomplete';
import { EditorState } from '@codemirror/state';
import { expect, test } from 'vitest';
import { assist } from '../../src/editor/assist';
import type { ApiReference } from '../../src/editor/reference';
import { modeOf, scriptOf } from '../../src/editor/scripts';
import { WORDS } from '../../src/editor/words';
import { bots } from '../unit/scripts';
import { juez } from './server';

const GAMES = ['quoridor', 'tute', 'dominoes', 'durak', 'scopone'];
const references = new Map(GAMES.map((game): [string, ApiReference] => [game, JSON.parse(juez('rules', game, '--api', '--json'))]));

test.each([...bots('.lua'), ...bots('.rhai')])('each method that %s calls is explained and offered', (name, text) => {
  const reference = references.get(name.split(/[\\/]/)[0]!)!;
  const script = scriptOf(name);
  const { hint, complete } = assist(reference, script, WORDS.en);
  const known = new Set(Object.values(reference.types).flatMap(({ methods = [] }) => methods.map((method) => method.name)));
  const calls = [...text.matchAll(/[:.](\w+)\(/g)].filter(([, method]) => known.has(method!));
  expect(calls.length).toBeGreaterThan(0);
  for (const { index, 1: method } of calls) {
    const at = index + 1;
    expect(hint(EditorState.create({ doc: text, extensions: modeOf(script) }), at + 1)?.entry.signature).toContain(method);
    // As the bot was when its author had come so far; comments are not completed.
    const sofar = text.slice(0, at);
    if (/(--|\/\/)[^\n]*$/.test(sofar)) continue;
    const state = EditorState.create({ doc: sofar, extensions: modeOf(script) });
    const offered = complete(new CompletionContext(state, at, false))?.options.map(({ label }) => label);
    expect(offered).toContain(method);
  }
});
