/** The ladder in the browser: bots play on their own, a bot's page, the teacher's switch. */
import { expect, test } from 'vitest';
import { run, startClass, student, teaches } from './classroom';
import { pictures } from './pictures';

const DAWDLER = 'local bot = {}\n\nfunction bot.next_move(view)\n    return view:moves()[1]\nend\n\nreturn bot\n';
const WALKER = DAWDLER.replace('    return', '    local step = view:path(view.seat)[1]\n    if view:is_legal(step) then return step end\n    return');

startClass();

test('versions climb the ladder on their own, their matches can be watched, and a team picks its version', async () => {
  const ana = await student('Ana', WALKER);
  const bea = await student('Bea', DAWDLER);
  const { page } = ana;
  await page.goto(run.url);
  await page.getByRole('link', { name: 'Ladder', exact: true }).click();
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  // Live: nothing is loaded again until both have ratings.
  await row('Ana’s bot').getByText(/[+−]\d/).first().waitFor({ timeout: 60_000 });
  await row('Bea’s bot').getByText(/[+−]\d/).first().waitFor({ timeout: 60_000 });
  await row('random').getByText('built-in').waitFor();
  await page.getByText(/^(Now playing: |Paused |Built-in bots are |All versions have played )/).waitFor();
  await page.getByText('Seed of today').click();
  await page.getByText(/Its BLAKE3 hash: [0-9a-f]{64}/).waitFor();
  await page.getByText('Seed of today').click();
  await pictures(page, 'ladder');
  expect(await ana.visitor.wrong()).toEqual([]);

  await page.getByRole('link', { name: 'Ana’s bot' }).click();
  await page.getByRole('heading', { name: 'Versions' }).waitFor();
  await page.getByRole('img', { name: /^Rating of each version: 1: / }).waitFor();
  await page.getByRole('link', { name: 'Watch' }).first().waitFor();
  await pictures(page, 'ladder-bot');
  expect(await ana.visitor.wrong()).toEqual([]);
  await page.getByRole('link', { name: 'Watch' }).first().click();
  await page.waitForURL(/\/m\/\w+$/);
  await page.goBack();

  await page.getByLabel('On the ladder').selectOption({ label: 'no version' });
  await page.getByText('This bot is not on the ladder.').waitFor();
  await bea.page.goto(`${run.url}/class/ladder`);
  const gone = bea.page.getByRole('link', { name: 'Ana’s bot' });
  await bea.page.getByRole('link', { name: 'Bea’s bot' }).waitFor();
  await gone.waitFor({ state: 'detached' });
  await page.getByLabel('On the ladder').selectOption({ label: 'the newest version' });
  await gone.waitFor();
  // Another team sees the page of the bot without a choice.
  await gone.click();
  await bea.page.getByRole('heading', { name: 'Versions' }).waitFor();
  expect(await bea.page.getByLabel('On the ladder').count()).toBe(0);

  const teacher = await teaches();
  const plays = teacher.page.getByLabel('Let the ladder play');
  await plays.click();
  await bea.page.goto(`${run.url}/class/ladder/quoridor`);
  await bea.page.getByText('Your teacher has switched the ladder off.').waitFor();
  // The box shows the stored state, which the page may not have yet.
  await expect.poll(() => plays.isChecked()).toBe(false);
  await plays.click();
  await bea.page.getByText('Your teacher has switched the ladder off.').waitFor({ state: 'detached' });
  for (const { visitor } of [ana, bea]) {
    expect(visitor.complaints).toEqual([]);
    await visitor.close();
  }
  await teacher.close();
});
