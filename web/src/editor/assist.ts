/** Completion and hints for bots, from the reference of a game. */
import { completion } from './complete';
import { hints } from './hint';
import { Receivers, type Script } from './receiver';
import type { ApiReference } from './reference';
import type { EditorWords } from './words';

export interface Assist {
  complete: ReturnType<typeof completion>;
  hint: ReturnType<typeof hints>;
}

/** Returns completion and hints for a game in a language. */
export function assist(reference: ApiReference, script: Script, words: EditorWords): Assist {
  const receivers = new Receivers(reference, script);
  return { complete: completion(receivers, words), hint: hints(receivers) };
}
