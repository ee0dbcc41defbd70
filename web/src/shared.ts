/**
 * A match in one file that opens without a server: the viewer with the log and the record inside.
 */
import type { SentLog } from './wire';

/** The contents of a shared file. */
export interface Match {
  log: SentLog;
  /** The lines of its record. */
  record: string;
}

/** Output that bots write for their authors: private unless the sharer decides otherwise. */
const PRIVATE: readonly string[] = ['log', 'marks', 'plots'];

/** Removes private keys at any depth. */
function stripped<T>(value: T): T {
  return JSON.parse(JSON.stringify(value, (key, inner: unknown) => (PRIVATE.includes(key) ? undefined : inner))) as T;
}

/** Returns a match without the bots' private output. */
export function withoutLogs({ log, record }: Match): Match {
  const lines = record.split('\n').map((line) => (line === '' ? line : JSON.stringify(stripped(JSON.parse(line) as unknown))));
  return { log: { ...log, items: stripped(log.items) }, record: lines.join('\n') };
}

async function through(bytes: BlobPart, way: CompressionStream | DecompressionStream): Promise<Response> {
  return new Response(new Blob([bytes]).stream().pipeThrough(way));
}

/** Packs a match as text for an element of a page. */
export async function packed(match: Match): Promise<string> {
  const bytes = new Uint8Array(await (await through(JSON.stringify(match), new CompressionStream('gzip'))).arrayBuffer());
  let text = '';
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}

/** Unpacks a text made by `packed`. */
export async function unpacked(text: string): Promise<Match> {
  const bytes = Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0));
  return (await (await through(bytes, new DecompressionStream('gzip'))).json()) as Match;
}

/** The element of a page that holds the match. */
const PLACE = '<script type="text/plain" id="match">';

/** Returns the viewer page with a match inside. */
export function filled(page: string, match: string): string {
  const at = page.indexOf(PLACE);
  if (at < 0) throw new Error('share.html has no place for a match');
  return page.slice(0, at + PLACE.length) + match + page.slice(at + PLACE.length);
}

/** Returns the match inside this page; null if the page has none. */
export async function held(): Promise<Match | null> {
  const text = document.querySelector('#match')?.textContent;
  return text ? unpacked(text) : null;
}
