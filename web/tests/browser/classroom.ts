/** A class in the browser: its server, and the first steps of a student. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { browser } from './chromium';
import { PROGRAM } from './server';
import { Visitor } from './visitor';

export const WIDE = { viewport: { width: 1280, height: 800 } };
export const PHONE = { viewport: { width: 390, height: 844 } };

/**
 * The address of this machine in a network, where it has one: there a page has no API that needs a secure context, as in
 * a school.
 */
const OWN = Object.values(networkInterfaces()).flat().find((one) => one?.family === 'IPv4' && !one.internal)?.address ?? '127.0.0.1';

export interface ClassRun {
  child: ChildProcess;
  url: string;
  joinCode: string;
  teacherKey: string;
}

/** Starts a class server; reads the address and codes that it prints. */
export async function classOf(folder: string, bind = `${OWN}:0`): Promise<ClassRun> {
  const child = spawn(PROGRAM, ['class', folder, '--bind', bind], { stdio: ['ignore', 'pipe', 'ignore'] });
  const said: Record<string, string> = {};
  for await (const line of createInterface({ input: child.stdout! })) {
    const [name, value] = line.split(/ {2,}/);
    said[name!] = value ?? '';
    if (name === 'kept in') break;
  }
  return { child, url: said['students']!, joinCode: said['join code']!, teacherKey: (said['teacher key'] ?? '').split(' ')[0]! };
}

/** The class and the browser of the tests of one file. */
export let run: ClassRun;
export let chromium: Browser;
let folder: string;

/** Starts both before the first test and ends them after the last. */
export function startClass(): void {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'juez-class-'));
    [run, chromium] = await Promise.all([classOf(folder), browser('none')]);
  });
  afterAll(async () => {
    await chromium.close();
    run.child.kill('SIGINT');
    rmSync(folder, { recursive: true, force: true });
  });
}

/** Kills the server and waits for its end. Returns a function that starts it again at the same address. */
export async function killsClass(): Promise<() => Promise<void>> {
  const gone = new Promise((done) => run.child.once('exit', done));
  run.child.kill('SIGKILL');
  await gone;
  return async () => {
    const { teacherKey } = run;
    run = { ...(await classOf(folder, new URL(run.url).host)), teacherKey };
  };
}

/** Joins; gives the return code. */
export async function joinsClass(page: Page, run: ClassRun, name: string): Promise<string> {
  await page.goto(run.url);
  await page.getByLabel('Join code').fill(run.joinCode.toUpperCase());
  await page.getByLabel('Your name').fill(name);
  await page.getByRole('button', { name: 'Join' }).click();
  const code = await page.locator('dialog .code').innerText();
  await page.getByRole('button', { name: 'Got it' }).click();
  await page.getByRole('heading', { name: 'My bots' }).waitFor();
  return code;
}

/** Makes a bot in Lua, and waits for its editor. */
export async function makesBot(page: Page, name: string, game = 'Quoridor'): Promise<void> {
  await page.getByLabel('Bot name').fill(name);
  await page.getByRole('combobox', { name: 'Game', exact: true }).selectOption({ label: game });
  await page.getByRole('button', { name: 'New bot' }).click();
  await page.locator('.cm-content').waitFor();
}

/** Writes a source in place of what is in the editor. */
export async function writes(page: Page, source: string): Promise<void> {
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(source);
  await page.getByText('Saved', { exact: true }).waitFor();
}

/** A student whose bot has been run once. */
export async function student(name: string, source: string): Promise<{ visitor: Visitor; page: Page }> {
  const visitor = await Visitor.open(chromium, WIDE);
  const { page } = visitor;
  await joinsClass(page, run, name);
  await makesBot(page, `${name}’s bot`);
  await writes(page, source);
  await page.getByRole('button', { name: '▶ Run' }).click();
  await page.getByText('Versions (1)').waitFor({ state: 'attached' });
  return { visitor, page };
}

/** The teacher, logged in. */
export async function teaches(): Promise<Visitor> {
  const teacher = await Visitor.open(chromium, WIDE);
  await teacher.page.goto(`${run.url}/class/teach`);
  await teacher.page.getByLabel('Teacher key').fill(run.teacherKey);
  await teacher.page.getByRole('button', { name: 'Log in' }).click();
  await teacher.page.getByRole('heading', { name: 'My bots' }).waitFor();
  return teacher;
}
