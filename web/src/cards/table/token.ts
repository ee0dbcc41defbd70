/**
 * Things on a card table other than cards: buttons, medals, beans, plaques, and decorations at the
 * end of a match.
 */
import {
  CanvasTexture, CylinderGeometry, DoubleSide, Group, InstancedMesh, Mesh, MeshBasicMaterial,
  PlaneGeometry, SphereGeometry, SRGBColorSpace, type Object3D,
} from 'three';
import type { Language } from '../../i18n';
import { free } from '../../scene/dispose';
import { brass, surface, type Look } from '../../scene/materials';
import { place, placeInstance, type Shown } from '../../scene/pieces';
import { hoop } from '../../scene/shapes';
import type { Pen } from '../pen';

/** A token. Equal ones look the same. */
export type Token =
  | { kind: 'bean' }
  | { kind: 'disc'; icon: string }
  | { kind: 'medal'; icon: string }
  | { kind: 'plaque'; icon: string }
  | { kind: 'crown' }
  | { kind: 'cap' };

/**
 * Draws an icon: into a square around the origin from -50 to 50, plaques into 100 by 62. Only
 * plaques contain words.
 */
export type Icons = (icon: string, pen: Pen, language: Language) => void;

const MOST_BEANS = 120;

export class TokenLayer {
  readonly object = new Group();
  readonly #look: Look;
  readonly #icons: Icons;
  readonly #made = new Map<string, Object3D[]>();
  readonly #beans: InstancedMesh;
  readonly #plaques: { icon: string; texture: CanvasTexture }[] = [];
  #language: Language;

  constructor(look: Look, icons: Icons, language: Language) {
    this.#language = language;
    this.#look = look;
    this.#icons = icons;
    const bean = new SphereGeometry(0.085, 12, 8).scale(1.35, 0.72, 0.9);
    this.#beans = new InstancedMesh(
      bean, surface(look, { color: 0xf4ead2, roughness: 0.35, plain: 0xffffff }), MOST_BEANS,
    );
    this.#beans.castShadow = true;
    this.#beans.frustumCulled = false;
    this.object.add(this.#beans);
  }

  /** Shows exactly these. */
  show(tokens: readonly Shown<Token>[]): void {
    for (const pool of this.#made.values()) for (const object of pool) object.visible = false;
    const used = new Map<string, number>();
    let beans = 0;
    for (const { face, pose, opacity } of tokens) {
      const sized = { ...pose, scale: pose.scale * opacity };
      if (face.kind === 'bean') {
        if (beans < MOST_BEANS) placeInstance(this.#beans, beans, sized);
        beans += 1;
        continue;
      }
      const id = `${face.kind} ${'icon' in face ? face.icon : ''}`;
      const number = used.get(id) ?? 0;
      used.set(id, number + 1);
      const object = this.#take(id, number, face);
      object.visible = opacity > 0.001;
      place(object, sized);
    }
    this.#beans.count = Math.min(beans, MOST_BEANS);
    this.#beans.visible = beans > 0;
    this.#beans.instanceMatrix.needsUpdate = true;
  }

  /** Changes the language of the plaques. */
  speak(language: Language): void {
    if (language === this.#language) return;
    this.#language = language;
    for (const { icon, texture } of this.#plaques) {
      this.#draw(icon, texture.image as HTMLCanvasElement, 100);
      texture.needsUpdate = true;
    }
  }

  dispose(): void {
    free(this.object);
  }

  #take(id: string, number: number, token: Token): Object3D {
    const pool = this.#made.get(id) ?? [];
    this.#made.set(id, pool);
    while (pool.length <= number) {
      const object = this.#make(token);
      object.traverse((node) => (node.castShadow = token.kind !== 'plaque'));
      pool.push(object);
      this.object.add(object);
    }
    return pool[number]!;
  }

  #make(token: Token): Object3D {
    switch (token.kind) {
      case 'disc': return this.#coin(token.icon, 0.24, 0.07, false);
      case 'medal': return this.#coin(token.icon, 0.4, 0.08, true);
      case 'plaque': return this.#plaque(token.icon);
      case 'crown': return this.#crown();
      case 'cap': return this.#cap();
      case 'bean': return new Group();
    }
  }

  #picture(icon: string, wide: number, tall: number): CanvasTexture {
    const size = this.#look.quality === 'test' ? 64 : 192;
    const canvas = document.createElement('canvas');
    canvas.width = size;
    canvas.height = Math.round((size * tall) / wide);
    this.#draw(icon, canvas, wide);
    const texture = new CanvasTexture(canvas);
    texture.colorSpace = SRGBColorSpace;
    texture.anisotropy = 4;
    return texture;
  }

