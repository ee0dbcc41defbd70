import { BoxGeometry, Group, Mesh, MeshLambertMaterial } from 'three';
import { tablePresets } from '../../scene/camera';
import type { GameScene, SceneSetup } from '../../scene/scene';
export const scene = (_: SceneSetup): GameScene<never> => { const object = new Group(); object.add(new Mesh(new BoxGeometry(8, 0.4, 8), new MeshLambertMaterial({ color: 0x8a5a2c })));
  return { object, presets: tablePresets(6), radius: 6, pose(m) { object.rotation.y = (m.after.index - 1 + m.fraction) * 0.1; }, spot: () => null, targets: () => [], duration: () => 0.8, dispose() {} }; };
