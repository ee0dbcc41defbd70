/**
 * The address of the site, which can be below a path of another server: a proxy strips the path.
 */

/** The path of the site with a trailing slash; scripts are in a folder below it. */
const SITE = import.meta.url.startsWith('http') ? new URL(/* @vite-ignore */ '..', import.meta.url).pathname : '/';

/** Returns the address of a path of the site, such as `/class`. */
export function addressOf(path: string): string {
  return SITE + path.slice(1);
}

/** Returns the path within the site of an address, such as `/class`. */
export function within(pathname: string): string {
  return inSite(pathname) ? `/${pathname.slice(SITE.length)}` : pathname;
}

/** True if a path is inside the site. */
export function inSite(pathname: string): boolean {
  return pathname.startsWith(SITE);
}
