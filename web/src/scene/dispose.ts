/** Frees graphics memory. */
import { InstancedMesh, Light, Material, Mesh, Texture, type Object3D } from 'three';

function freeMaterial(material: Material): void {
  for (const value of Object.values(material)) if (value instanceof Texture) value.dispose();
  material.dispose();
}

/**
 * Frees geometries, materials, textures and shadow maps of an object and everything below it. They
 * are uploaded again if drawn later, here or by another user.
 */
export function release(object: Object3D): void {
  object.traverse((node) => {
    if (node instanceof InstancedMesh) node.dispose();
    if (node instanceof Light) node.dispose();
    const { geometry, material } = node as Partial<Mesh>;
    geometry?.dispose();
    for (const one of material ? [material].flat() : []) freeMaterial(one);
  });
}

/** Releases an object for good. */
export function free(object: Object3D): void {
  release(object);
  object.removeFromParent();
}
