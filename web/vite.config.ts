import { svelte } from '@sveltejs/vite-plugin-svelte';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
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

/** Styles of pages that a match does without: the start page, a class, the documentation. */
const APART =
  /src\/ui\/((class|docs)\/[^?]*|start\/(StartPage|NewMatch|MatchList|GameCards|UnusableBots)|parts\/Masthead)\.svelte\?.*type=style/;
/** Stands in the code for the address of their sheet, as in `src/ui/apart/sheet.ts`. */
const SHEET = '__SHEET_APART__';

/** Puts these styles into a sheet of their own. */
function apart(): Plugin {
  const styles = new Map<string, string>();
  return {
    name: 'apart',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!APART.test(id)) return null;
      styles.set(id, code);
      return { code: '', map: null };
    },
    generateBundle(_, bundle) {
      const source = [...styles.keys()].sort().map((id) => styles.get(id)).join('\n').replace(/\n\s*/g, '\n');
      const file = this.getFileName(this.emitFile({ type: 'asset', name: 'apart.css', source }));
      for (const chunk of Object.values(bundle)) {
        if (chunk.type === 'chunk') chunk.code = chunk.code.replaceAll(SHEET, `/${file}`);
      }
    },
  };
}

/** Has what is loaded on demand loaded from its own file, not from one that only passes its exports on. */
function direct(): Plugin {
  const passes = /^export\{(\w+) as (\w+)\}from"\.\/([\w.-]+)";?\s*$/;
  return {
    name: 'direct',
    apply: 'build',
    enforce: 'post',
    generateBundle: { order: 'post', handler(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      for (const { fileName, code } of chunks) {
        const found = passes.exec(code);
        if (!found) continue;
        const [, inner, outer, target] = found;
        const name = fileName.split('/').at(-1)!;
        for (const other of chunks) {
          other.code = other.code
            .replaceAll(`import(\`./${name}\`)`, `import(\`./${target}\`).then(file=>({${outer}:file.${inner}}))`)
            .replaceAll(name, target!);
        }
        delete bundle[fileName];
      }
    } },
  };
}

/** three.js from its modules, so that only those that are needed come along, with shaders as short as its own build makes them. */
function slimThree(): Plugin {
  const shader = /\/\* glsl \*\/`(.*?)`/gs;
  const short = (text: string): string =>
    text.trim().replace(/[ \t]*\/\/.*\n/g, '').replace(/[ \t]*\/\*.*?\*\//gs, '').replace(/^[ \t]+/gm, '').replace(/\n{2,}/g, '\n');
  return {
    name: 'slim-three',
    apply: 'build',
    config: () => ({ resolve: { alias: [{ find: /^three$/, replacement: 'three/src/Three.js' }] } }),
    transform(code, id) {
      return /three[\\/]src/.test(id) ? code.replace(shader, (_, text: string) => JSON.stringify(short(text))) : null;
    },
  };
}

/** Files by the folder of their modules, the first that fits: those of one kind of table, and those of both. */
const OF_3D: [RegExp, string][] = [
  [/node_modules[\\/]three/, 'three'],
  [/src[\\/]scene/, 'scene'],
  [/src[\\/]cards[\\/]table/, 'cards-3d'],
  [/src[\\/]games[\\/](\w+)[\\/]scene/, '$1-3d'],
];
const OF_BOTH: [RegExp, string][] = [
  [/src[\\/]cards/, 'cards'],
  [/src[\\/]flat[\\/]cards/, 'flat-cards'],
  [/src[\\/]flat/, 'flat'],
  [/src[\\/]games[\\/](\w+)[\\/][Ff]lat/, '$1-flat'],
  [/src[\\/]games[\\/](?!words)(\w+)[\\/](?!words)/, '$1'],
];

type Graph = { getModuleInfo(id: string): { importedIds: string[] } | null };

/** The modules that a module imports, itself included, but for those that it loads when it needs them. */
function closure(id: string, graph: Graph, found = new Set<string>()): Set<string> {
  if (!found.has(id)) {
    found.add(id);
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) closure(imported, graph, found);
  }
  return found;
}

const reached = new Map<string, Set<string>>();
const TABLES = readdirSync(join(import.meta.dirname, 'src/games')).map((game) => `games/${game}/Flat.svelte`)
  .filter((table) => existsSync(join(import.meta.dirname, 'src', table)));

/**
 * The file of a module. Each file costs a request with its headers and compresses badly if it is small, so there are few:
 * one for all pages, one for matches, and some for tables.
 */
function fileOf(id: string, graph: Graph): string | null {
  const needs = (root: string): boolean => {
    if (!reached.has(root)) reached.set(root, closure(join(import.meta.dirname, 'src', root), graph));
    return reached.get(root)!.has(id);
  };
  const match = needs('ui/match/MatchPage.svelte');
  if (needs('main.ts') || /preload-helper|rolldown[\\/]runtime/.test(id) || (match && needs('ui/start/StartPage.svelte'))) return 'app';
  if (match) return 'match';
  // A flat table must not bring three.js along.
  const flat = TABLES.some(needs);
  const rules = flat ? OF_BOTH : [...OF_3D, ...OF_BOTH];
  const rule = rules.find(([folder]) => folder.test(id));
  if (rule) return rule[0].exec(id)![0].replace(...rule);
  return flat ? 'match' : null;
}

/** The server of `juez serve`, which answers nothing but its own pages: requests pass for theirs. */
const SERVER = 'http://127.0.0.1:7878';

export default defineConfig({
  // The site may be below a path: `index.html` is told by the server how far up it is.
  base: './',
  plugins: [apart(), svelte(), slimThree(), direct(), share(), precompressed(), logs()],
  build: {
    target: 'es2022',
    // Nothing inline: the content security policy allows scripts and fonts from files only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // One sheet for all pages: most of it is of the match.
    cssCodeSplit: false,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: { codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: fileOf }],
        } },
    },
  },
  server: { proxy: { '/api': { target: SERVER, changeOrigin: true, headers: { origin: SERVER } } } },
});
