/**
 * The wooden body of the board: plinth, grooves, gilded lines, letters, racks, braziers, and its
 * table.
 */
import {
  BoxGeometry, BufferGeometry, Color, Group, Mesh, MeshStandardMaterial, PlaneGeometry, Vector3,
} from 'three';
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import { canvasTexture } from '../../../scene/label';
import { brass, surface, unwrapFromAbove, type Look } from '../../../scene/materials';
import { Embers } from '../../../scene/sparks';
import { brazier, type Flame } from '../../../scene/torch';
import { SIZE } from '../layout';
import { BOARD, sideOf, TABLE_Y, tray } from './layout';

/** Distance of the braziers from the centre. */
const CORNER = 5.17;
/** The inner edge of the gilded line around the tiles. */
const LINE = 4.62;

/**
 * Returns four bars around the centre: the inner edge at `inner`, of this width and height,
 * standing on `y`.
 */
function frame(inner: number, width: number, height: number, y: number): BufferGeometry {
  const bars = [0, 1, 2, 3].map((i) => {
    const bar = new BoxGeometry(2 * (inner + width), height, width);
    return bar.translate(0, y + height / 2, inner + width / 2).rotateY((i * Math.PI) / 2);
  });
  return mergeGeometries(bars);
}

function body(look: Look): Group {
  const group = new Group();
  const fine = look.quality === 'test' ? 1 : 4;
  const wood = surface(look, {
    stuff: 'walnut', bumpScale: 0.8, roughness: 0.42, color: 0xfff0e4, plain: 0x33241a,
  });
  const slab = (width: number, height: number, y: number): BufferGeometry => {
    const box = new RoundedBoxGeometry(width, height, width, fine, 0.44 * height);
    return unwrapFromAbove(box.translate(0, y, 0), 7);
  };
  const slabs = [slab(2 * BOARD, 0.3, -0.13), slab(2 * BOARD + 0.4, 0.2, -0.26)];
  const plinth = new Mesh(mergeGeometries(slabs), wood);
  plinth.castShadow = plinth.receiveShadow = true;
  const dark = surface(look, { color: 0x1c0d07, roughness: 0.9, plain: 0x000000 });
  const pit = new Mesh(new BoxGeometry(9.2, 0.05, 9.2).translate(0, 0.012, 0), dark);
  pit.receiveShadow = true;
  group.add(plinth, pit);
  return group;
}

/**
 * Returns the brass lines. The material belongs to this scene, which lights it when the match is
 * over.
 */
function gilding(look: Look): Mesh {
  const lines = [
    frame(LINE, 0.06, 0.055, 0), frame(BOARD - 0.17, 0.03, 0.012, 0.018),
    frame(BOARD + 0.02, 0.03, 0.03, -0.2),
  ];
  const mesh = new Mesh(mergeGeometries(lines), brass(look));
  mesh.receiveShadow = true;
  return mesh;
}

/** Draws all letters into one picture: a to i, then 1 to 9. */
function letterPicture(size: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = size * 5;
  const pen = canvas.getContext('2d')!;
  pen.font = `600 ${size * 0.66}px Georgia, 'DejaVu Serif', serif`;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  [...'abcdefghi123456789'].forEach((letter, i) => {
    const x = ((i % 5) + 0.5) * size;
    const y = (Math.floor(i / 5) + 0.5) * size;
    // Light on the lower edge and dark on the upper: carved into the wood, then gilded.
    pen.fillStyle = 'rgba(255, 214, 150, 0.5)';
    pen.fillText(letter, x + size * 0.012, y + size * 0.022);
    pen.fillStyle = 'rgba(20, 8, 2, 0.9)';
    pen.fillText(letter, x - size * 0.012, y - size * 0.022);
    pen.fillStyle = '#e2b563';
    pen.fillText(letter, x, y);
  });
  return canvas;
}

