/** Particles: sparks over fires, dust where something heavy lands. */
import {
  AdditiveBlending, BufferAttribute, BufferGeometry, Color, Points, ShaderMaterial, type Vector3,
} from 'three';
import { hash } from './rand';

const EMBER_VERTEX = `
attribute vec4 seed;
uniform float seconds, scale;
varying float life;
void main() {
  life = fract(seconds * (0.1 + 0.16 * seed.x) + seed.y);
  vec3 p = position;
  p.y += life * 2.6;
  p.x += (sin(life * 9.0 + seed.z * 40.0) * 0.25 + (seed.z - 0.5) * 0.9) * life;
  p.z += (cos(life * 8.0 + seed.w * 40.0) * 0.25 + (seed.w - 0.5) * 0.9) * life;
  vec4 seen = modelViewMatrix * vec4(p, 1.0);
  gl_Position = projectionMatrix * seen;
  gl_PointSize = scale * (0.5 + seed.x) / -seen.z;
}`;

const EMBER_FRAGMENT = `
varying float life;
void main() {
  float disc = smoothstep(0.5, 0.1, length(gl_PointCoord - 0.5));
  gl_FragColor = vec4(vec3(1.0, 0.55, 0.2) * disc * (1.0 - life) * smoothstep(0.0, 0.1, life), 1.0);
}`;

/** Sparks that rise from fires. */
export class Embers {
  readonly object: Points<BufferGeometry, ShaderMaterial>;

  /** `each` sparks from each of these points. */
  constructor(from: readonly Vector3[], each: number) {
    const count = from.length * each;
    const place = new Float32Array(count * 3);
    const seed = new Float32Array(count * 4);
    for (let i = 0; i < count; i++) {
      from[i % from.length]!.toArray(place, i * 3);
      for (let k = 0; k < 4; k++) seed[i * 4 + k] = hash(i, k + 1);
    }
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(place, 3));
    geometry.setAttribute('seed', new BufferAttribute(seed, 4));
    const material = new ShaderMaterial({
      uniforms: { seconds: { value: 0 }, scale: { value: 60 } }, vertexShader: EMBER_VERTEX,
      fragmentShader: EMBER_FRAGMENT, transparent: true, depthWrite: false, blending: AdditiveBlending,
    });
    this.object = new Points(geometry, material);
    this.object.frustumCulled = false;
  }

  rise(seconds: number): void {
    this.object.material.uniforms['seconds']!.value = seconds;
  }
}

const DUST_VERTEX = `
attribute vec2 seed;
uniform float way, scale;
void main() {
  vec3 p = position;
  float around = seed.x * 6.2832;
  p += vec3(cos(around), 0.5 + 0.5 * seed.y, sin(around)) * 0.45 * sqrt(way) * (0.4 + seed.y);
  vec4 seen = modelViewMatrix * vec4(p, 1.0);
  gl_Position = projectionMatrix * seen;
  gl_PointSize = scale * (0.3 + 0.9 * way) * (0.6 + seed.y) / -seen.z;
}`;

const DUST_FRAGMENT = `
uniform float way;
uniform vec3 colour;
void main() {
  float disc = smoothstep(0.5, 0.0, length(gl_PointCoord - 0.5));
  gl_FragColor = vec4(colour, disc * 0.6 * (1.0 - way));
  #include <colorspace_fragment>
}`;

/** A puff of dust along a line, when something heavy lands. */
export class Dust {
  readonly object: Points<BufferGeometry, ShaderMaterial>;

  /** The line is `length` units long, along x, around the origin. */
  constructor(length: number, colour = 0xcbb692) {
    const count = 26;
    const place = new Float32Array(count * 3);
    const seed = new Float32Array(count * 2);
    for (let i = 0; i < count; i++) {
      place[i * 3] = (i / (count - 1) - 0.5) * length;
      seed[i * 2] = hash(i, 5);
      seed[i * 2 + 1] = hash(i, 6);
    }
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(place, 3));
    geometry.setAttribute('seed', new BufferAttribute(seed, 2));
    const material = new ShaderMaterial({
      uniforms: { way: { value: 1 }, scale: { value: 620 }, colour: { value: new Color(colour) } },
      vertexShader: DUST_VERTEX, fragmentShader: DUST_FRAGMENT, transparent: true, depthWrite: false,
    });
    this.object = new Points(geometry, material);
    this.object.frustumCulled = false;
    this.puff(1);
  }

  /** 0 is the landing, 1 when all dust has settled. */
  puff(way: number): void {
    this.object.visible = way > 0 && way < 1;
    this.object.material.uniforms['way']!.value = way;
  }
}
