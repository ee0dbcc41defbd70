/** The pages of the site and their addresses. */
import { addressOf } from './site';

export type Route =
  | { page: 'start' }
  | { page: 'match'; id: string }
  | { page: 'drop' }
  /** A page of a class or of the documentation: `ui/apart` has their addresses. */
  | { page: 'apart'; path: string }
  | { page: 'lost' };

/** Returns the page at a path of the site. */
export function routeOf(path: string): Route {
  const parts = path.split('/').filter((part) => part !== '');
  if (parts.length === 0) return { page: 'start' };
  if (parts.length === 1 && parts[0] === 'drop') return { page: 'drop' };
  if (parts.length === 2 && parts[0] === 'm' && /^[\w-]+$/.test(parts[1]!)) {
    return { page: 'match', id: parts[1]! };
  }
  if (parts.length === 1 && parts[0] === 'tables') return { page: 'start' };
  if (/^(class|docs)$/.test(parts[0]!)) return { page: 'apart', path: parts.join('/') };
  return { page: 'lost' };
}

/** True if two routes show the same page. */
export function samePage(a: Route, b: Route): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Returns the address of a match. */
export function matchPath(id: string): string {
  return addressOf(`/m/${id}`);
}

/** Returns the position in the fragment of an address: `#n=17`. */
export function positionOf(hash: string): number | null {
  const found = /^#n=(\d{1,6})$/.exec(hash);
  return found ? Number(found[1]) : null;
}

/** Returns the fragment for a position. */
export function positionHash(position: number): string {
  return `#n=${Math.floor(position)}`;
}
