/** The canvas, the camera and the room around the table of one game. */
import {
  ACESFilmicToneMapping, PCFShadowMap, PerspectiveCamera, Raycaster, Scene, Vector2, Vector3, WebGLRenderer,
  type Texture,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { fit, fov, GLIDE, glide, PRESETS, type Eye } from './camera';
import { free, release } from './dispose';
import { FrameMeter } from './frames';
import { rich } from './materials';
import { listen } from './pointer';
import { Room } from './room';
import type { GameScene, Moment, Overlay, Preset, Quality, Theme, Wording } from './scene';

/** The time in seconds shown by frozen fires. */
const STILL = 1.3;
/** Milliseconds between pictures while only fires move. */
const UNHURRIED = 30;

const PIXELS: Record<Quality, number> = { test: 1, low: 1, medium: 1.5, high: 2 };

/** Parts of the picture covered by the page, in pixels at its four sides. */
export interface Margins {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

export interface StageOptions {
  quality: Quality;
  theme: Theme;
  /** True if fires flicker and the camera glides. Otherwise draws only on changes. */
  motion: boolean;
  /** True if tests and screenshots must be able to read the canvas. */
  readable: boolean;
  /** Called when a spot was tapped; with null for a tap outside all spots. */
  onpick?: (spot: string | null) => void;
  /** Called when the mouse moved onto another spot, or off all of them. */
  onhover?: (spot: string | null) => void;
  /** Called once, if frames take so long that a lower quality or the flat table would be better. */
  onslow?: () => void;
  /** Called when the graphics context was lost (true) or restored (false). */
  onlost?: (lost: boolean) => void;
  /** Called when a picture could not be drawn; none will be drawn any more. */
  onfailed?: (cause: unknown) => void;
}

/** Cost of frames. */
export interface StageInfo {
  calls: number;
  triangles: number;
  geometries: number;
  textures: number;
  /** Frames drawn so far. */
  frames: number;
  /** Median milliseconds of a frame; null before some were drawn in a row. */
  frame: number | null;
}

export class Stage {
  readonly camera = new PerspectiveCamera(fov(1), 1, 0.1, 200);
  readonly #host: HTMLElement;
  readonly #game: GameScene;
  readonly #options: StageOptions;
  readonly #renderer: WebGLRenderer;
  readonly #scene = new Scene();
  readonly #room: Room;
  readonly #controls: OrbitControls;
  readonly #ray = new Raycaster();
  readonly #meter = new FrameMeter();
  readonly #watch: ResizeObserver;
  readonly #deaf: () => void;
  #environment: Texture | null = null;
  #shown: { moment: Moment; overlay: Overlay } | null = null;
  #preset: Preset;
  /** True if the camera is still where the preset put it. */
  #untouched = true;
  #gliding: { from: Eye; to: Eye; begun: number } | null = null;
  #margins: Margins = { top: 0, right: 0, bottom: 0, left: 0 };
  #pointer: { x: number; y: number } | null = null;
  #hovered: string | null = null;
  #stale = true;
  #lost = false;
  #failed = false;
  #request = 0;
  #begun: number | null = null;
  #still = STILL;
  #drawn = 0;
  #lastDrawn = -Infinity;
  #lastTick: number | null = null;
  /** True if slow frames were reported. */
  #reported = false;

  constructor(host: HTMLElement, game: GameScene, options: StageOptions) {
    this.#host = host;
    this.#game = game;
    this.#options = options;
    this.#preset = PRESETS[0]!;
    const { quality, theme, motion } = options;
    this.#renderer = new WebGLRenderer({ antialias: rich(quality), preserveDrawingBuffer: options.readable });
    this.#room = new Room({ quality, theme }, game.radius);
    this.#renderer.toneMapping = ACESFilmicToneMapping;
    this.#renderer.toneMappingExposure = this.#room.exposure;
    this.#renderer.shadowMap.enabled = quality !== 'test';
    this.#renderer.shadowMap.type = PCFShadowMap;
    this.#renderer.shadowMap.autoUpdate = false;
    this.#renderer.info.autoReset = false;
    this.#renderer.setPixelRatio(Math.min(devicePixelRatio, PIXELS[quality]));
    this.#scene.background = this.#room.background;
    this.#scene.fog = this.#room.fog;
    this.#scene.environmentIntensity = theme === 'day' ? 0.5 : 0.6;
    this.#scene.add(this.#room.object, game.object);
    this.#mirror();

    const canvas = this.#renderer.domElement;
    // The page describes the table in words.
    canvas.setAttribute('aria-hidden', 'true');
    canvas.style.display = 'block';
    host.append(canvas);
    this.#controls = new OrbitControls(this.camera, canvas);
    Object.assign(this.#controls, {
      enableDamping: motion, dampingFactor: 0.09, enablePan: false, rotateSpeed: 0.7,
      minDistance: game.radius * 0.8, maxDistance: game.radius * 6, minPolarAngle: 0.005, maxPolarAngle: 1.42,
    });
    this.#controls.addEventListener('start', () => this.#taken());
    this.#controls.addEventListener('change', () => this.#ask());
    this.#deaf = listen(canvas, {
      tap: (x, y) => options.onpick?.(this.spotAt(x, y)),
      hover: (at) => this.#point(at),
    });
    canvas.addEventListener('webglcontextlost', this.#onlost);
    canvas.addEventListener('webglcontextrestored', this.#onrestored);
    this.#watch = new ResizeObserver(() => this.resize());
    this.#watch.observe(host);
    this.resize();
    this.look(this.#preset.id, false);
  }

  /** Moves the camera to a preset; glides unless `gliding` is false. */
  look(preset: Preset['id'], gliding = true): void {
    this.#preset = PRESETS.find(({ id }) => id === preset) ?? this.#preset;
    this.#untouched = true;
    const to = fit(this.#preset, this.#game.extent, this.camera.aspect);
    if (gliding && this.#options.motion && this.#shown) {
      const from = { position: this.camera.position.clone(), target: this.#controls.target.clone() };
      this.#gliding = { from, to, begun: -1 };
    } else {
      this.#gliding = null;
      this.#stand(to);
    }
    this.#ask();
  }

  /** Fits the picture into its host; called automatically when the host changes. */
  resize(): void {
    const { clientWidth, clientHeight } = this.#host;
    if (clientWidth === 0 || clientHeight === 0) return;
    const { top, right, bottom, left } = this.#margins;
    // The table is centred in the uncovered part of the picture; the room fills the rest.
    const [width, height] = [Math.max(1, clientWidth - left - right), Math.max(1, clientHeight - top - bottom)];
    this.camera.aspect = width / height;
    this.camera.fov = fov(this.camera.aspect);
    this.camera.setViewOffset(width, height, -left, -top, clientWidth, clientHeight);
    this.#renderer.setSize(clientWidth, clientHeight);
    if (this.#untouched) {
      this.#gliding = null;
      this.#stand(fit(this.#preset, this.#game.extent, this.camera.aspect));
    }
    // A resize clears the canvas; drawing at once avoids a flash.
    if (this.#shown) this.#render(this.#seconds(performance.now()));
  }

  /** Keeps the table clear of parts covered by the page. */
  leave(margins: Margins): void {
    const same = (Object.keys(margins) as (keyof Margins)[]).every((side) => margins[side] === this.#margins[side]);
    this.#margins = { ...margins };
    if (!same) this.resize();
  }

  /** Sets the moment to show from the next frame on. */
  show(moment: Moment, overlay: Overlay): void {
    this.#shown = { moment, overlay };
    this.#stale = true;
    this.#ask();
  }

  /** Changes names or language on the table. */
  write(wording: Wording): void {
    this.#game.write?.(wording);
    this.#ask();
  }

  /** Draws a moment at once, with fires as they burn at a time. */
  draw(moment: Moment, overlay: Overlay, seconds: number): void {
    this.#shown = { moment, overlay };
    this.#stale = true;
    this.#still = seconds;
    this.#render(seconds);
  }

  /** Returns the spot under a point of the canvas, in pixels from its upper left corner. */
  spotAt(x: number, y: number): string | null {
    const { clientWidth, clientHeight } = this.#host;
    const point = new Vector2((2 * x) / clientWidth - 1, 1 - (2 * y) / clientHeight);
    // The pose defines which spots can be picked, and the next frame can be late.
    if (this.#stale) this.#pose(this.#seconds(performance.now()));
    this.camera.updateMatrixWorld();
    this.#game.object.updateMatrixWorld();
    this.#ray.setFromCamera(point, this.camera);
    for (const hit of this.#ray.intersectObjects(this.#game.targets(), true)) {
      const spot = this.#game.spot(hit.object, hit.instanceId);
      if (spot) return spot;
    }
    return null;
  }

  /**
   * Returns a point at which a spot can be picked, in pixels from the canvas's upper left corner,
   * if the game knows one.
   */
  pointOf(spot: string): { x: number; y: number } | null {
    const place = this.#game.where?.(spot);
    if (!place) return null;
    this.camera.updateMatrixWorld();
    this.#game.object.updateMatrixWorld();
    const seen = new Vector3(...place).applyMatrix4(this.#game.object.matrixWorld).project(this.camera);
    const { clientWidth, clientHeight } = this.#host;
    return { x: ((seen.x + 1) / 2) * clientWidth, y: ((1 - seen.y) / 2) * clientHeight };
  }

  get info(): StageInfo {
    const { render, memory } = this.#renderer.info;
    return {
      calls: render.calls, triangles: render.triangles, geometries: memory.geometries,
      textures: memory.textures, frames: this.#drawn, frame: this.#meter.median,
    };
  }

  dispose(): void {
    cancelAnimationFrame(this.#request);
    this.#watch.disconnect();
    this.#deaf();
    const canvas = this.#renderer.domElement;
    canvas.removeEventListener('webglcontextlost', this.#onlost);
    canvas.removeEventListener('webglcontextrestored', this.#onrestored);
    this.#controls.dispose();
    this.#game.dispose();
    this.#room.dispose();
    free(this.#scene);
    this.#environment?.dispose();
    this.#renderer.dispose();
    // Browsers allow few contexts at once and would free this one late.
    this.#renderer.forceContextLoss();
    canvas.remove();
  }

  #taken(): void {
    this.#untouched = false;
    this.#gliding = null;
  }

  #stand(eye: Eye): void {
    this.camera.position.copy(eye.position);
    this.#controls.target.copy(eye.target);
    this.#controls.update();
  }

  #mirror(): void {
    this.#environment = this.#room.mirrored(this.#renderer);
    this.#scene.environment = this.#environment;
  }

  #point(at: { x: number; y: number } | null): void {
    this.#pointer = at;
    if (this.#options.onhover) this.#ask();
  }

  #hover(): void {
    const at = this.#pointer;
    const spot = at ? this.spotAt(at.x, at.y) : null;
    if (spot === this.#hovered) return;
    this.#hovered = spot;
    this.#renderer.domElement.style.cursor = spot ? 'pointer' : '';
    this.#options.onhover?.(spot);
  }

  #onlost = (): void => {
    this.#lost = true;
    cancelAnimationFrame(this.#request);
    this.#request = 0;
    this.#lastTick = null;
    // Nothing of the old context may be freed in the new one.
    release(this.#scene);
    this.#environment?.dispose();
    this.#options.onlost?.(true);
  };

  /** Renders generated textures again; the renderer uploads everything else automatically. */
  #onrestored = (): void => {
    this.#lost = false;
    this.#mirror();
    this.#stale = true;
    this.#options.onlost?.(false);
    this.#ask();
  };

  #seconds(now: number): number {
    if (!this.#options.motion) return this.#still;
    this.#begun ??= now;
    return this.#still + (now - this.#begun) / 1000;
  }

  #ask(): void {
    if (this.#request === 0 && !this.#lost && !this.#failed) this.#request = requestAnimationFrame(this.#tick);
  }

  #tick = (now: number): void => {
    this.#request = 0;
    try {
      this.#frame(now);
    } catch (cause) {
      this.#failed = true;
      if (!this.#options.onfailed) throw cause;
      this.#options.onfailed(cause);
    }
  };

  #frame(now: number): void {
    const slow = this.#lastTick !== null && this.#meter.add(now - this.#lastTick);
    this.#lastTick = null;
    if (slow && !this.#reported) {
      this.#reported = true;
      this.#options.onslow?.();
    }
    this.#step(now);
    const turning = this.#controls.update();
    this.#hover();
    const { motion } = this.#options;
    const hurried = this.#stale || turning || this.#gliding !== null || !motion;
    if (this.#shown && (hurried || now - this.#lastDrawn >= UNHURRIED)) {
      this.#render(this.#seconds(now));
      this.#lastDrawn = now;
      // Only the time between consecutive frames measures a frame.
      if (motion) this.#lastTick = now;
    }
    if (motion || this.#gliding) this.#ask();
  }

  #step(now: number): void {
    const gliding = this.#gliding;
    if (!gliding) return;
    if (gliding.begun < 0) gliding.begun = now;
    const fraction = (now - gliding.begun) / (1000 * GLIDE);
    this.#stand(glide(gliding.from, gliding.to, fraction));
    if (fraction >= 1) this.#gliding = null;
  }

  #pose(seconds: number): void {
    if (this.#shown) this.#game.pose(this.#shown.moment, this.#shown.overlay, seconds);
  }

  #render(seconds: number): void {
    if (this.#lost || this.#failed || !this.#shown) return;
    this.#pose(seconds);
    this.#room.burn(seconds);
    // Fires do not move shadows.
    if (this.#stale) this.#renderer.shadowMap.needsUpdate = true;
    this.#stale = false;
    this.#renderer.info.reset();
    this.#renderer.render(this.#scene, this.camera);
    this.#drawn += 1;
  }
}
