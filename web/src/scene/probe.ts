/** Graphics of the browser. */
import type { Quality } from './scene';

/** `software`: it draws in 3D, but slowly, without a graphics card. */
export type Graphics = 'none' | 'software' | 'hardware';

/** Tries whether WebGL 2 works, without leaving a context behind. */
export function probe(): Graphics {
  const gl = document.createElement('canvas').getContext('webgl2');
  if (!gl) return 'none';
  const info = gl.getExtension('WEBGL_debug_renderer_info');
  const name = String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name) ? 'software' : 'hardware';
}

/** The quality to begin with where none was chosen. */
export function usualQuality(graphics: Graphics): Quality {
  if (graphics !== 'hardware') return 'test';
  const small = Math.min(screen.width, screen.height) < 700;
  return small || (navigator.hardwareConcurrency || 4) < 4 ? 'medium' : 'high';
}
