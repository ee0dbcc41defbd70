/** The review of a finished match: what each decision cost, and another try. */
import { expect, test } from 'vitest';
import { chromium, startFixture, server } from './fixture';
import { begin } from './people';
import { picture } from './pictures';
import { Visitor } from './visitor';

startFixture('none');

const WINDOWS = { 1280: { width: 1280, height: 800 }, 390: { width: 390, height: 844 } };
const MATCH = { game: 'quoridor', options: { walls: 3 }, players: ['minimax', 'master:level=5'], seed: '7', pace_ms: 0 };

test.each(Object.entries(WINDOWS))('on a page of %s pixels a match is reviewed, and a mistake tried again', async (width, viewport) => {
  const visitor = await Visitor.open(chromium, { viewport });
  const { page } = visitor;
  await begin(visitor, server.url, MATCH, '&flat');
  await visitor.until(({ status }) => status === 'finished');
  if (viewport.width < 600) await page.getByRole('button', { name: 'Show the panel' }).click();
  await page.getByRole('tab', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Review this match' }).click();
  await page.getByText(/^Reviewed by master:level=10,/).waitFor();
  await page.getByText(/\d of \d+ moves/).waitFor({ state: 'detached' });
  const review = page.getByRole('tabpanel');
  const rows = review.getByRole('row');
  expect(await rows.count()).toBe(3);
  const mistake = review.getByRole('article').first();
  expect(await mistake.innerText()).toMatch(/ % before, .* % after\.\s+Best: /);
  await picture(page, `review-${width}`);
  await mistake.getByRole('button', { name: 'This move' }).click();
  await page.getByRole('tab', { name: 'Moves' }).click();
  await page.getByText('best', { exact: true }).first().waitFor();
  expect(await page.getByRole('button', { name: 'Next mistake' }).count()).toBe(1);
  await picture(page, `review-move-${width}`);
  await page.getByRole('tab', { name: 'Review' }).click();
  await mistake.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('dialog').getByRole('heading', { name: /^Continue from move \d+$/ }).waitFor();
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});
