/** A server of the program that was built, on a free port. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

/** The program: `JUEZ`, or what cargo has built last. */
export const PROGRAM = program();

function program(): string {
  const target = resolve(import.meta.dirname, '../../../target');
  const built = ['release', 'debug'].map((profile) => join(target, profile, 'juez'));
  const found = [process.env['JUEZ'], ...built].find((path) => path && existsSync(path));
  if (!found) throw new Error('no juez: cargo build --release, or name it in JUEZ');
  return found;
}

/** Runs the program to its end; what it printed. */
export function juez(...args: string[]): string {
  return execFileSync(PROGRAM, args, { encoding: 'utf8', maxBuffer: 1 << 28 });
}

export class Server {
  private constructor(
    private child: ChildProcess,
    readonly url: string,
    private readonly folder: string,
  ) {}

  /** Starts one with a store of its own, and with the bots of a folder. */
  static async start(bots?: string): Promise<Server> {
    const folder = mkdtempSync(join(tmpdir(), 'juez-web-'));
    const { child, url } = await spawned(folder, '127.0.0.1:0', bots);
    return new Server(child, url, folder);
  }

  /**
   * Ends it at once, as a power cut would, and starts it again on the same port and store when `meanwhile` is
   * done.
   */
  async restart(bots?: string, meanwhile = async (): Promise<void> => {}): Promise<void> {
    await this.end('SIGKILL');
    await meanwhile();
    this.child = (await spawned(this.folder, new URL(this.url).host, bots)).child;
  }

  async stop(): Promise<void> {
    await this.end('SIGINT');
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Asks for something and expects JSON. */
  async json<T>(path: string, body?: unknown, cookie?: string): Promise<T> {
    const headers: Record<string, string> = { 'content-type': 'application/json' };
    if (cookie) headers['cookie'] = cookie;
    const request = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await fetch(this.url + path, request);
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    if (this.child.exitCode !== null) return;
    const gone = new Promise((done) => this.child.once('exit', done));
    this.child.kill(signal);
    await gone;
  }
}

function spawned(folder: string, bind: string, bots?: string): Promise<{ child: ChildProcess; url: string }> {
  const args = ['serve', '--bind', bind, '--store', join(folder, 'matches.db')];
  if (bots) args.push('--bots', bots);
  return addressed(args);
}

/** Starts the program with arguments that make it serve, and waits for the address that it tells. */
export async function addressed(args: string[]): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(PROGRAM, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const lines = createInterface({ input: child.stdout! });
  return new Promise((found, failed) => {
    lines.on('line', (line) => {
      if (line.startsWith('http://')) found({ child, url: line.trim() });
    });
    lines.on('close', () => failed(new Error('the server ended before it printed its address')));
  });
}
