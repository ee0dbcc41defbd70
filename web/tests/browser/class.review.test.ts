/** Reviews in a class: a mended draft is asked at a mistake, and a position is put to all. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { chromium, joinsClass, makesBot, PHONE, run, startClass, WIDE, writes } from './classroom';
import { begin } from './people';
import { picture } from './pictures';
import { Visitor } from './visitor';

/** Plays the first legal move, away from its goal. */
const DAWDLER = 'local bot = {}\n\nfunction bot.next_move(view)\n    return view:moves()[1]\nend\n\nreturn bot\n';
/** Walks the shortest path, but where a pawn is in its way. */
const WALKER = DAWDLER.replace('    return', '    local step = view:path(view.seat)[1]\n    if view:is_legal(step) then return step end\n    return');

startClass();

interface Student {
  visitor: Visitor;
  page: Page;
  /** Address of the page of the bot. */
  bot: string;
  match: string;
}

/** A student whose bot has lost a race without walls, which is soon reviewed. */
async function student(name: string, options: BrowserContextOptions): Promise<Student> {
  const visitor = await Visitor.open(chromium, options);
  const { page } = visitor;
  await joinsClass(page, run, name);
  await makesBot(page, `${name} bot`);
  await writes(page, DAWDLER);
  await page.getByRole('button', { name: '▶ Run' }).click();
  await page.getByText('Versions (1)').waitFor({ state: 'attached' });
  const bot = page.url();
  const player = `bot/${bot.split('/').at(-1)}`;
  const match = await begin(visitor, run.url, {
    game: 'quoridor', options: { walls: 0 }, players: ['greedy', player], pace_ms: 0,
  }, '&flat');
  await visitor.until(({ status }) => status === 'finished');
  return { visitor, page, bot, match };
}

async function opensReview(page: Page, narrow: boolean): Promise<void> {
  if (narrow) await page.getByRole('button', { name: 'Show the panel' }).click();
  await page.getByRole('tab', { name: 'Review' }).click();
}

async function themed(page: Page, theme: 'day' | 'night'): Promise<void> {
  await page.evaluate((wanted) => (document.documentElement.dataset['theme'] = wanted), theme);
}

test.each([['1280', WIDE], ['390', PHONE]] as const)('on a page of %s pixels a mended draft is asked at its mistake, and another person’s is not', async (width, options) => {
  const narrow = width === '390';
  const { visitor, page, bot, match } = await student(`Mender ${width}`, options);
  await opensReview(page, narrow);
  await page.getByRole('button', { name: 'Review this match' }).click();
  const mistake = page.getByRole('tabpanel').getByRole('article').first();
  const ask = mistake.getByRole('button', { name: 'Ask my draft here' });
  await ask.click();
  await mistake.getByText('As good as the move played.').waitFor();
  await page.goto(bot);
  await writes(page, WALKER);
  await page.goto(`${run.url}/m/${match}?flat&still`);
  await opensReview(page, narrow);
  await ask.click();
  await mistake.getByText('Your draft now finds the best move.').waitFor();
  await mistake.getByText(/^Now: .*, cost 0\.0 points$/).waitFor();
  await mistake.getByText(/^Played: .*, cost 100\.0 points$/).waitFor();
  await mistake.scrollIntoViewIfNeeded();
  for (const theme of ['night', 'day'] as const) {
    await themed(page, theme);
    await picture(page, `class-review-ask-${width}-${theme}`);
  }
  expect(visitor.complaints).toEqual([]);
  const other = await Visitor.open(chromium, options);
  await joinsClass(other.page, run, `Other ${width}`);
  await other.page.goto(`${run.url}/m/${match}?flat&still`);
  await opensReview(other.page, narrow);
  await other.page.getByRole('article').first().getByRole('button', { name: 'Try again' }).waitFor();
  expect(await other.page.getByRole('button', { name: 'Ask my draft here' }).count()).toBe(0);
  await Promise.all([other.close(), visitor.close()]);
});

test('the teacher reviews the newest matches, sees costs and positions, puts one to all, and who has found the move', async () => {
  const first = await student('Ana', WIDE);
  const second = await student('Bea', PHONE);
  const teacher = await Visitor.open(chromium, WIDE);
  const { page } = teacher;
  await page.goto(`${run.url}/class/teach`);
  await page.getByLabel('Teacher key').fill(run.teacherKey);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByText('Reviews', { exact: true }).click();
  await page.getByRole('button', { name: 'Review the newest matches' }).click();
  const positions = page.locator('.positions article');
  await positions.first().waitFor();
  await page.getByText(/waits? for (its|their) review/).waitFor({ state: 'detached' });
  const ana = page.getByRole('listitem').filter({ hasText: 'Ana' }).filter({ hasText: 'points a decision' });
  await ana.getByRole('img', { name: /^Ana, Quoridor: cost of a decision/ }).waitFor();
  await positions.first().getByText(/of \d erred/).waitFor();
  for (const [width, { viewport }] of [['1280', WIDE], ['390', PHONE]] as const) {
    await page.setViewportSize(viewport);
    for (const theme of ['night', 'day'] as const) {
      await themed(page, theme);
      await ana.scrollIntoViewIfNeeded();
      await picture(page, `class-reviews-${width}-${theme}`);
      await positions.first().scrollIntoViewIfNeeded();
      await picture(page, `class-positions-${width}-${theme}`);
    }
  }
  await page.setViewportSize(WIDE.viewport);
  await positions.first().getByRole('button', { name: 'Put to all' }).click();
  const asked = page.getByRole('region', { name: 'What should the bot play here?' });
  await asked.getByText('No answers yet.').waitFor();
  const best = (await asked.getByText(/Best: /).innerText()).split('Best: ')[1]!.trim();

  // One answers by a draft until it is mended, the other chooses a move.
  await first.page.goto(run.url);
  const byDraft = first.page.getByRole('region', { name: 'What should the bot play here?' });
  await byDraft.getByRole('button', { name: 'Answer' }).first().click();
  await byDraft.getByText(/costs [\d.]+ points\. Another try\?/).waitFor();
  await picture(first.page, 'class-question-1280');
  await first.page.goto(first.bot);
  await writes(first.page, WALKER);
  await first.page.goto(run.url);
  await byDraft.getByRole('button', { name: 'Answer' }).first().click();
  await byDraft.getByText(/ is right\.$/).waitFor();
  await second.page.goto(run.url);
  const byMove = second.page.getByRole('region', { name: 'What should the bot play here?' });
  await byMove.getByLabel('Choose the move').selectOption({ label: best });
  await themed(second.page, 'day');
  await byMove.scrollIntoViewIfNeeded();
  await picture(second.page, 'class-question-390-day');
  await byMove.getByRole('button', { name: 'Answer' }).last().click();
  await byMove.getByText(`${best} is right.`).waitFor();

  await page.reload();
  await asked.getByText('2 of 2 found it').waitFor();
  await asked.getByText(/Ana bot · 2 tries/).waitFor();
  await asked.getByText(/chosen · 1 try/).waitFor();
  await picture(page, 'class-answers-1280');
  await asked.getByRole('button', { name: 'Take back' }).click();
  await asked.getByRole('button', { name: 'Really take it back' }).click();
  await asked.waitFor({ state: 'detached' });
  for (const visitor of [first.visitor, second.visitor, teacher]) {
    expect(await visitor.wrong()).toEqual([]);
    expect(visitor.complaints).toEqual([]);
    await visitor.close();
  }
});
