/** What the editor knows of the script languages. */
import { indentUnit } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { luau } from './luau';
import type { Script } from './receiver';
import { rhai } from './rhai';

/** Colours and indentation of a language, as the bots of juez have it. */
export function modeOf(script: Script): Extension {
  return script === 'lua' ? [luau, indentUnit.of('  ')] : [rhai, indentUnit.of('    ')];
}

/** The language of a file by the ending of its name. */
export function scriptOf(file: string): Script {
  return file.endsWith('.rhai') ? 'rhai' : 'lua';
}
