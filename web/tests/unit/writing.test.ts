/** What is written on a table changes while the table stands. */
import { Mesh, Sprite, type Object3D, type Texture } from 'three';
import { beforeAll, expect, test } from 'vitest';
import { SeatLayer } from '../../src/cards/table/seats';
import { seating } from '../../src/cards/table/seating';
import { TokenLayer } from '../../src/cards/table/token';
import type { Language } from '../../src/i18n';
import { poseAt } from '../../src/scene/pieces';
import type { MatchHead } from '../../src/wire';
import { withCanvas } from './canvas';

beforeAll(withCanvas);

const head: MatchHead = {
  game: 'durak', title: 'Durak', hidden: true, options: {}, observer: 'open', teams: [0, 1],
  players: [{ name: 'Ana', bot: 'builtin' }, { name: 'greedy', bot: 'builtin' }],
};

/** How wide the names are: the canvas of the tests makes each as wide as it has letters. */
function widths(layer: SeatLayer): number[] {
  return layer.object.children.filter((node) => node instanceof Sprite).map(({ scale }) => scale.x);
}

test('a name gives way to another in its place, and the others stay as they are', () => {
  const layer = new SeatLayer(head, seating(2, 0, 1));
  const parts = [...layer.object.children];
  const maps = (): (Texture | null)[] => parts.map((node) => (node instanceof Sprite ? node.material.map : null));
  const [names, before] = [widths(layer), maps()];
  const freed: number[] = [];
  before.forEach((map, i) => map?.addEventListener('dispose', () => freed.push(i)));
  layer.write(['Ana', 'Leopoldo II']);
  expect(layer.object.children).toEqual(parts);
  expect(widths(layer)[0]).toBe(names[0]);
  expect(widths(layer)[1]).toBeGreaterThan(names[1]!);
  expect(maps()[0]).toBe(before[0]);
  expect(freed).toEqual([1]);
  layer.dispose();
});

test('plaques are drawn again in another language, and only they', () => {
  const drawn: [string, Language][] = [];
  const layer = new TokenLayer(
    { quality: 'test', theme: 'torch' }, (icon, _pen, language) => drawn.push([icon, language]), 'en',
  );
  const shown = (['plaque', 'disc'] as const).map((kind) => (
    { key: kind, pose: poseAt(0, 0, 0), face: { kind, icon: kind }, opacity: 1, way: 1 }
  ));
  layer.show(shown);
  expect(drawn).toEqual([['plaque', 'en'], ['disc', 'en']]);
  const version = (): number => {
    const versions: number[] = [];
    layer.object.traverse((node: Object3D) => {
      const material = node instanceof Mesh ? (node.material as { map?: Texture | null }) : null;
      if (material?.map) versions.push(material.map.version);
    });
    return versions.reduce((sum, one) => sum + one, 0);
  };
  const before = version();
  layer.speak('es');
  layer.speak('es');
  expect(drawn.slice(2)).toEqual([['plaque', 'es']]);
  expect(version()).toBe(before + 1);
  layer.dispose();
});
