/** A match goes on from a position of one that is over, and says so. */
import { writeFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { chromium, startFixture, server } from './fixture';
import { begin } from './people';
import { picture } from './pictures';
import { juez } from './server';
import { Visitor } from './visitor';

startFixture('none');

const WIDE = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

interface Branched {
  branch: { of?: string; ply: number; hands_seen?: boolean };
  moves: string[];
  plies: { by: string }[];
}

/** A visitor at a match of bots that is over; its id. */
async function finished(game: string, players: string[], options = WIDE): Promise<[Visitor, string]> {
  const visitor = await Visitor.open(chromium, options);
  const id = await begin(visitor, server.url, { game, options: {}, players, pace_ms: 0, takeover: 'owner' }, '&flat');
  await visitor.until(({ status }) => status === 'finished');
  return [visitor, id];
}

/** Goes on from a position as this person. */
async function playOn({ page }: Visitor, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Continue from here' }).click();
  await page.getByRole('dialog').getByLabel('Your name').fill(name);
  await page.getByRole('button', { name: 'Start the match' }).click();
}

/** The id of the match that the page shows, once it is another than `before`. */
async function another({ page }: Visitor, before: string): Promise<string> {
  await page.waitForURL((url) => /^\/m\//.test(url.pathname) && !url.pathname.endsWith(before));
  return new URL(page.url()).pathname.slice(3);
}

/** Resigns, and what `juez verify` says of the record; also the record. */
async function ended(visitor: Visitor, id: string): Promise<[string, Branched]> {
  const { page } = visitor;
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: /Really/ }).click();
  await visitor.until(({ status }) => status === 'finished');
  const line = await (await fetch(`${server.url}/api/matches/${id}/record`)).text();
  const file = join(mkdtempSync(join(tmpdir(), 'juez-')), 'branch.jsonl');
  writeFileSync(file, line);
  return [juez('verify', file), JSON.parse(line) as Branched];
}

test.each([['1280', WIDE], ['390', PHONE]] as const)(
  'a visitor takes a seat in the middle of a match with hidden hands, on a page of %s pixels',
  async (width, options) => {
    const [visitor, id] = await finished('durak', ['greedy', 'random'], options as typeof WIDE);
    const { page } = visitor;
    await visitor.seek(9);
    const { snapshot } = (await visitor.state())!;
    await page.getByRole('button', { name: 'Continue from here' }).click();
    const dialog = page.getByRole('dialog', { name: `Continue from move ${snapshot.ply}` });
    await dialog.getByText('The match is marked “hands were seen”.').waitFor();
    const seats = dialog.locator('select');
    await expect.poll(() => seats.nth(snapshot.to_move!).inputValue()).toBe('me');
    await expect.poll(() => seats.nth(1 - snapshot.to_move!).inputValue()).toBe('same');
    await picture(page, `play-on-${width}`);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await playOn(visitor, 'Eva');
    const next = await another(visitor, id);
    await visitor.ready();
    await visitor.until(({ ask }) => ask !== null);
    const table = (await visitor.table())!;
    expect(table.seats[snapshot.to_move!]).toMatchObject({ name: 'Eva', you: true });
    const told = page.locator('.viewer .top').getByText(`From match ${id}, move ${snapshot.ply}`);
    await told.waitFor();
    await page.getByText('hands were seen').waitFor();
    await picture(page, `branch-${width}`);
    const [verdict, record] = await ended(visitor, next);
    expect(verdict).toContain(`from match ${id}, ply ${snapshot.ply}, hands were seen`);
    expect(verdict).toContain('ok');
    expect(record.branch).toEqual({ of: id, ply: snapshot.ply, hands_seen: true });
    expect(record.plies.slice(0, snapshot.ply).every(({ by }) => by === 'given')).toBe(true);
    // Its link leads to that very position.
    await told.click();
    await another(visitor, next);
    await visitor.ready();
    expect((await visitor.state())!.snapshot.ply).toBe(snapshot.ply);
    expect(visitor.complaints).toEqual([]);
    await visitor.close();
  },
);

test('a record that was opened as a file goes on as a match', async () => {
  const line = juez('play', 'quoridor', 'greedy', 'minimax', '--seed', '7', '--json').trim();
  const visitor = await Visitor.open(chromium, WIDE);
  const { page } = visitor;
  await page.goto(`${server.url}/?flat&still`);
  const file = { name: 'match.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(`\n${line}\n`) };
  await page.locator('input[type=file]').first().setInputFiles(file);
  await page.waitForURL('**/drop**');
  await visitor.ready();
  await visitor.seek(6);
  await playOn(visitor, 'Eva');
  const id = await another(visitor, 'drop');
  await visitor.ready();
  await visitor.until(({ ask }) => ask?.ply === 6);
  await page.getByText('From a record, move 6').waitFor();
  const [verdict, record] = await ended(visitor, id);
  expect(verdict).toContain('from a record, ply 6');
  expect(record.branch).toEqual({ ply: 6 });
  expect(record.moves).toEqual((JSON.parse(line) as Branched).moves.slice(0, 6));
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

test('no match goes on from its end, nor while it runs', async () => {
  const [visitor, id] = await finished('quoridor', ['greedy', 'random']);
  const { page } = visitor;
  const button = page.getByRole('button', { name: 'Continue from here' });
  await visitor.seek(3);
  await button.waitFor();
  await visitor.seek((await visitor.state())!.last);
  await button.waitFor({ state: 'detached' });
  await visitor.seek(3);
  await playOn(visitor, 'Eva');
  await another(visitor, id);
  await visitor.ready();
  expect(await button.count()).toBe(0);
  await visitor.close();
});

test('all who look are told of a chosen seed, and of its digits once no hand is hidden', async () => {
  const [ana, leo] = await Promise.all([Visitor.open(chromium, WIDE), Visitor.open(chromium, WIDE)]);
  const match = { game: 'durak', options: {}, players: ['me', 'random'], name: 'Ana', seed: '7', pace_ms: 0 };
  const id = await begin(ana, server.url, match, '&flat');
  await leo.goto(`${server.url}/m/${id}?flat&still`);
  for (const { page } of [ana, leo]) {
    await page.getByText('the owner of the match can know every hand').waitFor();
    expect(await page.getByText('Chosen seed: 7').count()).toBe(0);
  }
  await picture(leo.page, 'chosen-seed');
  await ana.page.getByRole('button', { name: 'Resign' }).click();
  await ana.page.getByRole('button', { name: /Really/ }).click();
  await leo.page.getByText('Chosen seed: 7').waitFor();
  expect([...ana.complaints, ...leo.complaints]).toEqual([]);
  await Promise.all([ana, leo].map((visitor) => visitor.close()));
});
