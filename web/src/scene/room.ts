/** The room around the table: a dark tavern with torches, a sunny day, or nothing at all. */
import {
  BackSide, BoxGeometry, Color, DirectionalLight, FogExp2, Group, HemisphereLight, Mesh, MeshBasicMaterial,
  PlaneGeometry, PMREMGenerator, Scene, SphereGeometry, SpotLight, type Light, type Texture,
  type WebGLRenderer,
} from 'three';
import { free } from './dispose';
import { brass, rich, surface, type Look } from './materials';
import type { Stuff } from './textures';
import { Flame, flicker } from './torch';

/** Depth of the floor below the table's top, in radii. */
const FLOOR = 0.72;
/** Half the width of the room, in radii. */
const WIDTH = 3.4;

const SHADOW_SIZE = { test: 0, low: 1024, medium: 2048, high: 2048 };

/** The room and its lights; the stage adds the table. */
export class Room {
  readonly object = new Group();
  readonly background: Color;
  readonly fog: FogExp2 | null;
  /** Brightness of the picture. */
  readonly exposure: number;
  readonly #look: Look;
  readonly #radius: number;
  readonly #flames: Flame[] = [];
  #lamp: SpotLight | null = null;
  #lampCandela = 0;

  /** `radius` of the table, which is centred at the origin. */
  constructor(look: Look, radius: number) {
    this.#look = look;
    this.#radius = radius;
    const themes = { torch: 0x07060a, day: 0xcfd8de, contrast: 0x000000 };
    this.background = new Color(themes[look.theme]);
    this.fog = look.theme === 'torch' ? new FogExp2(0x0a080d, 0.11 / radius) : null;
    this.exposure = { torch: 1.3, day: 1.0, contrast: 1.0 }[look.theme];
    if (look.theme === 'torch') this.#tavern();
    else if (look.theme === 'day') this.#day();
    else this.#plain();
  }

