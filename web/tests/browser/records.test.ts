/** Every game's table, from a record that is put onto the page. */
import type { BrowserContextOptions } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { SentLog, Snapshot } from '../../src/wire';
import { whole } from '../../src/wire/changes';
import { chromium, startFixture, server } from './fixture';
import { deciders, played } from './matches';
import { colours } from './pictures';
import { Visitor } from './visitor';

startFixture();

/** The snapshots of a record as the server tells them. */
async function snapshots(line: string): Promise<Snapshot[]> {
  const answer = await fetch(`${server.url}/api/event-log?observer=open`, {
    method: 'POST',
    headers: { 'content-type': 'application/jsonl' },
    body: line,
  });
  const [log] = (await answer.json()) as SentLog[];
  return whole(log!.items).filter((item) => item.type === 'start' || item.type === 'deal' || item.type === 'move');
}

async function opened(line: string, query: string, options: BrowserContextOptions = {}): Promise<Visitor> {
  const visitor = await Visitor.open(chromium, options);
  await visitor.page.goto(`${server.url}/${query}`);
  const file = { name: 'match.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(line) };
  await visitor.page.locator('input[type=file]').first().setInputFiles(file);
  await visitor.page.waitForURL('**/drop**');
  await visitor.ready();
  return visitor;
}

test('a record plays by itself where motion is welcome', async () => {
  const [first] = played();
  const visitor = await opened(first!.line, '?flat', { reducedMotion: 'no-preference' });
  await visitor.page.waitForFunction(() => window.__juez.state()!.index > 3);
  await visitor.seek(1);
  expect((await visitor.state())!.index).toBe(1);
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

describe.each(played())('$name', ({ line, moves }) => {
  test('a record shows what happened in it, forwards and backwards', async () => {
    const [shown, seats] = [await snapshots(line), deciders(line)];
    const visitor = await opened(line, '?q=test&still');
    const last = shown.length - 1;
    expect((await visitor.state())!.last).toBe(last);
    const places = [0, Math.floor(last / 3), Math.floor(last / 2), last - 1, last];
    const seen = new Map<number, unknown>();
    for (const at of [...places, ...places.toReversed()]) {
      await visitor.seek(at);
      const { index, snapshot } = (await visitor.state())!;
      expect(index).toBe(at);
      expect(snapshot.view).toEqual(shown[at]!.view);
      expect(snapshot.ply).toBeLessThanOrEqual(moves.length);
      // Between a deal that ends a hand and the one that follows no seat has to move.
      if (snapshot.to_move !== null) expect(snapshot.to_move).toBe(seats[snapshot.ply]);
      if (seen.has(at)) expect(snapshot).toEqual(seen.get(at));
      seen.set(at, snapshot);
    }
    await visitor.seek(Math.floor(last / 2));
    expect(await colours(chromium, await visitor.page.screenshot())).toBeGreaterThan(200);
    expect(visitor.complaints).toEqual([]);
    await visitor.close();
  });
});