  /** Draws an icon `wide` units wide that fills the width of its canvas. */
  #draw(icon: string, canvas: HTMLCanvasElement, wide: number): void {
    const pen = canvas.getContext('2d')!;
    pen.resetTransform();
    pen.clearRect(0, 0, canvas.width, canvas.height);
    pen.translate(canvas.width / 2, canvas.height / 2);
    pen.scale(canvas.width / wide, canvas.width / wide);
    this.#icons(icon, pen, this.#language);
  }

  /** Returns a round piece with its picture on top, its head towards -z. */
  #coin(icon: string, radius: number, height: number, metal: boolean): Object3D {
    const group = new Group();
    const smooth = this.#look.quality === 'test' ? 20 : 40;
    const rim = metal ? brass(this.#look) : surface(
      this.#look, { color: 0xe9dfc8, roughness: 0.45, plain: 0xffffff },
    );
    const body = new Mesh(new CylinderGeometry(radius, radius * 1.04, height, smooth), rim);
    body.position.y = height / 2;
    body.receiveShadow = true;
    const map = this.#picture(icon, 100, 100);
    const top = new Mesh(
      new PlaneGeometry(radius * 1.9, radius * 1.9).rotateX(-Math.PI / 2),
      new MeshBasicMaterial({ map, transparent: true, toneMapped: true }),
    );
    top.position.y = height + 0.004;
    group.add(body, top);
    return group;
  }

  /** Returns a slip of parchment, slightly tilted up. */
  #plaque(icon: string): Object3D {
    const map = this.#picture(icon, 100, 62);
    this.#plaques.push({ icon, texture: map });
    const material = surface(
      this.#look, { color: 0xffffff, roughness: 0.8, side: DoubleSide, transparent: true },
    );
    material.map = map;
    return new Mesh(new PlaneGeometry(0.95, 0.59).rotateX(-Math.PI / 2), material);
  }

  #crown(): Object3D {
    const group = new Group();
    const gold = brass(this.#look);
    const band = new Mesh(new CylinderGeometry(0.3, 0.26, 0.16, 24, 1, true), gold);
    gold.side = DoubleSide;
    const red = surface(this.#look, { color: 0xa3182a, roughness: 0.9, plain: 0xff4040 });
    const velvet = new Mesh(
      new SphereGeometry(0.25, 20, 10, 0, 2 * Math.PI, 0, Math.PI / 2).scale(1, 0.85, 1), red,
    );
    group.add(band, velvet);
    for (let i = 0; i < 8; i += 1) {
      const angle = (i * Math.PI) / 4;
      const tine = new Mesh(new CylinderGeometry(0, 0.085, 0.26, 4), gold);
      tine.position.set(Math.sin(angle) * 0.3, 0.19, Math.cos(angle) * 0.3);
      tine.rotation.y = angle;
      const pearl = new Mesh(
        new SphereGeometry(0.04, 10, 8), surface(this.#look, { color: 0xfff6e0, roughness: 0.2 }),
      );
      pearl.position.set(Math.sin(angle) * 0.3, 0.33, Math.cos(angle) * 0.3);
      group.add(tine, pearl);
    }
    return group;
  }

  /** Returns a fool's cap with three bells. */
  #cap(): Object3D {
    const group = new Group();
    const gold = brass(this.#look);
    const brim = new Mesh(hoop(0.28, 0.06, 24), gold);
    group.add(brim);
    [0xc8242f, 0x2f7a4c, 0xe0a52b].forEach((colour, i) => {
      const cloth = surface(this.#look, { color: colour, roughness: 0.9, plain: colour });
      const horn = new Group();
      const lower = new Mesh(new CylinderGeometry(0, 0.25, 0.62, 16), cloth);
      lower.position.y = 0.28;
      const bell = new Mesh(new SphereGeometry(0.075, 12, 10), gold);
      bell.position.y = 0.63;
      horn.add(lower, bell);
      horn.rotation.set(0, (i * 2 * Math.PI) / 3 + 0.5, 0);
      horn.rotateX(0.62);
      group.add(horn);
    });
    return group;
  }
}
