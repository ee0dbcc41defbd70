/** What the page asks of the server. */
import type { Language } from './i18n';
import { addressOf } from './site';
import type {
  LogSoFar, GameChoice, MatchSummary, MoveRequest, NewMatch, PaceRequest, Refusal, SeatRequest, SentLog, UnusableBot,
} from './wire';

/** The server's no, in its own words. */
export class Refused extends Error {
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

/** The answer did not come: no connection, or the server is not there. */
export class Unreachable extends Error {}

/** The answer, whatever it says. */
export async function sent(path: string, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(addressOf(path), init);
  } catch (cause) {
    throw new Unreachable('', { cause });
  }
}

export async function asked(path: string, init?: RequestInit): Promise<Response> {
  const answer = await sent(path, init);
  if (answer.ok) return answer;
  // In a class, for whoever is not logged in.
  if (answer.status === 401 && !path.startsWith('/api/class')) location.assign(addressOf('/class'));
  const refusal: Partial<Refusal> = await answer.json().catch(() => ({}));
  throw new Refused(refusal.error ?? `${answer.status} ${answer.statusText}`, answer.status);
}

export async function posted(path: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return asked(path, { method: 'POST', headers, body: JSON.stringify(body), signal });
}

function matchApi(id: string, what: string): string {
  return `/api/matches/${encodeURIComponent(id)}/${what}`;
}

/** The games with their house rules and bots. */
export async function games(): Promise<GameChoice[]> {
  return (await asked('/api/games')).json();
}

/** The scripts of the server's folder that cannot play. */
export async function unusableBots(): Promise<UnusableBot[]> {
  return (await asked('/api/unusable-bots')).json();
}

/** The rules of a game in a language, as Markdown. */
export async function rules(game: string, language: Language): Promise<string> {
  return (await asked(`/api/rules/${game}/${language}`)).text();
}

/** The matches, newest first. */
export async function matches(): Promise<MatchSummary[]> {
  return (await asked('/api/matches')).json();
}

/** Starts a match; gives its id. */
export async function begin(match: NewMatch): Promise<string> {
  const { id }: { id: string } = await (await posted('/api/matches', match)).json();
  return id;
}

/** What has happened in a match, for the observer or for `public` if they are not the visitor's. */
export async function log(id: string, observer: string, signal: AbortSignal): Promise<LogSoFar> {
  return (await asked(`${matchApi(id, 'event-log')}?observer=${observer}`, { signal })).json();
}

/** Sits down or gets up. */
export async function seat(id: string, request: SeatRequest): Promise<void> {
  await posted(matchApi(id, 'seat'), request);
}

/** Sends a move; the same one may be sent twice. */
export async function move(id: string, request: MoveRequest): Promise<void> {
  await posted(matchApi(id, 'move'), request);
}

/** Changes the time that bots take for a move. */
export async function pace(id: string, request: PaceRequest): Promise<void> {
  await posted(matchApi(id, 'pace'), request);
}

/** Stops a match before its end. */
export async function stop(id: string): Promise<void> {
  await posted(matchApi(id, 'stop'), {});
}

/** Takes a match off the list; one that runs is stopped. */
export async function clear(id: string): Promise<void> {
  await posted(matchApi(id, 'clear'), {});
}

/** Starts the same match again; gives the id of the new one. */
export async function rematch(id: string): Promise<string> {
  const { id: next }: { id: string } = await (await posted(matchApi(id, 'rematch'), {})).json();
  return next;
}

/** The logs of a file of records, everything face up. */
export async function logsOf(text: string): Promise<SentLog[]> {
  const headers = { 'content-type': 'text/plain' };
  return (await asked('/api/event-log?observer=open', { method: 'POST', headers, body: text })).json();
}

/** Where the record of a match that is over can be had. */
export function recordPath(id: string): string {
  return addressOf(matchApi(id, 'record'));
}

/** The record of a match that is over. */
export async function recordOf(id: string): Promise<string> {
  return (await asked(matchApi(id, 'record'))).text();
}

/** The log of a match that is over, everything face up. */
export async function openLog(id: string): Promise<SentLog> {
  const { head, items }: LogSoFar = await (await asked(`${matchApi(id, 'event-log')}?observer=open`)).json();
  return { head, items };
}

/** The page with the viewer that a match can be put into. */
export async function sharePage(): Promise<string> {
  return (await asked('/share.html')).text();
}
