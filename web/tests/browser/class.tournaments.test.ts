/** Tournaments in the browser: planned, started and paused by the teacher, followed by a student, graded. */
import { expect, test } from 'vitest';
import { run, startClass, student, teaches } from './classroom';
import { pictures } from './pictures';

const DAWDLER = 'local bot = {}\n\nfunction bot.next_move(view)\n    return view:moves()[1]\nend\n\nreturn bot\n';
const WALKER = DAWDLER.replace('    return', '    local step = view:path(view.seat)[1]\n    if view:is_legal(step) then return step end\n    return');

startClass();

test('the teacher plans and holds a tournament, and a student sees it grow', async () => {
  const ana = await student('Ana', WALKER);
  const bea = await student('Bea', DAWDLER);
  const teacher = await teaches();
  const { page } = teacher;
  await page.getByRole('link', { name: 'Tournaments', exact: true }).click();
  await page.getByText('No tournament yet. Plan the first one').waitFor();
  await page.getByRole('textbox', { name: 'Name' }).fill('Autumn cup');
  await page.getByLabel('Size').selectOption({ label: 'A number of rounds' });
  await page.getByRole('spinbutton', { name: 'Rounds' }).fill('400');
  await page.getByLabel('greedy', { exact: true }).check();
  await page.getByLabel('random', { exact: true }).check();
  await page.getByLabel('To pass').selectOption('random');
  await pictures(page, 'tournament-form');
  expect(await teacher.wrong()).toEqual([]);
  await page.getByRole('button', { name: 'Plan it' }).click();
  // Six pairings in both colours, 400 times, and no match for the pass mark alone.
  await page.getByText(/0 of 4[,.]800 matches played · takes about /).waitFor({ timeout: 60_000 });

  await ana.page.goto(`${run.url}/class/tournaments`);
  await ana.page.getByRole('link', { name: 'Autumn cup' }).click();
  await ana.page.getByText('planned').waitFor();
  expect(await ana.page.getByRole('button', { name: 'Start' }).count()).toBe(0);
  expect(await ana.page.getByRole('link', { name: 'Grades (CSV)' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Start' }).click();
  // Live: nothing is loaded again.
  await ana.page.getByText(/^[1-9][\d.,]* of .* matches played/).waitFor({ timeout: 60_000 });
  await ana.page.getByRole('heading', { name: 'Results of all against all' }).waitFor();
  await ana.page.getByRole('row', { name: /Ana/ }).first().waitFor();
  await page.getByRole('button', { name: 'Pause' }).click();
  await ana.page.getByText('paused').waitFor();
  await pictures(ana.page, 'tournament');
  expect(await ana.visitor.wrong()).toEqual([]);
  await page.getByRole('button', { name: 'Resume' }).click();
  await ana.page.getByText('running').waitFor();
  await page.getByRole('button', { name: 'End it' }).click();
  await page.getByRole('button', { name: 'End it for good?' }).click();
  await ana.page.getByText('stopped').waitFor();
  await page.getByLabel('Scale of marks').fill('score 0-10');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Grades (CSV)' }).click();
  expect((await download).suggestedFilename()).toBe('Autumn cup.csv');
  expect(await teacher.wrong()).toEqual([]);

  await page.goto(`${run.url}/class/tournaments`);
  await page.getByLabel('Format').selectOption({ label: 'Knockout' });
  for (const bot of ['greedy', 'random', 'master:level=1']) await page.getByLabel(bot, { exact: true }).check();
  await page.getByRole('button', { name: 'Plan it' }).click();
  await page.getByRole('button', { name: 'Start' }).click({ timeout: 60_000 });
  await page.getByRole('heading', { name: 'Bracket' }).waitFor();
  await page.getByText('finished').waitFor({ timeout: 120_000 });
  await page.getByRole('heading', { name: /^Final/ }).first().waitFor();
  await pictures(page, 'tournament-knockout');
  expect(await teacher.wrong()).toEqual([]);
  for (const visitor of [ana.visitor, bea.visitor, teacher]) {
    expect(visitor.complaints).toEqual([]);
    await visitor.close();
  }
});
