/** A visitor with a browser window who complains of everything that goes wrong in it. */
import axe from 'axe-core';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { EventLog, Snapshot, TableState } from '../../src/wire';

/** What the page tells tests of itself (`window.__juez`). */
export interface Hook {
  pointOf(spot: string): { x: number; y: number } | null;
  ready: boolean;
  quality: string;
  state(): { index: number; last: number; snapshot: Snapshot; head: EventLog['head'] } | null;
  table(): TableState | null;
  seek(at: number): void;
  play(): void;
}

declare global {
  interface Window {
    __juez: Hook;
  }
}

export class Visitor {
  /** Everything that went wrong: exceptions, console errors, violations of the content security policy. */
  readonly complaints: string[] = [];
  /** The text of every answer and every message of a stream, but for the list of games. */
  readonly received: string[] = [];

  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
  ) {}

  /** Opens a window with cookies of its own. */
  static async open(browser: Browser, options: BrowserContextOptions = {}): Promise<Visitor> {
    const context = await browser.newContext({
      viewport: { width: 900, height: 640 },
      locale: 'en-GB',
      reducedMotion: 'reduce',
      ...options,
    });
    const page = await context.newPage();
    const visitor = new Visitor(context, page);
    await visitor.listen();
    return visitor;
  }

  private async listen(): Promise<void> {
    const { page, complaints, received } = this;
    page.on('pageerror', (error) => complaints.push(`exception: ${error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(`console: ${message.text()}`);
    });
    await page.addInitScript(() => {
      addEventListener('securitypolicyviolation', (event) => {
        console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`);
      });
    });
    // A stream never ends, so its messages are taken where the page gets them: from the worker of all pages.
    await page.exposeFunction('received', (text: string) => void received.push(text));
    await page.addInitScript(() => {
      const { received } = window as unknown as { received: (text: string) => void };
      globalThis.SharedWorker = class extends SharedWorker {
        constructor(url: string | URL, options?: string | WorkerOptions) {
          super(url, options);
          this.port.addEventListener('message', ({ data }: MessageEvent<{ message?: unknown }>) => {
            if (data.message !== undefined) received(JSON.stringify(data.message));
          });
        }
      };
    });
    page.on('response', (response) => {
      const type = response.headers()['content-type'] ?? '';
      if (!type.includes('json') || response.url().endsWith('/api/games')) return;
      response.text().then((text) => received.push(text), () => {});
    });
  }

  /** Goes to a page and waits until it shows what it is for. */
  async goto(url: string): Promise<void> {
    await this.page.goto(url);
    await this.ready();
  }

  async ready(): Promise<void> {
    await this.page.waitForFunction(() => window.__juez?.ready);
  }

  /** What axe finds wrong with the page. */
  async wrong(): Promise<string[]> {
    // Given by the tools of the browser, which the page's own policy does not bind.
    await this.page.evaluate(axe.source);
    return this.page.evaluate(async () => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') };
      const { violations } = await axe.run();
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
    });
  }

  state(): Promise<ReturnType<Hook['state']>> {
    return this.page.evaluate(() => window.__juez.state());
  }

  table(): Promise<TableState | null> {
    return this.page.evaluate(() => window.__juez.table());
  }

  /** Stands at a position of the log. */
  async seek(at: number): Promise<void> {
    await this.page.evaluate((to) => window.__juez.seek(to), at);
  }

  /** Waits until something holds of the table. */
  async until(holds: (table: TableState) => boolean): Promise<void> {
    for (;;) {
      const table = await this.table();
      if (table && holds(table)) return;
      await this.page.waitForTimeout(50);
    }
  }

  async close(): Promise<void> {
    await this.context.close();
  }
}
