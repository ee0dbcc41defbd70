/** Graphics of the browser. */
import type { Quality } from './scene';

/** `software`: 3D without a graphics card, slowly. */
export type Graphics = 'none' | 'software' | 'hardware';

/** Tests whether WebGL 2 works, without leaving a context behind. */
export function probe(): Graphics {
  const gl = document.createElement('canvas').getContext('webgl2');
  if (!gl) return 'none';
  const info = gl.getExtension('WEBGL_debug_renderer_info');
  const name = String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name) ? 'software' : 'hardware';
}

/** Returns the initial quality if none was chosen. */
export function usualQuality(graphics: Graphics): Quality {
  if (graphics !== 'hardware') return 'test';
  const small = Math.min(screen.width, screen.height) < 700;
  return small || (navigator.hardwareConcurrency || 4) < 4 ? 'medium' : 'high';
}
