/** The browser of the tests: Debian's Chromium, and the ways it can draw without a graphics card. */
import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

/** `CHROMIUM`, or the headless build, which takes a quarter less CPU time, or the usual one. */
const EXECUTABLE = [process.env['CHROMIUM'], '/usr/bin/chromium-headless-shell', '/usr/bin/chromium']
  .find((path) => path && existsSync(path));

/** What every run needs: no sandbox as root, no talk with the outside. */
const COMMON = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--force-device-scale-factor=1',
];

/** Ways to draw WebGL in software. `llvmpipe` takes two thirds of the CPU time and needs Mesa (libgl1-mesa-dri libegl1). */
const DRAWING = {
  swiftshader: ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
  llvmpipe: ['--use-angle=gl-egl', '--ignore-gpu-blocklist'],
  none: ['--disable-gpu', '--disable-3d-apis'],
} as const;

export type Drawing = keyof typeof DRAWING;

/** Starts a browser. Without Chromium the tests fail, for they would show nothing. */
export async function browser(drawing: Drawing = defaultDrawing()): Promise<Browser> {
  if (!EXECUTABLE) throw new Error('no Chromium: apt install chromium, or name it in CHROMIUM');
  const env = { ...process.env, LIBGL_ALWAYS_SOFTWARE: '1' } as Record<string, string>;
  return chromium.launch({
    executablePath: EXECUTABLE,
    args: [...COMMON, ...DRAWING[drawing]],
    env,
  });
}

/** `JUEZ_DRAWING`, or the fastest that is installed. */
function defaultDrawing(): Drawing {
  const wanted = process.env['JUEZ_DRAWING'];
  if (wanted && wanted in DRAWING) return wanted as Drawing;
  return existsSync('/usr/share/glvnd/egl_vendor.d/50_mesa.json') ? 'llvmpipe' : 'swiftshader';
}
