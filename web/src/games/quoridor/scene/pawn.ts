/** The hooded torch-bearers: one body, with different colours, plinths and hoods. */
import {
  BufferAttribute, BufferGeometry, CapsuleGeometry, Color, CylinderGeometry,
  DoubleSide, Group, LatheGeometry, Mesh, MeshBasicMaterial,
  SphereGeometry, SplineCurve, Vector2, Vector3,
} from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import { clamp01 } from '../../../scene/ease';
import { brass, outline, surface, type Look } from '../../../scene/materials';
import { seatLook } from '../../../scene/seats';
import { hoop, markRing, markShape, plate } from '../../../scene/shapes';
import { Flame } from '../../../scene/torch';
import type { Seat } from '../../../wire';
import type { PawnPose } from './motion';

/** Shapes of the hoods: height of the tip, how far it hangs back, width. */
const HOODS = [
  { tip: 0.03, back: 0.1, broad: 1 }, { tip: 0.15, back: 0.09, broad: 0.94 },
  { tip: -0.03, back: 0.05, broad: 1.14 }, { tip: 0.09, back: 0.22, broad: 0.98 },
];

/** Position of the flame relative to the pawn's foot. */
const TORCH = new Vector3(0.25, 1.1, 0.33);

function painted(geometry: BufferGeometry, colour: Color): BufferGeometry {
  const plain = geometry.index ? geometry.toNonIndexed() : geometry;
  const count = plain.getAttribute('position').count;
  const colours = new Float32Array(count * 3);
  for (let i = 0; i < count; i++) colour.toArray(colours, i * 3);
  plain.setAttribute('color', new BufferAttribute(colours, 3));
  for (const name of Object.keys(plain.attributes)) {
    if (!['position', 'normal', 'uv', 'color'].includes(name)) plain.deleteAttribute(name);
  }
  return plain;
}

/** Returns a robe with soft pleats that fade towards the belt. */
function robe(fine: number): BufferGeometry {
  const points = [
    [0, 0], [0.3, 0], [0.325, 0.03], [0.31, 0.09], [0.265, 0.24], [0.21, 0.46], [0.182, 0.6], [0.198, 0.68],
    [0.16, 0.76], [0, 0.78],
  ].map(([r, y]) => new Vector2(r!, y!));
  const geometry = new LatheGeometry(new SplineCurve(points).getPoints(fine), fine);
  const position = geometry.getAttribute('position');
  for (let i = 0; i < position.count; i++) {
    const [x, y, z] = [position.getX(i), position.getY(i), position.getZ(i)];
    const pleat = 1 + 0.05 * Math.cos(Math.atan2(x, z) * 9) * clamp01(1 - y / 0.6);
    position.setXYZ(i, x * pleat, y, z * pleat);
  }
  geometry.computeVertexNormals();
  return geometry;
}

/** Returns a short cape over the shoulders. */
function cape(fine: number): BufferGeometry {
  const points = [[0.12, 0.8], [0.2, 0.76], [0.245, 0.68], [0.262, 0.58], [0.25, 0.56]];
  const geometry = new LatheGeometry(points.map(([r, y]) => new Vector2(r!, y!)), fine);
  const position = geometry.getAttribute('position');
  for (let i = 0; i < position.count; i++) {
    const z = position.getZ(i);
    // Open at the chest, longer down the back.
    const back = clamp01(0.5 - z * 2);
    position.setXYZ(i, position.getX(i), position.getY(i) - (0.78 - position.getY(i)) * back * 1.3, z * 0.92);
  }
  geometry.computeVertexNormals();
  return geometry;
}

function hood(seat: Seat, fine: number): BufferGeometry {
  const { tip, back, broad } = HOODS[seat % HOODS.length]!;
  const geometry = new SphereGeometry(0.2, fine, Math.ceil(fine * 0.75));
  const position = geometry.getAttribute('position');
  for (let i = 0; i < position.count; i++) {
    const [x, y, z] = [position.getX(i), position.getY(i), position.getZ(i)];
    const up = Math.max(0, y / 0.2) ** 2;
    position.setXYZ(i, x * broad * (1 - 0.15 * up), y + tip * up, z - back * up);
  }
  geometry.computeVertexNormals();
  return geometry.translate(0, 0.86, -0.01);
}

