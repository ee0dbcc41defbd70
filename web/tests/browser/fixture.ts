/** The server and the browser of the tests of one file. Every file has a module of its own. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { browser, type Drawing } from './chromium';
import { Server } from './server';

export let server: Server;
export let chromium: Browser;

/** Starts both before the first test and ends them after the last. */
export function startFixture(drawing?: Drawing): void {
  beforeAll(async () => {
    [server, chromium] = await Promise.all([Server.start(), browser(drawing)]);
  });
  afterAll(async () => {
    await chromium.close();
    await server.stop();
  });
}
