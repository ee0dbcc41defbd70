/** Decorative fire, driven by the clock. */
import {
  AdditiveBlending, Group, LatheGeometry, Mesh, NormalBlending, PlaneGeometry, PointLight, ShaderMaterial,
  Vector2, type IUniform,
} from 'three';
import { brass, rich, type Look } from './materials';
import { fbm } from './rand';

const FLAME_VERTEX = `
uniform float nearer;
varying vec2 at;
void main() {
  at = uv;
  vec4 centre = modelViewMatrix * vec4(0.0, 0.0, 0.0, 1.0);
  centre.xy += position.xy * vec2(length(modelMatrix[0].xyz), length(modelMatrix[1].xyz));
  gl_Position = projectionMatrix * centre;
  vec4 before = projectionMatrix * (centre + vec4(0.0, 0.0, nearer, 0.0));
  gl_Position.z = before.z / before.w * gl_Position.w;
}`;

/** The lower middle of the quad is the flame, all of it the halo. */
const FLAME_FRAGMENT = `
varying vec2 at;
uniform float seconds, seed, power;
float hash(vec2 p) { return fract(sin(dot(p, vec2(127.1, 311.7))) * 43758.5453); }
float noise(vec2 p) {
  vec2 i = floor(p), f = fract(p);
  f = f * f * (3.0 - 2.0 * f);
  float low = mix(hash(i), hash(i + vec2(1, 0)), f.x);
  float high = mix(hash(i + vec2(0, 1)), hash(i + vec2(1, 1)), f.x);
  return mix(low, high, f.y);
}
void main() {
  vec2 wide = (at - 0.5) * 2.0;
  vec2 p = vec2(wide.x * 4.0, (at.y - 0.4) * 3.2);
  float sway = noise(vec2(p.x * 2.0 + seed, p.y * 2.5 - seconds * 2.2)) - 0.5;
  float lick = noise(vec2(p.x * 5.0 - seed, p.y * 5.0 - seconds * 3.7)) - 0.5;
  float x = p.x + (sway * 0.7 + lick * 0.35) * max(0.0, p.y);
  float width = 0.42 * pow(clamp(1.0 - p.y, 0.0, 1.0), 0.62) * smoothstep(0.0, 0.16, p.y);
  float body = smoothstep(width, width * 0.15, abs(x)) * smoothstep(1.0, 0.55, p.y + sway * 0.5);
  body *= step(0.0, p.y) * step(p.y, 1.0);
  vec3 colour = mix(vec3(1.0, 0.28, 0.04), vec3(1.0, 0.72, 0.22), body);
  colour = mix(colour, vec3(1.0, 0.96, 0.78), smoothstep(0.55, 1.0, body * (1.15 - p.y)));
  float far = length(wide + vec2(0.0, 0.02));
  float halo = pow(max(0.0, 1.0 - far), 2.6) * 0.5 * power;
  gl_FragColor = vec4(colour * body * 1.7 + vec3(1.0, 0.5, 0.16) * halo, max(body, halo));
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}`;

/** Returns the brightness of a fire at a time, around 1; the same for equal arguments. */
export function flicker(seconds: number, seed: number): number {
  return 0.8 + 0.28 * fbm(seconds * 5 + seed * 9, seed, 2) + 0.14 * fbm(seconds * 15 + seed, 3, 1);
}

export interface FlameOptions {
  /** Height of the flame in units. */
  size: number;
  /** Strength of its light in candela; 0 for none. */
  light: number;
  /** Reach of the light, in units. */
  range?: number;
  seed: number;
  /** True if its light casts shadows, if the quality allows it. */
  shadow?: boolean;
  /** Draws the halo nearer to the camera by this distance, so that no wall cuts it. */
  nearer?: number;
}

/** A flame with its halo and optionally its light. Its origin is the foot of the flame. */
export class Flame {
  readonly object = new Group();
  readonly #seed: number;
  readonly #candela: number;
  readonly #size: number;
  readonly #light: PointLight | null;
  readonly #quad: Mesh<PlaneGeometry, ShaderMaterial>;

  constructor(look: Look, options: FlameOptions) {
    this.#seed = options.seed;
    this.#candela = options.light;
    this.#size = options.size;
    const uniforms: Record<string, IUniform<number>> = {
      seconds: { value: 0 }, seed: { value: options.seed }, nearer: { value: options.nearer ?? 0 },
      power: { value: look.theme === 'torch' ? 1 : 0.35 },
    };
    const material = new ShaderMaterial({
      uniforms, vertexShader: FLAME_VERTEX, fragmentShader: FLAME_FRAGMENT, transparent: true,
      depthWrite: false, blending: look.theme === 'torch' ? AdditiveBlending : NormalBlending,
    });
    // The flame fills only a part of the quad: its foot is at 0.4 of the height.
    this.#quad = new Mesh(new PlaneGeometry(1, 1).translate(0, 0.1, 0), material);
    this.#quad.renderOrder = 5;
    this.#quad.frustumCulled = false;
    this.object.add(this.#quad);
    this.#light = options.light > 0 ? new PointLight(0xffa04e, options.light, options.range ?? 9, 1.8) : null;
    if (this.#light) {
      this.#light.position.y = options.size * 0.7;
      if (options.shadow && rich(look.quality)) this.#throwShadow(this.#light, look);
      this.object.add(this.#light);
    }
    this.burn(0, 1);
  }

  #throwShadow(light: PointLight, look: Look): void {
    light.castShadow = true;
    const size = look.quality === 'high' ? 512 : 256;
    light.shadow.mapSize.set(size, size);
    light.shadow.bias = -0.004;
    light.shadow.normalBias = 0.03;
    light.shadow.radius = 4;
    light.shadow.camera.near = 0.12;
    light.shadow.camera.far = light.distance;
  }

  /** Animates the flame at a time in seconds, with this strength (1 is usual, 0 is out). */
  burn(seconds: number, strength: number): void {
    const { uniforms } = this.#quad.material;
    uniforms['seconds']!.value = seconds;
    // The flame is 1 / 3.2 of the quad's height.
    const height = this.#size * 3.2 * (0.55 + 0.45 * strength);
    this.#quad.scale.set(height * 0.95, height, 1);
    this.#quad.visible = strength > 0;
    if (this.#light) this.#light.intensity = this.#candela * strength * flicker(seconds, this.#seed);
  }
}

/** Returns a brass bowl on a foot, 0.7 units high, with a fire in it. */
export function brazier(look: Look, light: number, seed: number): { object: Group; flame: Flame } {
  const profile = [
    [0.02, 0], [0.2, 0], [0.22, 0.05], [0.08, 0.12], [0.06, 0.45], [0.2, 0.56], [0.24, 0.7], [0.2, 0.7],
    [0.16, 0.62], [0, 0.6],
  ].map(([r, y]) => new Vector2(r!, y!));
  const bowl = new Mesh(new LatheGeometry(profile, look.quality === 'test' ? 12 : 28), brass(look));
  bowl.castShadow = true;
  const flame = new Flame(look, { size: 0.7, light, range: 13, seed });
  flame.object.position.y = 0.6;
  const object = new Group();
  object.add(bowl, flame.object);
  return { object, flame };
}
