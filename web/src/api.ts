/** The requests of the page to the server. */
import type { Language } from './i18n';
import { addressOf } from './site';
import type {
  LogSoFar, GameChoice, MatchReview, MatchSummary, MoveRequest, NewMatch, PaceRequest, Refusal, SeatRequest, SentLog, UnusableBot,
  VisitorLevel,
} from './wire';

/** The server's refusal, with its reason. */
export class Refused extends Error {
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

/** No response: the connection failed or the server is down. */
export class Unreachable extends Error {}

/** Sends a request and returns the response, whatever its status. */
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
  // A class requires a login.
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

/** Fetches the games with their options and bots. */
export async function games(): Promise<GameChoice[]> {
  return (await asked('/api/games')).json();
}

/** Fetches the scripts in the server's folder that cannot play. */
export async function unusableBots(): Promise<UnusableBot[]> {
  return (await asked('/api/unusable-bots')).json();
}

/** Fetches the rules of a game in a language, as Markdown. */
export async function rules(game: string, language: Language): Promise<string> {
  return (await asked(`/api/rules/${game}/${language}`)).text();
}

/** Fetches the level of the visitor in a game. */
export async function ownLevel(game: string): Promise<VisitorLevel> {
  return (await asked(`/api/levels/${game}`)).json();
}

/** Fetches the matches, newest first. */
export async function matches(): Promise<MatchSummary[]> {
  return (await asked('/api/matches')).json();
}

/** Starts a match and returns its id. */
export async function begin(match: NewMatch): Promise<string> {
  const { id }: { id: string } = await (await posted('/api/matches', match)).json();
  return id;
}

/**
 * Fetches the event log of a match for the observer, or for `public` if the visitor lacks the
 * right.
 */
export async function log(id: string, observer: string, signal: AbortSignal): Promise<LogSoFar> {
  return (await asked(`${matchApi(id, 'event-log')}?observer=${observer}`, { signal })).json();
}

/** Fetches the review of a finished match, as far as it is made. */
export async function review(id: string): Promise<MatchReview> {
  return (await asked(matchApi(id, 'review'))).json();
}

/** Begins the review of a finished match. */
export async function beginReview(id: string): Promise<MatchReview> {
  return (await posted(matchApi(id, 'review'), {})).json();
}

/** Takes or leaves a seat. */
export async function seat(id: string, request: SeatRequest): Promise<void> {
  await posted(matchApi(id, 'seat'), request);
}

/** Sends a move; sending it twice is harmless. */
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

/** Removes a match from the list; stops it first if it is running. */
export async function clear(id: string): Promise<void> {
  await posted(matchApi(id, 'clear'), {});
}

/** Starts the same match again and returns the id of the new one. */
export async function rematch(id: string): Promise<string> {
  const { id: next }: { id: string } = await (await posted(matchApi(id, 'rematch'), {})).json();
  return next;
}

/** Converts a file of records to event logs with open hands. */
export async function logsOf(text: string): Promise<SentLog[]> {
  const headers = { 'content-type': 'text/plain' };
  return (await asked('/api/event-log?observer=open', { method: 'POST', headers, body: text })).json();
}

/** Returns the address of the record of a finished match. */
export function recordPath(id: string): string {
  return addressOf(matchApi(id, 'record'));
}

/** Fetches the record of a finished match. */
export async function recordOf(id: string): Promise<string> {
  return (await asked(matchApi(id, 'record'))).text();
}

/** Fetches the event log of a finished match with open hands. */
export async function openLog(id: string): Promise<SentLog> {
  const { head, items }: LogSoFar = await (await asked(`${matchApi(id, 'event-log')}?observer=open`)).json();
  return { head, items };
}

/** Fetches the page with the viewer, into which a match can be embedded. */
export async function sharePage(): Promise<string> {
  return (await asked('/share.html')).text();
}
