/** The order of the pages of the documentation. */
import type { Language } from '../../i18n';

/**
 * Pages for students in reading order; an entry that ends in `/` matches all pages of the folder.
 */
const STUDENTS = [
  'student.md', 'student.es.md', 'student.it.md', 'tutorial/', 'api/', 'scripts.md', 'lua.md', 'python.md', 'rules/', 'playing.md', 'review.md', 'reviews/', 'watching.md',
];
/** Pages for developers of juez, and of programs that read its output. */
const DEVELOPERS = [
  'any-language.md', 'architecture.md', 'calibration.md', 'decisions.md', 'editor.md', 'experiments.md', 'features.md', 'glossary.md',
  'performance.md', 'porting.md', 'records.md', 'scale.md', 'security.md',
];

export type Group = 'students' | 'others' | 'developers';

function placeIn(list: readonly string[], path: string): number {
  return list.findIndex((one) => (one.endsWith('/') ? path.startsWith(one) : path === one));
}

/** Returns the readers of a page. */
export function groupOf(path: string): Group {
  if (placeIn(STUDENTS, path) >= 0) return 'students';
  return placeIn(DEVELOPERS, path) >= 0 ? 'developers' : 'others';
}

/** Returns the page for students in a language. */
export function studentPage(language: Language): string {
  return language === 'en' ? 'student.md' : `student.${language}.md`;
}

/** Groups pages: students first, led by the page in the language; developers last. */
export function grouped<T extends { path: string }>(pages: readonly T[], language: Language): [Group, T[]][] {
  const rank = ({ path }: T): number => (path === studentPage(language) ? -1 : placeIn(STUDENTS, path));
  // The first page of a folder is its README.
  const name = ({ path }: T): string => path.replace(/README\.md$/, '');
  const sorted = [...pages].sort((a, b) => rank(a) - rank(b) || name(a).localeCompare(name(b)));
  const groups: Group[] = ['students', 'others', 'developers'];
  return groups.map((group) => [group, sorted.filter(({ path }) => groupOf(path) === group)]);
}
