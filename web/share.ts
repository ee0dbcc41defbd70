/** The viewer in one file: `share.html` among the built pages, which the page fills with a match for people to keep. */
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Plugin, type Rolldown } from 'vite';

/** The name of the file. */
export const SHARED = 'share.html';

/** Builds all of the page that a match needs into one script and one sheet of styles. */
async function bundled(): Promise<{ script: string; style: string }> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [svelte()],
    define: { 'import.meta.env.SHARED': 'true' },
    build: {
      write: false, target: 'es2022', assetsInlineLimit: Infinity, modulePreload: { polyfill: false },
      cssCodeSplit: false, chunkSizeWarningLimit: 3000,
      rolldownOptions: { input: 'src/main.ts', output: { codeSplitting: false } },
    },
  });
  const { output } = (Array.isArray(built) ? built[0] : built) as Rolldown.RolldownOutput;
  const script = output.find((file) => file.type === 'chunk')?.code ?? '';
  const style = output.find((file) => file.type === 'asset' && file.fileName.endsWith('.css'));
  return { script, style: style?.type === 'asset' ? String(style.source) : '' };
}

/** Writes `share.html` beside the built pages. What it holds of a match comes into the empty scripts. */
export function share(): Plugin {
  return {
    name: 'share',
    apply: 'build',
    writeBundle: { sequential: true, order: 'pre', async handler({ dir }) {
      const { script, style } = await bundled();
      const viewer = gzipSync(script, { level: 9 }).toString('base64');
      // A text that ends its own element would end it too early.
      const styles = style.replaceAll('</style', '<\\/style');
      writeFileSync(join(dir ?? 'dist', SHARED), `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>juez</title>
<style>${styles}</style>
</head>
<body>
<div id="app"></div>
<script type="text/plain" id="match"></script>
<script type="text/plain" id="viewer">${viewer}</script>
<script type="module">
const bytes = Uint8Array.from(atob(document.querySelector('#viewer').textContent), (letter) => letter.charCodeAt(0));
const viewer = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
const textContent = await new Response(viewer).text();
document.body.append(Object.assign(document.createElement('script'), { type: 'module', textContent }));
</script>
</body>
</html>
`);
    } },
  };
}
