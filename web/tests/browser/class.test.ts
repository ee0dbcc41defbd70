/** A class in the browser: three students and a teacher, from the join code to versions and faults. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { chromium, joinsClass, killsClass, makesBot, PHONE, run, startClass, WIDE, writes } from './classroom';
import { picture } from './pictures';
import { Visitor } from './visitor';

const BROKEN = 'local bot = {}\n\nfunction bot.next_move(view)\n    return view.pawns.x.y\nend\n\nreturn bot\n';
const TALKER = "local bot = {}\n\nfunction bot.next_move(view)\n    print('I look around')\n    return view:path(view.seat)[1]\nend\n\nreturn bot\n";
/** Thinks for many milliseconds, so that forty matches last. */
const SLOW = 'local bot = {}\n\nfunction bot.next_move(view)\n    for i = 1, 3e5 do local _ = i * i end\n    return view:moves()[1]\nend\n\nreturn bot\n';
const PLOTTER = TALKER.replace("print('I look around')", "view:plot('way', view:distance(view.seat))");

startClass();

const joins = (page: Page, name: string): Promise<string> => joinsClass(page, run, name);

test('a student joins, makes a bot, runs it, and sees its first move beside the code', async () => {
  const visitor = await Visitor.open(chromium, WIDE);
  const { page } = visitor;
  await joins(page, 'Ana García');
  await picture(page, 'class-home-1280');
  await makesBot(page, 'Racer');
  await page.getByText('No problems found').waitFor();
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+Enter');
  await page.locator('.watch .table svg').waitFor();
  await page.locator('.details .said').waitFor();
  await picture(page, 'class-bot-1280');
  await page.getByText('Versions (1)').waitFor();
  await writes(page, PLOTTER);
  await page.keyboard.press('Control+Enter');
  await page.locator('.watch').getByText('way', { exact: true }).waitFor();
  await page.locator('.watch .u-over').waitFor();
  await picture(page, 'class-plot-1280');
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

test('a fault is marked in the line that failed, and a draft is asked there when it is mended', async () => {
  const visitor = await Visitor.open(chromium, WIDE);
  const { page } = visitor;
  await joins(page, 'Bruno');
  await makesBot(page, 'Stumbler');
  await writes(page, BROKEN);
  await page.getByRole('button', { name: '▶ Run' }).click();
  await page.locator('article.fault').waitFor();
  expect((await page.locator('article.fault').boundingBox())!.y, 'in sight without scrolling').toBeLessThan(WIDE.viewport.height - 60);
  await expect.poll(() => page.locator('.cm-content').innerText()).toContain('view has no member "pawns"');
  await picture(page, 'class-fault-1280');
  await writes(page, TALKER);
  const watch = page.locator('.watch');
  await watch.getByRole('button', { name: 'Ask my draft here' }).click();
  await watch.getByText('Your draft would play e2.').waitFor();
  await watch.getByText('I look around').waitFor();
  await picture(page, 'class-ask-1280');
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

test('an exercise is solved: tested by its key, with a card for each failure, hints one by one, ticks that stay, and the next one', async () => {
  const visitor = await Visitor.open(chromium, WIDE);
  const { page } = visitor;
  await joins(page, 'Giulia');
  await page.getByLabel('Exercise').selectOption({ label: 'Quoridor: 1. Neighbours' });
  await page.getByRole('button', { name: 'New bot' }).click();
  await page.locator('.cm-content').waitFor();
  const hint = page.getByRole('button', { name: 'Show a hint' });
  await hint.waitFor();
  expect(await page.getByText('Hint 1 of 4').count()).toBe(0);
  await hint.click();
  await page.getByText('Hint 1 of 4').waitFor();
  expect(await page.getByText('Hint 2 of 4').count()).toBe(0);
  const tick = async (): Promise<void> => {
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+Enter');
  };
  await tick();
  await page.getByText('✗ the middle of the board').waitFor();
  await page.getByText('neighbours(view, "e5")').first().waitFor();
  expect(await page.getByText('neighbours(view, "a1")').isVisible(), 'only the first failure is open').toBe(false);
  await picture(page, 'class-exercise-failed-1280');
  await writes(page, 'local bot = {}\nfunction bot.neighbours() while true do end end\nfunction bot.next_move(v) return v:moves()[1] end\nreturn bot');
  await tick();
  await page.getByText('the fuel of this call is spent').first().waitFor();
  await writes(page, readFileSync(join(import.meta.dirname, '../../../examples/exercises/01_neighbours/solution.lua'), 'utf8'));
  await tick();
  await page.getByText('✓ the middle of the board').waitFor();
  await picture(page, 'class-exercise-1280');
  await page.reload();
  await page.getByText('Best so far: 6 of 6 ✓').waitFor();
  await page.getByText('✓ the middle of the board').waitFor();
  await page.getByRole('button', { name: 'Next exercise: 2. The shortest path' }).click();
  await page.getByRole('heading', { name: 'Exercise: 2. The shortest path' }).waitFor();
  await page.goto(run.url);
  await page.getByText('Exercise 1. Neighbours: 6 of 6 ✓').waitFor();
  await page.getByText('Exercise 2. The shortest path: 0 of 7').waitFor();
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

test('forty matches against an opponent give a score, and the first lost one is played', async () => {
  const visitor = await Visitor.open(chromium, WIDE);
  const { page } = visitor;
  await joins(page, 'Irene');
  await makesBot(page, 'Scorer');
  const choice = page.getByLabel('Score: Against');
  await choice.selectOption('minimax');
  await page.getByRole('button', { name: '40 matches' }).click();
  await page.getByText(/^\d+(\.\d)? of 40 against minimax: .+\.$/).waitFor();
  await picture(page, 'class-score-1280');
  await page.getByRole('button', { name: /Play the first lost match/ }).click();
  await page.locator('.watch .table svg').waitFor();
  await page.getByText('Versions (1)').waitFor();
  await page.setViewportSize(PHONE.viewport);
  await page.getByRole('button', { name: 'Code', exact: true }).click();
  await picture(page, 'class-score-390');
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

test('F1 opens the page of the game at the name under the cursor, and the menu the others', async () => {
  const visitor = await Visitor.open(chromium, WIDE);
  const { page } = visitor;
  await joins(page, 'Lidia');
  await makesBot(page, 'Reader');
  await writes(page, 'local bot = {}\nfunction bot.next_move(view)\n  return view:moves()[1]\nend\nreturn bot');
  // Into the name on the third line, without a list of completions.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+Home');
  for (const key of ['ArrowDown', 'ArrowDown', 'End', ...Array.from({ length: 7 }, () => 'ArrowLeft')]) await page.keyboard.press(key);
  const [docs] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('F1')]);
  await docs.locator('[id="view.moves"]:focus').waitFor();
  expect(docs.url()).toMatch(/\/docs\/api\/quoridor\.md#view\.moves$/);
  await docs.close();
  await page.getByRole('button', { name: 'Help with the code' }).click();
  await picture(page, 'class-docs-menu-1280');
  const [first] = await Promise.all([page.context().waitForEvent('page'), page.getByRole('link', { name: 'Tutorial' }).click()]);
  await first.getByRole('heading', { level: 1 }).waitFor();
  await first.close();
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

test('versions are compared and taken back, and an earlier match is opened beside the code', async () => {
  const visitor = await Visitor.open(chromium, WIDE);
  const { page } = visitor;
  await joins(page, 'Hugo');
  await makesBot(page, 'Grower');
  const play = async (versions: number): Promise<void> => {
    await page.getByRole('button', { name: '▶ Run' }).click();
    await page.getByText(`Versions (${versions})`).waitFor();
  };
  await play(1);
  await writes(page, TALKER);
  await play(2);
  await page.getByText('Versions (2)').click();
  await page.getByRole('button', { name: '40 matches' }).click();
  // A run has made a version of the draft: the last one that differs is the one before.
  await page.getByText(/of 40 against version 1: /).waitFor();
  await page.getByLabel('Score: Against').selectOption({ label: 'version 2' });
  await page.getByRole('button', { name: '40 matches' }).click();
  await page.getByText('20 of 40 against version 2: the same moves in every match.').waitFor();
  await writes(page, SLOW);
  await page.getByRole('button', { name: '40 matches' }).click();
  await page.getByText(/[1-9]\d* of 40 matches/).waitFor();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByText('Stopped early: no verdict.').waitFor();
  await writes(page, TALKER);
  await page.getByLabel('Compare', { exact: true }).first().selectOption({ label: 'version 1' });
  await page.getByRole('button', { name: 'Compare' }).click();
  await page.getByRole('dialog').getByText('I look around').waitFor();
  expect(await visitor.wrong()).toEqual([]);
  await picture(page, 'class-compare-1280');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('listitem').filter({ hasText: 'version 1' }).getByRole('button', { name: 'Restore' }).click();
  await page.locator('.cm-content').getByText('A first bot').waitFor();
  await page.getByText('My matches of this game').click();
  await page.locator('.mine li').nth(1).getByRole('button').click();
  await page.locator('.details .said').waitFor();
  await writes(page, TALKER);
  await page.getByRole('button', { name: 'Compare version 1 with my draft' }).click();
  await page.getByRole('dialog').getByText('I look around').waitFor();
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

test('of two windows on one draft the second is told, and chooses', async () => {
  const visitor = await Visitor.open(chromium, WIDE);
  const { page } = visitor;
  await joins(page, 'Carla');
  await makesBot(page, 'Twice');
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.locator('.cm-content').waitFor();
  await writes(page, '-- the first window\nreturn {}\n');
  await other.locator('.cm-content').click();
  await other.keyboard.press('Control+a');
  await other.keyboard.insertText('-- the second window\nreturn {}\n');
  const alert = other.getByRole('alert');
  await alert.getByText('This draft was changed in another of your windows.').waitFor();
  await picture(other, 'class-conflict-1280');
  await alert.getByRole('button', { name: 'Take the other text' }).click();
  await other.getByText('the first window').waitFor();
  await visitor.close();
});

test('a person comes back on another device and finds what they left, also after a kill', async () => {
  const visitor = await Visitor.open(chromium, WIDE);
  const code = await joins(visitor.page, 'Dani');
  await makesBot(visitor.page, 'Kept');
  await writes(visitor.page, '-- what Dani wrote\nreturn {}\n');
  const startAgain = await killsClass();
  // What is typed meanwhile waits, and is saved when the server is there again.
  await visitor.page.locator('.cm-content').click();
  await visitor.page.keyboard.press('Control+End');
  await visitor.page.keyboard.insertText('-- and while it was away\n');
  await visitor.page.getByText('the server does not answer').waitFor();
  await startAgain();
  await visitor.page.getByText('Saved', { exact: true }).waitFor();
  const tablet = await Visitor.open(chromium, PHONE);
  await tablet.page.goto(run.url);
  await tablet.page.getByLabel('Return code').fill(code.toUpperCase());
  await tablet.page.getByRole('button', { name: 'Log back in' }).click();
  await tablet.page.getByRole('link', { name: /Kept/ }).click();
  await tablet.page.locator('.cm-content').getByText('and while it was away').waitFor();
  await picture(tablet.page, 'class-bot-390');
  await tablet.close();
  await visitor.close();
});

test('a teacher sees everybody, gives codes, and sees what was refused', async () => {
  const student = await Visitor.open(chromium, WIDE);
  await joins(student.page, '<b>Eve</b>');
  const refused = await student.page.evaluate(async () => (await fetch('/api/class/people')).status);
  expect(refused).toBe(403);
  const visitor = await Visitor.open(chromium, WIDE);
  const { page } = visitor;
  await page.goto(`${run.url}/class/teach`);
  await page.getByLabel('Teacher key').fill(run.teacherKey);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByText(run.joinCode, { exact: true }).waitFor();
  const row = page.locator('.list li', { has: page.locator('strong', { hasText: '<b>Eve</b>' }) });
  await row.waitFor();
  await picture(page, 'class-teacher-1280');
  await page.getByText(/Refused requests \([1-9]/).click();
  await page.getByText('GET /api/class/people: this is for the teacher').first().waitFor();
  await row.getByText('⋯').click();
  await row.getByRole('button', { name: 'New return code' }).click();
  await expect.poll(() => page.locator('dialog .code').innerText()).toMatch(/^\w{4}-\w{4}-\w{4}$/);
  await page.setViewportSize(PHONE.viewport);
  await page.getByRole('button', { name: 'Got it' }).click();
  await picture(page, 'class-teacher-390');
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
  await student.close();
});

test.each([['a window', WIDE], ['a phone', PHONE]])('nothing stands in the way of a visitor on %s', async (name, size) => {
  const visitor = await Visitor.open(chromium, { ...size, hasTouch: name === 'a phone' });
  const { page } = visitor;
  const fits = async (): Promise<void> => {
    expect(await visitor.wrong()).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.viewport.width);
  };
  await page.goto(run.url);
  await page.getByLabel('Join code').waitFor();
  await fits();
  await joins(page, `Irene on ${name}`);
  await fits();
  await makesBot(page, 'Fitting');
  await page.getByText('No problems found').waitFor();
  await page.getByRole('button', { name: '▶ Run' }).click();
  await page.locator('.details .said').waitFor();
  await fits();
  await picture(page, `class-run-${size.viewport.width}`);
  const teacher = await Visitor.open(chromium, size);
  await teacher.page.goto(`${run.url}/class/teach`);
  await teacher.page.getByLabel('Teacher key').fill(run.teacherKey);
  await teacher.page.getByRole('button', { name: 'Log in' }).click();
  await teacher.page.locator('.list li').first().waitFor();
  expect(await teacher.wrong()).toEqual([]);
  expect(await teacher.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.viewport.width);
  await teacher.close();
  await visitor.close();
});

test('a second name from one browser waits, comes in with a yes, and goes with others in one press', async () => {
  const machine = await Visitor.open(chromium, PHONE);
  await joins(machine.page, 'Marta');
  await machine.page.getByRole('button', { name: 'Log out' }).click();
  const asks = async (name: string): Promise<void> => {
    await machine.page.getByLabel('Join code').fill(run.joinCode);
    await machine.page.getByLabel('Your name').fill(name);
    await machine.page.getByRole('button', { name: 'Join' }).click();
    await machine.page.getByRole('heading', { name: 'Waiting for your teacher' }).waitFor();
  };
  await asks('Nerea');
  expect(await machine.wrong()).toEqual([]);
  await picture(machine.page, 'class-waits-390');
  const teacher = await Visitor.open(chromium, WIDE);
  const { page } = teacher;
  await page.goto(`${run.url}/class/teach`);
  await page.getByLabel('Teacher key').fill(run.teacherKey);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByText('This browser was used by Marta.').waitFor();
  expect(await teacher.wrong()).toEqual([]);
  await picture(page, 'class-want-to-join-1280');
  await page.getByRole('button', { name: 'Refuse: Nerea' }).click();
  await machine.page.getByText('Your teacher has not let Nerea in.').waitFor();
  await asks('Noa');
  await page.getByRole('button', { name: 'Accept: Noa' }).click();
  // It comes in by itself.
  await machine.page.locator('dialog .code').waitFor();
  await machine.page.getByRole('button', { name: 'Got it' }).click();
  await machine.page.getByRole('heading', { name: 'My bots' }).waitFor();
  const box = (name: string) => page.getByRole('checkbox', { name, exact: true });
  await box('Marta').check();
  await box('Noa').check();
  await page.getByText('2 selected').waitFor();
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Really remove 2 people' }).click();
  await box('Noa').waitFor({ state: 'detached' });
  expect(await box('Marta').count()).toBe(0);
  await page.getByLabel('Joined since').fill('00:00');
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await page.getByText(/[1-9]\d* selected/).waitFor();
  expect(teacher.complaints).toEqual([]);
  await teacher.close();
  await machine.close();
});

/** A student without a browser. */
class Program {
  private cookie = '';

  async ask(path: string, method: string, body?: unknown): Promise<unknown> {
    const headers = { 'content-type': 'application/json', cookie: this.cookie };
    const answer = await fetch(run.url + path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    this.cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? this.cookie;
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text === '' ? null : JSON.parse(text);
  }

  /** Joins, writes a bot in some steps and runs it; gives the number of the bot. */
  async works(name: string): Promise<number> {
    await this.ask('/api/class/join', 'POST', { code: run.joinCode, name });
    const { id } = await this.ask('/api/class/bots', 'POST', { game: 'quoridor', language: 'lua', name: 'Racer' }) as { id: number };
    const page = await this.ask(`/api/class/bots/${id}`, 'GET') as { draft: { files: Record<string, string> } };
    let revision = 1;
    const files = (n: number): Record<string, string> => ({ 'main.lua': `${page.draft.files['main.lua']}-- ${n}` });
    for (let n = 1; n <= 8; n++) {
      const draft = { revision, files: files(n) };
      ({ revision } = await this.ask(`/api/class/bots/${id}/draft`, 'PUT', draft) as { revision: number });
      expect(await this.ask('/api/class/check', 'POST', { game: 'quoridor', language: 'lua', files: files(n) })).toEqual([]);
    }
    const match = { game: 'quoridor', players: ['draft', 'greedy'], pace_ms: 0 };
    await this.ask(`/api/class/bots/${id}/run`, 'POST', { draft: { revision, files: files(9) }, match });
    return id;
  }

  async source(id: number): Promise<string> {
    const page = await this.ask(`/api/class/bots/${id}`, 'GET') as { draft: { files: Record<string, string> } };
    return page.draft.files['main.lua']!;
  }
}

test('thirty more students write and run while one works in a browser, and everybody has their own', async () => {
  const visitor = await Visitor.open(chromium, WIDE);
  const { page } = visitor;
  const teacher = new Program();
  await teacher.ask('/api/class/teach', 'POST', { code: run.teacherKey });
  // With the people of the other tests they are more than a big class.
  await teacher.ask('/api/class/settings', 'POST', { asks: false });
  await joins(page, 'Fede');
  const programs = Array.from({ length: 30 }, () => new Program());
  const working = Promise.all(programs.map((one, n) => one.works(`Student ${n}`)));
  await makesBot(page, 'Steady');
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+Enter');
  await page.locator('.details .said').waitFor();
  const bots = await working;
  const sources = await Promise.all(programs.map((one, n) => one.source(bots[n]!)));
  expect(sources.every((source) => source.endsWith('-- 9'))).toBe(true);
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

test('the documentation is there without internet', async () => {
  const visitor = await Visitor.open(chromium, PHONE);
  const { page } = visitor;
  await page.goto(`${run.url}/docs`);
  await page.getByRole('link', { name: 'For students: from the join code to your first win' }).click();
  await page.getByRole('link', { name: 'The tutorial' }).click();
  await page.getByRole('heading', { name: 'A bot in nine steps' }).waitFor();
  await page.getByRole('link', { name: '1 A first bot' }).click();
  await page.getByRole('heading', { level: 1, name: /first bot/i }).waitFor();
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

test('a classmate’s bot is an opponent with the name of its team, until the teacher switches that off', async () => {
  const [owner, other] = [await Visitor.open(chromium, WIDE), await Visitor.open(chromium, WIDE)];
  await joins(owner.page, 'Iris');
  await owner.page.getByLabel('Bot name').fill('Comet');
  await owner.page.getByRole('button', { name: 'New bot' }).click();
  await owner.page.getByRole('button', { name: /Run/ }).click();
  await owner.page.getByText('Versions (1)').click();
  await owner.page.getByText('Classmates can play against version 1 but cannot read it.').waitFor();
  await joins(other.page, 'Nora');
  await other.page.getByLabel('Bot name').fill('Meteor');
  await other.page.getByRole('button', { name: 'New bot' }).click();
  const rivals = other.page.getByRole('combobox', { name: 'Against', exact: true });
  const comet = rivals.locator('optgroup[label="Classmates’ bots"] option', { hasText: 'Comet · Iris' });
  await comet.waitFor({ state: 'attached' });
  await rivals.selectOption({ label: 'Comet · Iris' });
  await other.page.getByRole('button', { name: /Run/ }).click();
  await other.page.getByText('Comet (Iris)').first().waitFor();
  await picture(other.page, 'class-classmate');
  const teacher = await Visitor.open(chromium, WIDE);
  await teacher.page.goto(`${run.url}/class/teach`);
  await teacher.page.getByLabel('Teacher key').fill(run.teacherKey);
  await teacher.page.getByRole('button', { name: 'Log in' }).click();
  await teacher.page.getByLabel('Let classmates play against each other’s bots').click();
  await expect.poll(async () => {
    await other.page.reload();
    await other.page.getByRole('combobox', { name: 'Against', exact: true }).locator('option', { hasText: 'greedy' }).first().waitFor({ state: 'attached' });
    return comet.count();
  }).toBe(0);
  await Promise.all([owner, other, teacher].map((visitor) => visitor.close()));
});
