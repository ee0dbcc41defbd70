/** Words and numbers as pictures: on the board, over a seat, next to a mark. */
import {
  CanvasTexture, Mesh, MeshBasicMaterial, PlaneGeometry, SRGBColorSpace, Sprite, SpriteMaterial,
} from 'three';

export interface LabelOptions {
  /** Any CSS colour. */
  colour?: string;
  /** The colour of a rounded plate behind the words; no plate without it. */
  plate?: string;
  /** The line around the plate, or around the letters without one. */
  edge?: string;
  /** Height of the letters in pixels of the picture. */
  size?: number;
  family?: 'serif' | 'sans';
}

const FAMILIES = { serif: "Georgia, 'DejaVu Serif', serif", sans: "system-ui, 'DejaVu Sans', sans-serif" };

/** Draws one line of words, as wide as they are. */
export function drawLabel(text: string, options: LabelOptions = {}): HTMLCanvasElement {
  const { colour = '#f4e3bf', plate, edge, size = 48, family = 'serif' } = options;
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d')!;
  const font = `600 ${size}px ${FAMILIES[family]}`;
  pen.font = font;
  const pad = size * (plate ? 0.5 : 0.25);
  canvas.width = Math.ceil(pen.measureText(text).width + 2 * pad);
  canvas.height = Math.ceil(size * 1.6);
  pen.font = font;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.lineJoin = 'round';
  if (plate) {
    const line = edge ? size * 0.06 : 0;
    pen.beginPath();
    pen.roundRect(line, line, canvas.width - 2 * line, canvas.height - 2 * line, size * 0.45);
    pen.fillStyle = plate;
    pen.fill();
    if (edge) {
      pen.strokeStyle = edge;
      pen.lineWidth = line;
      pen.stroke();
    }
  } else if (edge) {
    pen.strokeStyle = edge;
    pen.lineWidth = size * 0.16;
    pen.strokeText(text, canvas.width / 2, canvas.height * 0.53);
  }
  pen.fillStyle = colour;
  pen.fillText(text, canvas.width / 2, canvas.height * 0.53);
  return canvas;
}

/** Returns a canvas as a texture that stays sharp at a slant. */
export function canvasTexture(canvas: HTMLCanvasElement): CanvasTexture {
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 8;
  return texture;
}

/**
 * Returns words that always face the camera, `height` units high, drawn over everything in front of
 * them.
 */
export function labelSprite(text: string, height: number, options: LabelOptions = {}): Sprite {
  const sprite = new Sprite(new SpriteMaterial({ depthTest: false, toneMapped: false }));
  rewrite(sprite, text, height, options);
  sprite.renderOrder = 20;
  return sprite;
}

/** Changes the words of a sprite of `labelSprite`, `height` units high. */
export function rewrite(sprite: Sprite, text: string, height: number, options: LabelOptions = {}): void {
  const canvas = drawLabel(text, options);
  // A new texture, because a texture cannot change its size.
  sprite.material.map?.dispose();
  sprite.material.map = canvasTexture(canvas);
  sprite.scale.set((height * canvas.width) / canvas.height, height, 1);
}

/** Returns words flat on the table, readable from +z, `height` units high. */
export function labelPlane(text: string, height: number, options: LabelOptions = {}): Mesh {
  const canvas = drawLabel(text, options);
  const geometry = new PlaneGeometry((height * canvas.width) / canvas.height, height).rotateX(-Math.PI / 2);
  const map = canvasTexture(canvas);
  const material = new MeshBasicMaterial({ map, transparent: true, depthWrite: false, polygonOffset: true });
  material.polygonOffsetFactor = -2;
  return new Mesh(geometry, material);
}
