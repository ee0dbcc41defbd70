/** What becomes of the table when 3D fails, or the graphics card takes its picture away. */
import { expect, test } from 'vitest';
import { chromium, startFixture, server } from './fixture';
import { begin } from './people';
import { Visitor } from './visitor';

startFixture();

const MATCH = { game: 'quoridor' as const, options: {}, players: ['me', 'minimax'], name: 'Ana', pace_ms: 0 };

/** Waits until the table is of a kind: a quality of 3D, or `flat`. */
async function shows({ page }: Visitor, kind: string): Promise<void> {
  await page.waitForFunction((wanted) => window.__juez?.quality === wanted, kind);
  await page.locator(kind === 'flat' ? '.host svg' : '.host canvas').first().waitFor();
}

/** Takes the picture away, or gives it back. */
async function graphics({ page }: Visitor, what: 'loseContext' | 'restoreContext'): Promise<void> {
  await page.evaluate((wanted) => {
    const gl = document.querySelector<HTMLCanvasElement>('.host canvas')!.getContext('webgl2')!;
    const kept = window as { lose?: WEBGL_lose_context };
    // A context that is lost tells of no extensions.
    kept.lose ??= gl.getExtension('WEBGL_lose_context')!;
    kept.lose[wanted]();
  }, what);
}

test('where 3D cannot be set up, the flat table is a button away, and so is another try', async () => {
  const visitor = await Visitor.open(chromium);
  const { page } = visitor;
  await page.addInitScript(() => {
    const { getContext } = HTMLCanvasElement.prototype;
    const refuse = window as { refuse?: boolean };
    refuse.refuse = true;
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, ...rest: unknown[]) {
      // The page tries with a canvas of its own whether there is WebGL at all: that one works.
      if (refuse.refuse && kind === 'webgl2' && rest.length > 0) return null;
      return (getContext as (...all: unknown[]) => unknown).call(this, kind, ...rest);
    } as typeof getContext;
  });
  await page.goto(server.url);
  const id = await page.evaluate(async (body) => {
    const answer = await fetch('/api/matches', {
      method: 'POST', headers: { 'content-type': 'application/json' }, body,
    });
    return ((await answer.json()) as { id: string }).id;
  }, JSON.stringify(MATCH));
  await page.goto(`${server.url}/m/${id}?still`);
  // Without a graphics card the table is flat until 3D is asked for.
  await shows(visitor, 'flat');
  await page.getByRole('button', { name: 'Use 3D anyway' }).click();
  const failure = page.getByRole('alert');
  await failure.waitFor();
  await page.getByRole('button', { name: 'Show the flat table' }).click();
  await shows(visitor, 'flat');
  expect(await failure.count()).toBe(0);
  await page.getByRole('button', { name: 'View', exact: true }).click();
  await page.getByRole('button', { name: '3D table' }).click();
  await failure.waitFor();
  await page.getByRole('button', { name: 'Flat table', exact: true }).click();
  await shows(visitor, 'flat');
  expect(await failure.count()).toBe(0);
  await page.evaluate(() => ((window as { refuse?: boolean }).refuse = false));
  await page.getByRole('button', { name: '3D table' }).click();
  await shows(visitor, 'test');
  await visitor.close();
});

test('a table that fails while it is shown says so, and the flat one is a button away', async () => {
  const visitor = await Visitor.open(chromium);
  const { page } = visitor;
  await begin(visitor, server.url, MATCH, '&q=test');
  await page.evaluate(() => {
    const fail = (): never => {
      throw new Error('out of paint');
    };
    const { prototype } = WebGL2RenderingContext;
    prototype.drawElements = prototype.drawArrays = prototype.drawElementsInstanced = fail;
    prototype.drawArraysInstanced = fail;
  });
  await page.keyboard.press('2');
  await page.getByRole('alert').getByText('out of paint').waitFor();
  await page.getByRole('button', { name: 'Show the flat table' }).click();
  await shows(visitor, 'flat');
  await visitor.close();
});

test('a picture that the graphics card gives back is drawn again', async () => {
  const visitor = await Visitor.open(chromium);
  await begin(visitor, server.url, MATCH, '&q=test');
  const news = visitor.page.getByText('The graphics stopped working');
  await graphics(visitor, 'loseContext');
  await news.waitFor();
  await graphics(visitor, 'restoreContext');
  await news.waitFor({ state: 'hidden' });
  await shows(visitor, 'test');
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

test('a picture that does not come back gives way to the flat table, until 3D is asked for', async () => {
  const visitor = await Visitor.open(chromium);
  const { page } = visitor;
  await begin(visitor, server.url, MATCH, '&q=test');
  await graphics(visitor, 'loseContext');
  await shows(visitor, 'flat');
  await page.getByText('3D stopped working;').waitFor();
  expect(await page.getByText('The graphics stopped working').count()).toBe(0);
  await page.getByRole('button', { name: 'View', exact: true }).click();
  await page.getByRole('button', { name: '3D table' }).click();
  await shows(visitor, 'test');
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});
