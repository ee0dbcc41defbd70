/** The address of the site: it may be below a path of another server, which a proxy takes off. */

/** The path of the site, with a slash at its end: scripts are in a folder of it. */
const SITE = import.meta.url.startsWith('http') ? new URL(/* @vite-ignore */ '..', import.meta.url).pathname : '/';

/** The address of a path of the site, such as `/class`. */
export function addressOf(path: string): string {
  return SITE + path.slice(1);
}

/** The path within the site of an address, such as `/class`. */
export function within(pathname: string): string {
  return inSite(pathname) ? `/${pathname.slice(SITE.length)}` : pathname;
}

/** True if a path is one of the site. */
export function inSite(pathname: string): boolean {
  return pathname.startsWith(SITE);
}
