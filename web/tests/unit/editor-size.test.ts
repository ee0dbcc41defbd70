/** What the editor weighs beyond the page that loads it. */
import { rmSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { built, type Chunk } from '../browser/editor/built';

/** The most that the editor may weigh as it travels, in bytes, and two versions to compare beyond it. */
const MOST = { create: 150_000, diff: 20_000 };

/** A chunk with all that it needs at once, but for what is there already. */
function needed(chunk: Chunk, all: Chunk[], there: Set<string>): string[] {
  const found = new Set<string>();
  const add = (name: string): void => {
    if (found.has(name) || there.has(name)) return;
    found.add(name);
    all.find(({ fileName }) => fileName === name)!.imports.forEach(add);
  };
  add(chunk.fileName);
  return [...found];
}

test('the editor is light, and so is the comparison of two versions', { timeout: 120_000 }, async () => {
  const { folder, chunks } = await built();
  rmSync(folder, { recursive: true });
  const page = chunks.find(({ isEntry }) => isEntry)!;
  const there = new Set([page.fileName, ...page.imports]);
  for (const part of ['create', 'diff'] as const) {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`editor/${part}.ts`))!;
    const files = needed(chunk, chunks, there);
    const texts = files.map((name) => chunks.find(({ fileName }) => fileName === name)!.code);
    const sum = (squeeze: (text: string) => Buffer): number => texts.reduce((bytes, text) => bytes + squeeze(text).length, 0);
    const [gzip, brotli] = [sum((text) => gzipSync(text, { level: 9 })), sum((text) => brotliCompressSync(text))];
    console.log(`${part}: ${(gzip / 1000).toFixed(1)} kB gzip, ${(brotli / 1000).toFixed(1)} kB brotli in ${files.length} files`);
    expect(gzip).toBeLessThanOrEqual(MOST[part]);
    files.forEach((name) => there.add(name));
  }
});
