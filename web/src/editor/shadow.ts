/**
 * A shadow root for an editor, which then adds its styles as a sheet instead of an element that the
 * content security policy would refuse.
 */

export interface Place {
  root: ShadowRoot;
  remove(): void;
}

/** Creates a shadow root that fills `parent`. */
export function placeIn(parent: HTMLElement): Place {
  const host = document.createElement('div');
  host.style.height = '100%';
  parent.append(host);
  return { root: host.attachShadow({ mode: 'open' }), remove: () => host.remove() };
}
