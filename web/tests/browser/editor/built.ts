/** The page with the editor alone, built as the pages of juez are. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, preview, type PreviewServer, type Rolldown } from 'vite';

/** The one of `crates/server/src/guard.rs`. */
const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'";

export type Chunk = Rolldown.OutputChunk;

/** Builds the page into a folder of its own. */
export async function built(): Promise<{ folder: string; chunks: Chunk[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'juez-editor-'));
  const made = await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'error',
    build: { target: 'es2022', outDir: folder, emptyOutDir: true, assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  });
  const { output } = made as Rolldown.RolldownOutput;
  return { folder, chunks: output.filter((file) => file.type === 'chunk') };
}

/** Serves the page under the content security policy of juez. */
export async function served(folder: string): Promise<{ url: string; stop(): Promise<void> }> {
  const server: PreviewServer = await preview({
    configFile: false,
    root: import.meta.dirname,
    build: { outDir: folder },
    preview: { port: 0, host: '127.0.0.1', headers: { 'content-security-policy': POLICY } },
  });
  const url = server.resolvedUrls!.local[0]!;
  return {
    url,
    stop: async () => {
      await server.close();
      rmSync(folder, { recursive: true });
    },
  };
}
