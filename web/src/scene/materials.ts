/** Materials by quality and theme, so that scenes need not handle either. */
import {
  BackSide, MeshBasicMaterial, MeshLambertMaterial, MeshStandardMaterial, type BufferGeometry,
  type ColorRepresentation, type Material, type MeshStandardMaterialParameters,
} from 'three';
import type { Quality, Theme } from './scene';
import { repeated, textureOf, TEXTURE_SIZE, type Stuff } from './textures';

/** Parameters of all materials. */
export interface Look {
  quality: Quality;
  theme: Theme;
}

export interface SurfaceOptions extends Omit<MeshStandardMaterialParameters, 'map' | 'bumpMap'> {
  /** Its texture is multiplied by `color`. */
  stuff?: Stuff;
  /** Repetitions of the texture in each direction. */
  repeat?: [number, number];
  /** The plain colour that replaces the texture in high contrast. */
  plain?: ColorRepresentation;
}

/** True if a frame can afford shadows, bumps and reflections. */
export function rich(quality: Quality): boolean {
  return quality === 'medium' || quality === 'high';
}

/** Parameters of lit surfaces. */
export type Surface = MeshStandardMaterial | MeshLambertMaterial;

/**
 * Returns the material of a lit surface: physically based, or Lambert for cheap or plain pictures.
 */
export function surface(look: Look, options: SurfaceOptions): Surface {
  const { stuff, repeat, plain, ...rest } = options;
  const contrast = look.theme === 'contrast';
  const texture = stuff && !contrast ? textureOf(stuff, TEXTURE_SIZE[look.quality]) : null;
  const laid = texture && repeat ? repeated(texture, ...repeat) : texture;
  if (contrast && plain !== undefined) rest.color = plain;
  if (contrast || look.quality === 'test') {
    const { color, vertexColors, transparent, opacity, side, emissive, emissiveIntensity, depthWrite } = rest;
    const wanted = {
      color, vertexColors, transparent, opacity, side, emissive, emissiveIntensity, depthWrite,
    };
    const given = Object.entries(wanted).filter(([, value]) => value !== undefined);
    return new MeshLambertMaterial({ ...Object.fromEntries(given), map: laid?.map ?? null });
  }
  const bumps = rich(look.quality) && laid ? { bumpMap: laid.bump } : {};
  return new MeshStandardMaterial({ roughness: 0.6, ...rest, ...bumps, map: laid?.map ?? null });
}

/** Returns polished brass. */
export function brass(look: Look): Material {
  return surface(look, {
    color: look.quality === 'test' ? 0xc08a35 : 0xd9a94f, metalness: 0.82, roughness: 0.32, plain: 0xffd76a,
  });
}

/** Returns a glowing material that marks things as open, picked or shown. */
export function glow(color: ColorRepresentation, opacity: number): MeshBasicMaterial {
  return new MeshBasicMaterial({ color, opacity, transparent: true, depthWrite: false, toneMapped: false });
}

/**
 * Returns the material of a hull around a shape, visible only where it sticks out: an outline. The
 * hull is the shape's own geometry, extruded along its normals by `thickness`.
 */
export function outline(color: ColorRepresentation, thickness: number): MeshBasicMaterial {
  const material = new MeshBasicMaterial({ color, side: BackSide });
  material.onBeforeCompile = (shader) => {
    const pushed = `#include <begin_vertex>\ntransformed += normalize(normal) * ${thickness.toFixed(4)};`;
    shader.vertexShader = shader.vertexShader.replace('#include <begin_vertex>', pushed);
  };
  material.customProgramCacheKey = () => `outline-${thickness}`;
  return material;
}

/** Maps a texture onto a geometry flat from above: one repetition every `length` units. */
export function unwrapFromAbove(geometry: BufferGeometry, length: number): BufferGeometry {
  const position = geometry.getAttribute('position');
  const uv = geometry.getAttribute('uv');
  for (let i = 0; i < position.count; i++) {
    const side = Math.abs(geometry.getAttribute('normal').getY(i)) < 0.5 ? position.getY(i) : 0;
    uv.setXY(i, (position.getX(i) + side) / length, (position.getZ(i) + side) / length);
  }
  return geometry;
}
