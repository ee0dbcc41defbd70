/** The canvas, the camera and the room around the table of one game. */
import {
  ACESFilmicToneMapping, AmbientLight, Color, PCFShadowMap, PerspectiveCamera, Raycaster, Scene, SpotLight,
  Vector2, WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import type { GameScene, Moment, Overlay, Preset, Quality, Theme } from './scene';

export interface StageOptions {
  quality: Quality;
  theme: Theme;
  motion: boolean;
  /** Whether the canvas can be read back: for tests and screenshots. */
  readable: boolean;
}

export class Stage {
  readonly camera = new PerspectiveCamera(36, 1, 0.1, 100);
  private readonly renderer: WebGLRenderer;
  private readonly room = new Scene();
  private readonly controls: OrbitControls;
  private readonly ray = new Raycaster();

  constructor(private readonly host: HTMLElement, private readonly game: GameScene, options: StageOptions) {
    const high = options.quality === 'high' || options.quality === 'medium';
    this.renderer = new WebGLRenderer({ antialias: high, preserveDrawingBuffer: options.readable });
    this.renderer.toneMapping = ACESFilmicToneMapping;
    this.renderer.shadowMap.enabled = high;
    this.renderer.shadowMap.type = PCFShadowMap;
    host.append(this.renderer.domElement);
    this.controls = new OrbitControls(this.camera, this.renderer.domElement);
    this.room.background = new Color(0x0b0807);
    const lamp = new SpotLight(0xffdcae, 400, 40, 0.8, 0.7, 1.9);
    lamp.position.set(1, 11, 2);
    lamp.castShadow = high;
    this.room.add(new AmbientLight(0xffe2bd, 0.7), lamp, lamp.target, game.object);
    this.look(game.presets[0]!);
    this.resize();
  }

  look(preset: Preset): void {
    this.camera.position.set(...preset.position);
    this.controls.target.set(...preset.target);
    this.controls.update();
  }

  resize(): void {
    const { clientWidth, clientHeight } = this.host;
    this.camera.aspect = clientWidth / Math.max(1, clientHeight);
    this.camera.updateProjectionMatrix();
    this.renderer.setSize(clientWidth, clientHeight);
  }

  /** The spot under a point of the canvas, in pixels from its upper left corner. */
  spotAt(x: number, y: number): string | null {
    const { clientWidth, clientHeight } = this.host;
    const point = new Vector2((2 * x) / clientWidth - 1, 1 - (2 * y) / clientHeight);
    this.ray.setFromCamera(point, this.camera);
    for (const hit of this.ray.intersectObjects(this.game.targets(), true)) {
      const spot = this.game.spot(hit.object, hit.instanceId);
      if (spot) return spot;
    }
    return null;
  }

  draw(moment: Moment, overlay: Overlay, seconds: number): void {
    this.game.pose(moment, overlay, seconds);
    this.renderer.render(this.room, this.camera);
  }

  dispose(): void {
    this.controls.dispose();
    this.game.dispose();
    this.renderer.dispose();
    this.renderer.domElement.remove();
  }
}
