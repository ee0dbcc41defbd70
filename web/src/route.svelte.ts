/** The current page, and navigation without reloading. */
import { addressOf, inSite, within } from './site';
import { routeOf, samePage, type Route } from './router';

let current = $state.raw<Route>(routeOf(within(location.pathname)));

/** Returns the current page. */
export function route(): Route {
  return current;
}

/** Shows the page of the address; another position of the same match is the same page. */
function arrive(): void {
  const there = routeOf(within(location.pathname));
  if (!samePage(there, current)) current = there;
}

/** Storage key that marks the site of a tab as a class. */
const IN_CLASS = 'juez-class';

/** Notes whether the site is a class, whose page then is the home page. */
export function setInClass(known: boolean): void {
  try {
    if (known) sessionStorage.setItem(IN_CLASS, '1');
    else sessionStorage.removeItem(IN_CLASS);
  } catch {
    // Without storage, the home page is the list of tables.
  }
}

/** True if the site is a class, where people have the names under which they joined. */
export function isInClass(): boolean {
  try {
    return sessionStorage.getItem(IN_CLASS) !== null;
  } catch {
    return false;
  }
}

/** Goes to another address of the site, as returned by `addressOf`. */
export function go(path: string): void {
  history.pushState(null, '', path === addressOf('/') && isInClass() ? addressOf('/class') : path);
  arrive();
  window.scrollTo(0, 0);
}

/** Handles the browser's buttons and links within the site. Returns a function that stops it. */
export function followAddress(): () => void {
  const clicked = (event: MouseEvent): void => {
    const plain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!plain || !link || link.origin !== location.origin || !inSite(link.pathname)) return;
    if (link.target || link.hasAttribute('download') || within(link.pathname).startsWith('/api/')) return;
    if (link.getAttribute('href')?.startsWith('#')) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  };
  addEventListener('popstate', arrive);
  document.addEventListener('click', clicked);
  return () => {
    removeEventListener('popstate', arrive);
    document.removeEventListener('click', clicked);
  };
}