  /** Animates the lamp over the table and the fires on the walls at a time in seconds. */
  burn(seconds: number): void {
    for (const flame of this.#flames) flame.burn(seconds, 1);
    if (this.#lamp) this.#lamp.intensity = this.#lampCandela * (0.9 + 0.1 * flicker(seconds * 0.4, 3));
  }

  /**
   * Returns the environment reflected by brass and lacquer; null without reflections. Must be
   * created again after a lost context.
   */
  mirrored(renderer: WebGLRenderer): Texture | null {
    if (!rich(this.#look.quality) || this.#look.theme === 'contrast') return null;
    const day = this.#look.theme === 'day';
    const around = new Scene();
    const wall = new MeshBasicMaterial({ color: day ? 0x9fb2c0 : 0x17100c, side: BackSide });
    around.add(new Mesh(new SphereGeometry(10, 16, 12), wall));
    const patch = (colour: number, strength: number, size: number, x: number, y: number, z: number): void => {
      const light = new Color(colour).multiplyScalar(strength);
      const mesh = new Mesh(new PlaneGeometry(size, size), new MeshBasicMaterial({ color: light, side: 2 }));
      mesh.position.set(x, y, z);
      mesh.lookAt(0, 0, 0);
      around.add(mesh);
    };
    if (day) {
      patch(0xffffff, 9, 5, -6, 6, 3);
      patch(0xe8f2ff, 4, 8, 0, 8, -4);
    } else {
      patch(0xffc987, 16, 2.4, 1, 8, 0);
      for (const [x, z] of [[-7, -5], [7, -5], [-7, 5], [7, 5]]) patch(0xff9a48, 12, 1.2, x!, 2.2, z!);
      patch(0x6f86c8, 2.2, 4, -7, 6, 2);
    }
    const generator = new PMREMGenerator(renderer);
    const { texture } = generator.fromScene(around, 0.03);
    generator.dispose();
    free(around);
    return texture;
  }

  #add(light: Light, x: number, y: number, z: number): void {
    const r = this.#radius;
    light.position.set(x * r, y * r, z * r);
    this.object.add(light);
  }

  /** Lets a lamp cast the table's only shadow. */
  #cast(light: DirectionalLight | SpotLight): void {
    const size = SHADOW_SIZE[this.#look.quality];
    if (size === 0) return;
    const r = this.#radius * 1.15;
    const far = light.position.length();
    light.castShadow = true;
    light.shadow.mapSize.set(size, size);
    const camera = light.shadow.camera;
    if ('left' in camera) Object.assign(camera, { left: -r, right: r, top: r, bottom: -r });
    camera.near = Math.max(0.5, far - 1.5 * r);
    camera.far = far + 1.5 * r;
    light.shadow.bias = -0.0004;
    light.shadow.normalBias = 0.03;
    light.shadow.radius = 5;
  }

  #sun(colour: number, strength: number, x: number, y: number, z: number): DirectionalLight {
    const sun = new DirectionalLight(colour, strength);
    this.#add(sun, x, y, z);
    return sun;
  }

  #tavern(): void {
    const r = this.#radius;
    const flat = this.#look.quality === 'test';
    this.object.add(new HemisphereLight(0x8b9cc8, 0x4a2a14, flat ? 1 : 0.5));
    this.#sun(0xa9c0ff, flat ? 2.6 : 0.45, -0.75, 1.25, 0.32);
    if (!flat) {
      // Enough light from the viewer's side that surfaces facing it are not black.
      this.#sun(0xffc890, 0.85, 0.3, 0.7, 1.4);
      // Candela grow with the square of the distance.
      this.#lampCandela = 12 * r * r;
      this.#lamp = new SpotLight(0xffd9a8, this.#lampCandela, 5 * r, 0.62, 0.9, 1.9);
      this.#add(this.#lamp, -0.95, 1.3, -0.6);
      this.#cast(this.#lamp);
      this.object.add(this.#lamp.target);
    }
    this.#walls('masonry', 0xd8c4ae, 0x6a5a4c);
    for (const [x, z] of [[-1.1, -1], [1.1, -1], [-1, 0.35], [1, 0.35], [-1, -0.5], [1, -0.5]]) {
      const side = Math.abs(x!) === 1;
      this.#sconce(x! * (side ? WIDTH - 0.06 : 1) * r, (side ? z! : -(WIDTH - 0.06)) * r, x! * 7 + z!);
    }
  }

  /** Adds a fire on the wall. It has no light, which would not reach the table through the haze. */
  #sconce(x: number, z: number, seed: number): void {
    const r = this.#radius;
    const cup = new Mesh(new BoxGeometry(0.25, 0.5, 0.25), brass(this.#look));
    cup.position.set(x, 0.42 * r, z);
    const flame = new Flame(this.#look, { size: 0.24 * r, light: 0, seed, nearer: 0.4 * r });
    flame.object.position.set(x, 0.42 * r + 0.2, z);
    this.#flames.push(flame);
    this.object.add(cup, flame.object);
  }

  #day(): void {
    // Enough light from all sides to read a hand with its back to the sun.
    this.object.add(new HemisphereLight(0xf4f8ff, 0xd8ccb8, 1.5));
    this.#cast(this.#sun(0xfff1d6, 2.3, -0.95, 1.15, 0.3));
    this.#walls('parchment', 0xfff4ea, 0xffe6c4);
  }

  #plain(): void {
    this.object.add(new HemisphereLight(0xffffff, 0xb0b0b0, 2.4));
    this.#cast(this.#sun(0xffffff, 1.3, -0.4, 1.3, 0.5));
  }

  /** Adds walls of a material and a floor of planks, in these tints. */
  #walls(stuff: Stuff, stone: number, wood: number): void {
    const r = this.#radius;
    const size = 2 * WIDTH * r;
    const ground = surface(this.#look, { stuff: 'planks', repeat: [5, 5], color: wood, roughness: 0.7 });
    const floor = new Mesh(new PlaneGeometry(size, size).rotateX(-Math.PI / 2), ground);
    floor.position.y = -FLOOR * r;
    this.object.add(floor);
    const stones = surface(this.#look, {
      stuff, repeat: [4, 1.6], color: stone, roughness: 0.9, bumpScale: 2,
    });
    const height = 2.8 * r;
    for (let i = 0; i < 4; i++) {
      const wall = new Mesh(new PlaneGeometry(size, height), stones);
      const turn = (i * Math.PI) / 2;
      wall.position.set(-Math.sin(turn) * WIDTH * r, height / 2 - FLOOR * r, -Math.cos(turn) * WIDTH * r);
      wall.rotation.y = turn;
      this.object.add(wall);
    }
  }

  dispose(): void {
    free(this.object);
  }
}
