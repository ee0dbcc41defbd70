/** Wood, stone, felt and parchment, computed point by point; all can be tiled. */
import {
  DataTexture, LinearFilter, LinearMipmapLinearFilter, NoColorSpace, RepeatWrapping, SRGBColorSpace,
} from 'three';
import { clamp01, part } from './ease';
import { fbm, hash, noise } from './rand';
import type { Quality } from './scene';

export type Stuff = 'maple' | 'walnut' | 'planks' | 'stone' | 'masonry' | 'felt' | 'parchment';

/** Colours and heights of a surface. Shared by all users: change neither. */
export interface Texture {
  map: DataTexture;
  bump: DataTexture;
}

/** Pixels along an edge of a texture. */
export const TEXTURE_SIZE: Record<Quality, number> = { test: 128, low: 256, medium: 512, high: 512 };

type Colour = readonly [number, number, number];
interface Point {
  colour: Colour;
  height: number;
}

function blend(a: Colour, b: Colour, share: number): Colour {
  const t = clamp01(share);
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t];
}

/** Returns wood grain along u, with `rings` of them across. */
function grain(u: number, v: number, dark: Colour, light: Colour, rings: number, seed: number): Point {
  const warp = fbm(u * 2 + seed * 2, v * 5 + seed * 5, 3, 2, 5);
  const ring = 0.5 + 0.5 * Math.sin((v * rings + warp * 2.6) * 2 * Math.PI);
  const fibre = fbm(u * 6, v * 128, 3, 6, 128);
  const pore = part(noise(u * 32, v * 256, 32, 256), 0.78, 0.92);
  const colour = blend(dark, light, 0.3 + 0.4 * ring + 0.42 * (fibre - 0.5));
  return {
    colour: blend(colour, dark, pore * 0.4),
    height: 0.55 + 0.3 * (fibre - 0.5) - pore * 0.22 + 0.1 * ring,
  };
}

/** Returns boards side by side, each with its own tone, with dark joints. */
function planks(u: number, v: number): Point {
  const rows = 4;
  const row = Math.floor(v * rows);
  const shift = hash(row, 7);
  const along = (u + shift) % 1;
  const wood = grain(along, (v + hash(row, 3)) % 1, [38, 20, 11], [98, 60, 34], 9, row);
  const side = Math.min((v * rows) % 1, 1 - ((v * rows) % 1));
  const end = Math.min(along, 1 - along) * 4;
  const joint = 1 - part(Math.min(side, end), 0.004, 0.03);
  const tone = 0.82 + 0.36 * hash(row, 11);
  const colour: Colour = [wood.colour[0] * tone, wood.colour[1] * tone, wood.colour[2] * tone];
  return { colour: blend(colour, [8, 4, 2], joint * 0.9), height: wood.height - joint * 0.5 };
}

function rock(u: number, v: number, dark: Colour, light: Colour): Point {
  const body = fbm(u * 6, v * 6, 5, 6);
  const speck = fbm(u * 30, v * 30, 2, 30);
  const vein = Math.abs(fbm(u * 4, v * 4 + 0.37, 4, 4) - 0.5) < 0.011 ? 1 : 0;
  const colour = blend(dark, light, body * 1.3 - 0.15 + (speck - 0.5) * 0.5);
  return { colour: blend(colour, dark, vein * 0.75), height: body * 0.5 + speck * 0.4 - vein * 0.35 };
}

/** Returns courses of hewn stone with mortar in between. */
function masonry(u: number, v: number): Point {
  const rows = 6;
  const row = Math.floor(v * rows);
  const x = (u * 4 + (row % 2) * 0.5) % 4;
  const ragged = 0.05 * (fbm(u * 16, v * 16, 2, 16) - 0.5);
  const inX = Math.min(x % 1, 1 - (x % 1)) + ragged;
  const inY = Math.min((v * rows) % 1, 1 - ((v * rows) % 1)) + ragged;
  const joint = 1 - part(Math.min(inX, inY * 0.7), 0.015, 0.06);
  const stone = rock(u, v, [40, 36, 33], [108, 98, 88]);
  const tone = 0.75 + 0.5 * hash(Math.floor(x), row);
  const colour: Colour = [stone.colour[0] * tone, stone.colour[1] * tone, stone.colour[2] * tone];
  return { colour: blend(colour, [20, 17, 15], joint), height: 0.35 + stone.height * 0.5 - joint * 0.5 };
}

function felt(u: number, v: number): Point {
  const cloud = fbm(u * 4, v * 4, 3, 4);
  const hair = noise(u * 300, v * 300, 300);
  const weave = 0.5 * (noise(u * 160, v * 32, 160, 32) + noise(u * 32, v * 160, 32, 160));
  const share = 0.25 + cloud * 0.35 + hair * 0.28 + (weave - 0.5) * 0.3;
  return { colour: blend([8, 52, 34], [30, 106, 70], share), height: hair * 0.7 + weave * 0.3 };
}

function parchment(u: number, v: number): Point {
  const stain = fbm(u * 3, v * 3, 4, 3);
  const fibre = noise(u * 90, v * 14, 90, 14) * 0.5 + noise(u * 14, v * 90, 14, 90) * 0.5;
  const share = 0.2 + stain * 0.7 + (fibre - 0.5) * 0.3;
  return { colour: blend([196, 164, 112], [244, 228, 192], share), height: 0.5 + (fibre - 0.5) * 0.5 };
}

const STUFFS: Record<Stuff, (u: number, v: number) => Point> = {
  maple: (u, v) => grain(u, v, [150, 94, 48], [232, 180, 116], 5, 0),
  walnut: (u, v) => grain(u, v, [46, 21, 10], [118, 62, 29], 5, 2),
  planks,
  stone: (u, v) => rock(u, v, [142, 134, 122], [244, 236, 220]),
  masonry,
  felt,
  parchment,
};

function finish(data: Uint8Array, size: number, colours: boolean): DataTexture {
  const texture = new DataTexture(data, size, size);
  texture.colorSpace = colours ? SRGBColorSpace : NoColorSpace;
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.magFilter = LinearFilter;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.generateMipmaps = true;
  texture.anisotropy = 8;
  texture.needsUpdate = true;
  return texture;
}

function compute(stuff: Stuff, size: number): Texture {
  const colours = new Uint8Array(size * size * 4);
  const heights = new Uint8Array(size * size * 4);
  for (let y = 0, i = 0; y < size; y++) {
    for (let x = 0; x < size; x++, i += 4) {
      const point = STUFFS[stuff](x / size, y / size);
      colours.set(point.colour.map((c) => Math.min(255, Math.max(0, c))), i);
      const height = clamp01(point.height) * 255;
      heights[i] = heights[i + 1] = heights[i + 2] = height;
      colours[i + 3] = heights[i + 3] = 255;
    }
  }
  return { map: finish(colours, size, true), bump: finish(heights, size, false) };
}

const known = new Map<string, Texture>();

/** Returns the texture of a material; computed once per size. */
export function textureOf(stuff: Stuff, size: number): Texture {
  const key = `${stuff}-${size}`;
  const found = known.get(key) ?? compute(stuff, size);
  known.set(key, found);
  return found;
}

/** Returns a texture repeated over its surface; it shares its pixels with the first. */
export function repeated(texture: Texture, x: number, y: number): Texture {
  const copy = (from: DataTexture): DataTexture => {
    const to = from.clone();
    to.repeat.set(x, y);
    to.needsUpdate = true;
    return to;
  };
  return { map: copy(texture.map), bump: copy(texture.bump) };
}
