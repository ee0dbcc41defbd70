/**
 * The texts of the editor in the languages of the page. They load with the editor, because no other
 * page needs them.
 */
import type { Language } from '../i18n';

const en = {
  leave: 'Tab indents. Press Escape, then Tab to leave the editor.',
  fuel: 'about {n} fuel a call',
  before: 'Before',
  after: 'After',
  /** Translations of CodeMirror's own English words. */
  phrases: {} as Record<string, string>,
};

/** The texts of one language. */
export type EditorWords = typeof en;

const es: EditorWords = {
  leave: 'Tab sangra. Pulsa Escape y luego Tab para salir del editor.',
  fuel: 'unas {n} unidades de combustible por llamada',
  before: 'Antes',
  after: 'Después',
  phrases: {
    Find: 'Buscar', Replace: 'Reemplazar', next: 'siguiente', previous: 'anterior', all: 'todo', 'match case': 'mayúsculas',
    regexp: 'expresión regular', 'by word': 'palabra entera', replace: 'reemplazar', 'replace all': 'reemplazar todo',
    close: 'cerrar', 'Go to line': 'Ir a la línea', go: 'ir', 'current match': 'coincidencia actual', 'on line': 'en la línea',
    'replaced match on line $': 'reemplazada la de la línea $', 'replaced $ matches': 'reemplazadas: $',
    'Selection deleted': 'Selección borrada', Completions: 'Propuestas', Diagnostics: 'Avisos', 'No diagnostics': 'Sin avisos',
    'Control character': 'Carácter de control', to: 'hasta', '$ unchanged lines': '$ líneas iguales',
  },
};

const it: EditorWords = {
  leave: 'Tab rientra la riga. Premi Esc e poi Tab per uscire dall’editor.',
  fuel: 'circa {n} unità di carburante a chiamata',
  before: 'Prima',
  after: 'Dopo',
  phrases: {
    Find: 'Cerca', Replace: 'Sostituisci', next: 'successivo', previous: 'precedente', all: 'tutto', 'match case': 'maiuscole',
    regexp: 'espressione regolare', 'by word': 'parola intera', replace: 'sostituisci', 'replace all': 'sostituisci tutto',
    close: 'chiudi', 'Go to line': 'Vai alla riga', go: 'vai', 'current match': 'risultato attuale', 'on line': 'alla riga',
    'replaced match on line $': 'sostituito quello della riga $', 'replaced $ matches': 'sostituiti: $',
    'Selection deleted': 'Selezione cancellata', Completions: 'Proposte', Diagnostics: 'Avvisi', 'No diagnostics': 'Nessun avviso',
    'Control character': 'Carattere di controllo', to: 'fino a', '$ unchanged lines': '$ righe uguali',
  },
};

export const WORDS: Record<Language, EditorWords> = { en, es, it };