/** Returns everything of cloth, skin and wood as one geometry with colours. */
function figure(seat: Seat, fine: number): BufferGeometry {
  const cloth = new Color(seatLook(seat).colour);
  const deep = cloth.clone().multiplyScalar(0.8);
  const night = new Color(0x120a07);
  const face = new SphereGeometry(0.148, fine, fine).scale(0.92, 1.05, 0.7).translate(0, 0.845, 0.098);
  const brow = hoop(0.138, 0.026, fine).rotateX(Math.PI / 2).scale(0.95, 1.12, 1).rotateX(-0.1);
  brow.translate(0, 0.85, 0.155);
  const limb = (length: number): BufferGeometry => new CapsuleGeometry(0.07, length, 4, Math.ceil(fine / 2));
  const arm = limb(0.24).rotateX(1.25).rotateZ(-0.3).translate(0.2, 0.62, 0.15);
  const other = limb(0.2).rotateX(0.35).rotateZ(0.32).translate(-0.205, 0.55, 0.05);
  const hand = new SphereGeometry(0.056, 10, 8).translate(0.24, 0.66, 0.31);
  const stick = new CylinderGeometry(0.022, 0.03, 0.52, 8).translate(0.25, 0.76, 0.325);
  return mergeGeometries([
    painted(robe(fine), cloth), painted(cape(fine), deep), painted(hood(seat, fine), cloth),
    painted(brow, deep), painted(arm, deep), painted(other, deep), painted(face, night),
    painted(hand, new Color(0xc98f63)), painted(stick, new Color(0x4a2c17)),
  ]).translate(0, 0.09, 0);
}

/** Scale of pawns, compared with the sizes used here. */
const LARGE = 1.12;

/** Returns hem, belt, clasp, the torch's cup and the rim of the plinth. */
function trimmings(seat: Seat, fine: number): BufferGeometry {
  const { mark } = seatLook(seat);
  const parts = [
    hoop(0.318, 0.022, fine).translate(0, 0.125, 0),
    hoop(0.196, 0.02, fine).translate(0, 0.59, 0),
    new CylinderGeometry(0.065, 0.036, 0.1, 12, 1).translate(TORCH.x, TORCH.y - 0.04, TORCH.z),
    // The seat's mark as a clasp on the chest.
    plate(markShape(mark, 0.07), 0.03, 0, 12).rotateX(Math.PI / 2).translate(0, 0.75, 0.215),
    plate(markRing(mark, 0.44, 0.06), 0.06, 0, fine),
  ];
  return mergeGeometries(parts.map((part) => painted(part, new Color(0xffffff))));
}

export class Pawn {
  readonly object = new Group();
  readonly #flame: Flame;
  readonly #seat: Seat;

  constructor(look: Look, seat: Seat, shadow: boolean) {
    this.#seat = seat;
    const { mark, colour } = seatLook(seat);
    const fine = { test: 12, low: 24, medium: 32, high: 40 }[look.quality];
    const body = figure(seat, fine);
    const cloth = surface(look, { vertexColors: true, roughness: 0.72, side: DoubleSide });
    const lacquer = surface(look, { color: colour, roughness: 0.3 });
    const foot = new Mesh(plate(markShape(mark, 0.42), 0.07, 0.012, fine), lacquer);
    const gold = new Mesh(trimmings(seat, fine), brass(look));
    const eyes = new Mesh(
      mergeGeometries([-0.05, 0.05].map((x) => new SphereGeometry(0.018, 8, 6).translate(x, 0.955, 0.198))),
      new MeshBasicMaterial({ color: 0xffe3a0 }),
    );
    const figureMesh = new Mesh(body, cloth);
    figureMesh.castShadow = figureMesh.receiveShadow = true;
    foot.receiveShadow = gold.receiveShadow = true;
    this.#flame = new Flame(look, {
      size: 0.36, light: look.theme === 'torch' ? 5 : 0.8, range: 9, seed: seat * 13.7 + 1, shadow,
    });
    this.#flame.object.position.copy(TORCH);
    this.object.add(figureMesh, foot, gold, eyes, this.#flame.object);
    if (look.theme === 'contrast') this.object.add(new Mesh(body, outline(0x000000, 0.025)));
  }

  /** Poses the pawn; `flare` is the extra strength of its torch. */
  pose(pose: PawnPose, seconds: number, flare: number): void {
    this.object.position.copy(pose.position);
    this.object.rotation.set(pose.lean, pose.yaw, pose.sway, 'YXZ');
    // Breathing.
    this.object.scale.set(LARGE, LARGE * (1 + 0.006 * Math.sin(seconds * 1.7 + this.#seat * 2)), LARGE);
    this.#flame.burn(seconds, 1 + flare);
  }
}
