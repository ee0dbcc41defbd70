import { svelte } from '@sveltejs/vite-plugin-svelte';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';
import { share, SHARED } from './share';

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
        // The file to share is large and rarely asked for: not worth the seconds.
        if (name !== SHARED) writeFileSync(`${path}.br`, brotliCompressSync(bytes, best));
        writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
      }
    }
  };
  return { name: 'precompressed', apply: 'build', writeBundle: { sequential: true, order: 'post', handler: ({ dir }) => squeeze(dir ?? 'dist') } };
}

/** Serves the logs of the folder `JUEZ_LOGS` to the workbench. */
function logs(): Plugin {
  return {
    name: 'logs',
    apply: 'serve',
    configureServer(server) {
      const folder = process.env['JUEZ_LOGS'];
      server.middlewares.use('/logs', (request, answer, next) => {
        const name = request.url?.split('?')[0]?.slice(1) ?? '';
        if (!folder || !/^[\w-]+\.json$/.test(name)) return next();
        answer.setHeader('content-type', 'application/json');
        answer.end(readFileSync(join(folder, name)));
      });
    },
  };
}

/** Parts of every 3D table. */
const SCENE = /src[\\/]scene[\\/](camera|dispose|label|marks|materials|pieces|pointer|room|shapes|sparks|stage|table|textures|torch)\./;
/** Parts of every page. */
const PAGE = new RegExp('src[\\\\/](' + [
  'ui[\\\\/](announcer|dialogs|layers|trouble|focus|drop[\\\\/]dropped|parts[\\\\/](Icon|icons|Lost|SeatMark))', 'i18n[\\\\/](t|words)',
  'settings', 'route', 'api', 'playback', 'mark-colour', 'scene[\\\\/](ease|rand|seats)', 'games[\\\\/](effects|hands|words[\\\\/](table|text))',
].join('|') + ')\\.');
/** Parts that both tables of a game need. */
const GAME = /src[\\/]games[\\/](\w+)[\\/](module|say|ways|layout|memory|trick|tiles)\.ts/;

/** The server of `juez serve`, which answers nothing but its own pages: requests pass for theirs. */
const SERVER = 'http://127.0.0.1:7878';

export default defineConfig({
  plugins: [svelte(), share(), precompressed(), logs()],
  build: {
    target: 'es2022',
    // Nothing inline: the content security policy allows scripts and fonts from files only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: { codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'three', test: /node_modules[\\/]three/ },
            // Small files that are always needed together compress better as one.
            { name: 'scene', test: SCENE },
            { name: 'page', test: PAGE },
            { name: (id) => GAME.exec(id)?.[1] ?? null, test: GAME },
          ],
        } },
    },
  },
  server: { proxy: { '/api': { target: SERVER, changeOrigin: true, headers: { origin: SERVER } } } },
});
