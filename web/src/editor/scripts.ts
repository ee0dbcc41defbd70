/** The script languages of the editor. */
import { indentUnit } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { luau } from './luau';
import type { Script } from './receiver';
import { rhai } from './rhai';

/** Returns colours and indentation of a language as juez runs it. */
export function modeOf(script: Script): Extension {
  return script === 'lua' ? [luau, indentUnit.of('  ')] : [rhai, indentUnit.of('    ')];
}

/** Returns the language of a file by its extension. */
export function scriptOf(file: string): Script {
  return file.endsWith('.rhai') ? 'rhai' : 'lua';
}