/** Returns letters along all four edges, upright for the seat to which `yaw` turns the board. */
function letters(look: Look, yaw: number): Mesh {
  const quads: BufferGeometry[] = [];
  const put = (index: number, x: number, z: number): void => {
    const quad = new PlaneGeometry(0.46, 0.46).rotateX(-Math.PI / 2).rotateY(-yaw).translate(x, 0.024, z);
    const uv = quad.getAttribute('uv');
    const left = (index % 5) / 5;
    const low = 1 - (Math.floor(index / 5) + 1) / 5;
    for (let i = 0; i < uv.count; i++) uv.setXY(i, left + uv.getX(i) / 5, low + uv.getY(i) / 5);
    quads.push(quad);
  };
  for (let i = 0; i < SIZE; i++) {
    for (const side of [-5.08, 5.08]) {
      put(i, i - 4, side);
      put(SIZE + i, side, 4 - i);
    }
  }
  const map = canvasTexture(letterPicture(look.quality === 'test' ? 48 : 128));
  const material = surface(look, {
    transparent: true, depthWrite: false, roughness: 0.35, metalness: 0.35, plain: 0xffffff,
    emissive: look.theme === 'torch' ? 0x2a1a06 : 0x000000,
  });
  material.map = map;
  const mesh = new Mesh(mergeGeometries(quads), material);
  mesh.receiveShadow = true;
  return mesh;
}

function trays(look: Look, seats: number, perSeat: number): Group {
  const group = new Group();
  const wood = surface(look, {
    stuff: 'walnut', bumpScale: 0.8, roughness: 0.45, color: 0xe8d2c0, plain: 0x33241a,
  });
  const gold = brass(look);
  const { x, z, wide, deep } = tray(perSeat);
  const fine = look.quality === 'test' ? 1 : 3;
  const bed = unwrapFromAbove(new RoundedBoxGeometry(wide, 0.12, deep, fine, 0.05), 7);
  const edges = mergeGeometries([-1, 1].map((side) => {
    return new BoxGeometry(0.025, 0.012, deep - 0.2).translate(side * (wide / 2 - 0.09), 0.062, 0);
  }));
  for (let seat = 0; seat < seats; seat++) {
    const rack = new Group();
    for (const part of [new Mesh(bed, wood), new Mesh(edges, gold)]) {
      part.position.set(x, TABLE_Y + 0.04, z);
      part.castShadow = part.receiveShadow = true;
      rack.add(part);
    }
    rack.rotation.y = sideOf(seat, seats);
    group.add(rack);
  }
  return group;
}

function tavernTable(look: Look): Mesh {
  const light = { torch: 0xffffff, day: 0xffe9cf, contrast: 0x101010 }[look.theme];
  const wood = surface(look, {
    stuff: 'planks', bumpScale: 0.8, roughness: 0.62, color: light, plain: 0x101010,
  });
  const top = new RoundedBoxGeometry(25, 0.5, 20, look.quality === 'test' ? 1 : 3, 0.16);
  const table = new Mesh(unwrapFromAbove(top, 9).translate(0, TABLE_Y - 0.25, 0), wood);
  table.receiveShadow = true;
  return table;
}

/** The body of the board with its four fires. */
export class Board {
  readonly object = new Group();
  readonly #flames: Flame[] = [];
  readonly #gilding: Mesh;
  readonly #embers: Embers | null;

  /** `yaw` turns the board for the seat at the near edge. */
  constructor(look: Look, seats: number, perSeat: number, yaw: number) {
    this.#gilding = gilding(look);
    this.object.add(tavernTable(look), body(look), this.#gilding, letters(look, yaw));
    if (perSeat > 0) this.object.add(trays(look, seats, perSeat));
    const corners: Vector3[] = [];
    if (look.theme !== 'contrast') {
      for (const [i, [x, z]] of [[-1, -1], [1, -1], [-1, 1], [1, 1]].entries()) {
        const lit = look.quality === 'test' ? 0 : look.theme === 'day' ? 1.5 : 9;
        // In lower qualities only two of the four light the board.
        const light = i < 2 || look.quality === 'high' ? lit : 0;
        const { object, flame } = brazier(look, light, i * 5.3 + 2);
        object.position.set(x! * CORNER, 0.02, z! * CORNER);
        corners.push(object.position.clone().setY(0.8));
        this.#flames.push(flame);
        this.object.add(object);
      }
    }
    this.#embers = look.theme === 'torch' && look.quality !== 'test' ? new Embers(corners, 18) : null;
    if (this.#embers) this.object.add(this.#embers.object);
  }

  /** Animates the fires at a time in seconds; `won` is how far the match is decided, 0 to 1. */
  burn(seconds: number, won: number): void {
    for (const flame of this.#flames) flame.burn(seconds, 1);
    this.#embers?.rise(seconds);
    const { material } = this.#gilding;
    if (material instanceof MeshStandardMaterial) {
      material.emissive = LIT;
      material.emissiveIntensity = won;
    }
  }
}

/** Glow of the brass when the match is over. */
const LIT = new Color(0xb87a1e);
