/** The 81 tiles, and the marks on goal tiles. */
import {
  BoxGeometry, Color, Group, InstancedBufferAttribute, InstancedMesh, Matrix4, Mesh, Vector3,
  type BufferGeometry,
} from 'three';
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js';
import { brass, surface, type Look, type Surface } from '../../../scene/materials';
import { hash } from '../../../scene/rand';
import { seatLook } from '../../../scene/seats';
import { laid, markRing, markShape } from '../../../scene/shapes';
import type { Seat } from '../../../wire';
import { goalOf, SQUARES, squareAt } from '../layout';
import { sideOf, TILE, TOP } from './layout';

/** Returns a rotation by quarters around the vertical, at a place. */
function laidAt(x: number, y: number, z: number, quarters = 0): Matrix4 {
  return new Matrix4().makeRotationY((quarters * Math.PI) / 2).setPosition(x, y, z);
}

/** Returns the tiles, each cut from another part of the same plank. */
export function tiles(look: Look, seats: number): InstancedMesh {
  const coarse = look.quality === 'test';
  const geometry = coarse
    ? new BoxGeometry(TILE, TOP, TILE)
    : new RoundedBoxGeometry(TILE, TOP, TILE, look.quality === 'high' ? 3 : 2, 0.045);
  const position = geometry.getAttribute('position');
  const uv = geometry.getAttribute('uv');
  for (let i = 0; i < uv.count; i++) {
    uv.setXY(i, position.getX(i) * 0.3, (position.getZ(i) + position.getY(i)) * 0.3);
  }
  const grain = new Float32Array(SQUARES.length * 2).map((_, i) => hash(i, 21));
  geometry.setAttribute('grain', new InstancedBufferAttribute(grain, 2));

  const material = surface(look, { stuff: 'maple', bumpScale: 0.6, roughness: 0.44, color: 0xffffff });
  material.onBeforeCompile = (shader) => {
    const shifted = ['#include <uv_vertex>'];
    if (material.map) shifted.push('vMapUv += grain;');
    if ('bumpMap' in material && material.bumpMap) shifted.push('vBumpMapUv += grain;');
    const vertex = shader.vertexShader.replace('#include <uv_vertex>', shifted.join('\n'));
    shader.vertexShader = `attribute vec2 grain;\n${vertex}`;
  };
  const mesh = new InstancedMesh(geometry, material, SQUARES.length);
  const goals = Array.from({ length: seats }, (_, seat) => new Set(goalOf(seat, seats)));
  SQUARES.forEach((square, i) => {
    const { x, z } = squareAt(square)!;
    const dark = (x + z) & 1;
    mesh.setMatrixAt(i, laidAt(x, TOP / 2, z, dark ? 1 : Math.floor(hash(i, 4) * 2) * 2));
    const worn = 0.82 + 0.18 * hash(i, 9) - (dark ? 0.1 : 0);
    const tone = look.theme === 'contrast' ? (dark ? 0.62 : 0.8) : worn;
    const colour = new Color(tone, tone, tone);
    goals.forEach((goal, seat) => {
      if (goal.has(square)) colour.lerp(new Color(seatLook(seat).colour).multiplyScalar(1.25), 0.26);
    });
    mesh.setColorAt(i, colour);
  });
  mesh.receiveShadow = true;
  return mesh;
}

/** Returns lacquered marks in brass on a seat's goal line. */
export function goalMarks(look: Look, seat: Seat, seats: number): Group {
  const { mark, colour } = seatLook(seat);
  // Two goals share a corner with four players: each mark is moved towards its own edge.
  const [radius, shift] = seats === 2 ? [0.19, 0] : [0.145, 0.17];
  const side = sideOf(seat, seats);
  const towards = new Vector3(-Math.sin(side), 0, -Math.cos(side)).multiplyScalar(shift);
  const lacquer = surface(look, {
    color: colour, emissive: colour, emissiveIntensity: look.theme === 'torch' ? 0.5 : 0.15, roughness: 0.6,
  });
  const smooth = look.quality === 'test' ? 8 : 24;
  const inlay = new InstancedMesh(laid(markShape(mark, radius * 0.84), smooth), lacquer, 9);
  const ring = new InstancedMesh(laid(markRing(mark, radius, radius * 0.22), smooth), brass(look), 9);
  goalOf(seat, seats).forEach((square, i) => {
    const { x, z } = squareAt(square)!;
    const at = new Matrix4().makeRotationY(side).setPosition(x + towards.x, TOP + 0.006, z + towards.z);
    inlay.setMatrixAt(i, at);
    ring.setMatrixAt(i, at);
  });
  inlay.receiveShadow = ring.receiveShadow = true;
  const group = new Group();
  group.add(inlay, ring);
  return group;
}

/** Glow of a goal line that is not reached. */
export const STRIP = 0.12;

/**
 * Returns a strip of enamel along the gilded line of a seat's goal; it glows when the goal is
 * reached.
 */
export function goalStrip(look: Look, seat: Seat, seats: number): Mesh<BufferGeometry, Surface> {
  const { colour } = seatLook(seat);
  const glowing = { emissive: colour, emissiveIntensity: STRIP };
  const material = surface(look, { color: colour, ...glowing, roughness: 0.55 });
  const bar: BufferGeometry = new BoxGeometry(9.1, 0.03, 0.055).translate(0, 0.03, -4.745);
  const strip = new Mesh(bar, material);
  strip.rotation.y = sideOf(seat, seats);
  return strip;
}
