import { svelte } from '@sveltejs/vite-plugin-svelte';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

/** Files below this size are sent as they are: the headers of a compressed answer weigh as much. */
const WORTH_COMPRESSING = 600;

/** Writes a `.br` and a `.gz` beside every text file that is worth it, once, when the page is built. */
function precompressed(): Plugin {
  const squeeze = (folder: string): void => {
    for (const name of readdirSync(folder)) {
      const path = join(folder, name);
      if (statSync(path).isDirectory()) {
        squeeze(path);
      } else if (/\.(js|css|html|svg|json)$/.test(name)) {
        const bytes = readFileSync(path);
        if (bytes.length < WORTH_COMPRESSING) continue;
        const best = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
        writeFileSync(`${path}.br`, brotliCompressSync(bytes, best));
        writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
      }
    }
  };
  return { name: 'precompressed', apply: 'build', writeBundle: ({ dir }) => squeeze(dir ?? 'dist') };
}

/** Serves the films of the folder `JUEZ_FILMS` to the workbench. */
function films(): Plugin {
  return {
    name: 'films',
    apply: 'serve',
    configureServer(server) {
      const folder = process.env['JUEZ_FILMS'];
      server.middlewares.use('/films', (request, answer, next) => {
        const name = request.url?.split('?')[0]?.slice(1) ?? '';
        if (!folder || !/^[\w-]+\.json$/.test(name)) return next();
        answer.setHeader('content-type', 'application/json');
        answer.end(readFileSync(join(folder, name)));
      });
    },
  };
}

/** The server of `juez serve`, which answers nothing but its own pages: requests pass for theirs. */
const SERVER = 'http://127.0.0.1:7878';

export default defineConfig({
  plugins: [svelte(), precompressed(), films()],
  build: {
    target: 'es2022',
    // Nothing inline: the content security policy allows scripts and fonts from files only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'three', test: /node_modules[\\/]three/ }] } },
    },
  },
  server: { proxy: { '/api': { target: SERVER, changeOrigin: true, headers: { origin: SERVER } } } },
});
