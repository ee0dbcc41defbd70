/**
 * A place for an editor in a shadow tree: there it brings its style as a sheet and not as an element, which the
 * content security policy would refuse.
 */

export interface Place {
  root: ShadowRoot;
  remove(): void;
}

/** A place that fills `parent`. */
export function placeIn(parent: HTMLElement): Place {
  const host = document.createElement('div');
  host.style.height = '100%';
  parent.append(host);
  return { root: host.attachShadow({ mode: 'open' }), remove: () => host.remove() };
}
