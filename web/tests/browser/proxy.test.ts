/** The site behind nginx with its defaults, at the root and below a path. Without nginx these tests are skipped. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { browser } from './chromium';
import { addressed } from './server';
import { Visitor } from './visitor';

/** Where Debian has it, which is on the path of root alone. */
const NGINX = ['nginx', '/usr/sbin/nginx'].find((program) => {
  try {
    execFileSync(program, ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
});

function freePort(): Promise<number> {
  return new Promise((found) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => found(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

async function reachable(url: string): Promise<void> {
  for (;;) {
    if (await fetch(url).then((answer) => answer.ok, () => false)) return;
    await new Promise((again) => setTimeout(again, 50));
  }
}

const processes: ChildProcess[] = [];
const folder = mkdtempSync(join(tmpdir(), 'juez-proxy-'));
let chromium: Browser;
let proxy: string;

beforeAll(async () => {
  if (!NGINX) return;
  chromium = await browser('none');
  const { child, url } = await addressed(['serve', '--bind', '127.0.0.1:0', '--store', ':memory:', '--allow-host', 'localhost']);
  const port = await freePort();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`).join(' ');
  writeFileSync(join(folder, 'nginx.conf'), `daemon off; master_process off; pid ${folder}/pid; error_log stderr crit;
events { worker_connections 64; }
http { access_log off; ${temporary}
  server { listen 127.0.0.1:${port};
    location / { proxy_pass ${url}; }
    location /a/site/ { proxy_pass ${url}/; }
  }
}`);
  processes.push(child, spawn(NGINX, ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' }));
  proxy = `http://localhost:${port}`;
  await reachable(`${proxy}/api/games`);
});
afterAll(async () => {
  await chromium?.close();
  processes.forEach((process) => process.kill('SIGKILL'));
  rmSync(folder, { recursive: true, force: true });
});

for (const path of ['', '/a/site']) {
  test.skipIf(!NGINX)(`a match is played behind nginx below "${path}/", and each move comes at once`, async () => {
    const visitor = await Visitor.open(chromium);
    const { page } = visitor;
    await visitor.page.goto(`${proxy}${path}/`);
    const id = await page.evaluate(async (base) => {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ game: 'quoridor', players: ['free', 'random'], options: {} });
      const answer = await fetch(`${base}/api/matches`, { method: 'POST', headers, body });
      if (!answer.ok) throw new Error(await answer.text());
      return ((await answer.json()) as { id: string }).id;
    }, path);
    await visitor.goto(`${proxy}${path}/m/${id}?flat&still`);
    const post = (what: string, body: unknown): Promise<void> => page.evaluate(async ([to, text]) => {
      const answer = await fetch(to!, { method: 'POST', headers: { 'content-type': 'application/json' }, body: text! });
      if (!answer.ok) throw new Error(await answer.text());
    }, [`${path}/api/matches/${id}/${what}`, JSON.stringify(body)]);
    await post('seat', { seat: 0, take: true });
    await visitor.until((table) => table.ask !== null);
    // Each step and its answer come before anything else happens: a proxy that collects 4 kB shows none of them.
    for (let moves = 0; moves < 2; moves += 1) {
      const ask = (await visitor.table())!.ask!;
      const move = ask.legal.find((legal) => legal.length === 2);
      await post('move', { seat: 0, ply: ask.ply, move });
      await page.waitForFunction((ply) => (window.__juez.table()?.ask?.ply ?? 0) > ply, ask.ply);
    }
    await page.goto(`${proxy}${path}/docs`);
    await page.locator('main a').first().click();
    await page.waitForURL(/\/docs\/./);
    await page.reload();
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.getByRole('link', { name: 'juez' }).first().click();
    await page.waitForURL(`${proxy}${path}/`);
    expect(visitor.complaints).toEqual([]);
    await visitor.close();
  });
}
