/** Requests of the pages of a class to the server. */
import { addressOf } from '../../site';
import { asked, posted, Refused, sent } from '../../api';
import type { Language } from '../../i18n';
import type {
  AnswerRequest, AnswerReview, Answered, BotChange, BotPage, BotSummary, ClassReviews, ClassState, CodeOf, CompareMessage, Compared, Draft,
  Exercise, Incident, LadderBotPage, ListedPerson, NewBot, NewMatch, PeopleChange, PersonChange, Problem, QuestionPage, RosterAnswer, SettingsRequest,
  Started, Tick, TournamentChange, TournamentRequest, TournamentSummary, Waiting,
} from '../../wire';

/** Source texts by file name. */
export type Files = Record<string, string>;

/** Another person has changed the draft: nothing was saved. */
export class DraftChanged extends Error {
  readonly draft: Draft;

  constructor(draft: Draft) {
    super('');
    this.draft = draft;
  }
}

/** The answer of a bot at a position. */
export interface Answer {
  answer: string | null;
  fault: { why: string; file?: string | null; line?: number | null } | null;
  fuel: number | null;
  log: string[];
  view: string[];
  legal: string[];
  /** The move compared with the one played, if the match has a review. */
  review: AnswerReview | null;
}

/** Fetches the class as the visitor can see it. */
export async function classState(): Promise<ClassState> {
  return (await asked('/api/class')).json();
}

/** Joins under a name. Returns the return code, or null if the teacher is asked. */
export async function join(code: string, name: string): Promise<CodeOf | null> {
  const answer = await posted('/api/class/join', { code, name });
  return answer.status === 202 ? null : answer.json();
}

/** Enters the class once the teacher has accepted. Returns the return code. */
export async function enter(): Promise<CodeOf> {
  return (await posted('/api/class/enter', {})).json();
}

/** Logs in by a return code. */
export async function comeBack(code: string): Promise<void> {
  await posted('/api/class/return', { code });
}

/** Logs the teacher in. */
export async function teach(code: string): Promise<void> {
  await posted('/api/class/teach', { code });
}

/** Ends the session of this browser. */
export async function leave(): Promise<void> {
  await posted('/api/class/leave', {});
}

/** Changes the class. */
export async function settings(request: SettingsRequest): Promise<void> {
  await posted('/api/class/settings', request);
}

/** Fetches all people; only for the teacher. */
export async function people(): Promise<ListedPerson[]> {
  return (await asked('/api/class/people')).json();
}

/** Changes a person. Returns the new return code, if there is one. */
export async function changePerson(id: number, change: PersonChange): Promise<CodeOf | null> {
  return (await posted(`/api/class/people/${id}`, change)).json();
}

/** Changes several people at once. */
export async function changePeople(change: PeopleChange): Promise<void> {
  await posted('/api/class/people', change);
}

/** Fetches the join requests; only for the teacher. */
export async function waiting(): Promise<Waiting[]> {
  return (await asked('/api/class/waiting')).json();
}

/** Accepts or refuses join requests. Returns the names that are taken by now. */
export async function accept(ids: number[], yes: boolean): Promise<string[]> {
  return (await posted('/api/class/waiting', { waiting: ids, accept: yes })).json();
}

/** Adds the people of a class list. Returns their return codes, and the names left out. */
export async function addRoster(list: Blob | string): Promise<RosterAnswer> {
  return (await asked('/api/class/roster', { method: 'POST', body: list })).json();
}

/** Fetches the refused requests; only for the teacher. */
export async function incidents(): Promise<Incident[]> {
  return (await asked('/api/class/incidents')).json();
}

/** Creates a token for the visitor's programs. */
export async function newToken(): Promise<string> {
  return (await posted('/api/class/tokens', {})).json();
}

async function deleted(path: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  await asked(path, { method: 'DELETE', headers, body: '{}' });
}

/** Deletes the tokens of the visitor. */
export async function deleteTokens(): Promise<void> {
  await deleted('/api/class/tokens');
}

/** Fetches the bots of the team; all bots for the teacher. */
export async function bots(): Promise<BotSummary[]> {
  return (await asked('/api/class/bots')).json();
}

/** Creates a bot and returns its number. */
export async function newBot(bot: NewBot): Promise<number> {
  const { id }: { id: number } = await (await posted('/api/class/bots', bot)).json();
  return id;
}

function botApi(id: number, what = ''): string {
  return `/api/class/bots/${id}${what}`;
}

/** Fetches a bot with its draft and its versions. */
export async function bot(id: number): Promise<BotPage> {
  return (await asked(botApi(id))).json();
}

/** Changes a bot. Returns the number of a new version. */
export async function changeBot(id: number, change: BotChange): Promise<number | null> {
  return (await posted(botApi(id), change)).json();
}

/** Sends a request with a draft, which another person may have changed. */
async function drafted<T>(path: string, method: string, body: unknown): Promise<T> {
  const headers = { 'content-type': 'application/json' };
  const answer = await sent(path, { method, headers, body: JSON.stringify(body) });
  const read = await answer.json().catch(() => ({}));
  if (answer.status === 409 && read.draft) throw new DraftChanged(read.draft);
  if (!answer.ok) throw new Refused(read.error ?? `${answer.status} ${answer.statusText}`, answer.status);
  return read;
}

/** Saves a draft and returns its new revision. */
export async function saveDraft(id: number, revision: number, files: Files): Promise<number> {
  return (await drafted<{ revision: number }>(botApi(id, '/draft'), 'PUT', { revision, files })).revision;
}

/** Saves the draft of a closing page, as far as browsers still do that. */
export function saveAtEnd(id: number, revision: number, files: Files): void {
  const body = JSON.stringify({ revision, files });
  const headers = { 'content-type': 'application/json' };
  // Browsers refuse a longer `keepalive` body.
  fetch(addressOf(botApi(id, '/draft')), { method: 'PUT', headers, body, keepalive: body.length < 60_000 }).catch(() => {});
}

/** Saves a draft and starts a match with it. */
export async function run(id: number, revision: number, files: Files, match: NewMatch): Promise<Started> {
  return drafted(botApi(id, '/run'), 'POST', { draft: { revision, files }, match });
}

/** Fetches the files of a version. */
export async function version(id: number, number: number): Promise<Files> {
  return (await asked(botApi(id, `/versions/${number}`))).json();
}

/** Returns the problems of a source. */
export async function check(game: string, language: string, files: Files): Promise<Problem[]> {
  return (await posted('/api/class/check', { game, language, files })).json();
}

/** Fetches the exercises in a language of people. */
export async function exercises(language: Language): Promise<Exercise[]> {
  return (await asked(`/api/class/exercises?lang=${language}`)).json();
}

/**
 * Fetches the tests ever passed, by bot number: for the team's bots, and for all of them if the
 * visitor is the teacher.
 */
export async function ticks(): Promise<Record<string, boolean[]>> {
  return (await asked('/api/class/ticks')).json();
}

/** Tests a source on an exercise. Updates the ticks of the visitor's own bot. */
export async function test(exercise: string, bot: number | null, language: string, files: Files): Promise<Tick[]> {
  return (await posted(`/api/class/exercises/${encodeURIComponent(exercise)}/test`, { bot, language, files })).json();
}

/**
 * Compares a source with an opponent. Reports the result after each match, until the signal stops
 * it.
 */
export async function compare(
  id: number, against: string, files: Files, signal: AbortSignal, tell: (compared: Compared) => void,
): Promise<void> {
  const answer = await posted(botApi(id, '/compare'), { against, files }, signal);
  let rest = '';
  for await (const piece of pieces(answer)) {
    const events = (rest + piece).split('\n\n');
    rest = events.pop()!;
    for (const event of events) {
      if (!event.startsWith('data: ')) continue;
      const message = JSON.parse(event.slice('data: '.length)) as CompareMessage;
      if ('error' in message) throw new Refused(message.error, answer.status);
      tell(message);
    }
  }
}

/**
 * Iterates over the text of a response as it arrives. Not every browser can iterate over a stream.
 */
async function* pieces(answer: Response): AsyncGenerator<string> {
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
}

/** Asks a source for its move at a position of a finished match; null for the stored draft. */
export async function ask(id: number, match: string, seat: number, ply: number, files: Files | null): Promise<Answer> {
  return (await posted(botApi(id, '/ask'), { match, seat, ply, files })).json();
}

/** Fetches the reviews of the matches of all students; only for the teacher. */
export async function classReviews(): Promise<ClassReviews> {
  return (await asked('/api/class/reviews')).json();
}

/** Begins reviews of the newest matches of all students and returns their number. */
export async function reviewNewest(): Promise<number> {
  return (await posted('/api/class/reviews', {})).json();
}

/** Fetches the positions put to all, newest first. */
export async function questions(): Promise<QuestionPage[]> {
  return (await asked('/api/class/questions')).json();
}

/** Puts a decision of a finished match to all; only for the teacher. */
export async function putQuestion(match: string, ply: number): Promise<void> {
  await posted('/api/class/questions', { match, ply });
}

/** Takes a position back; only for the teacher. */
export async function deleteQuestion(id: number): Promise<void> {
  await deleted(`/api/class/questions/${id}`);
}

/** Fetches the ids of the games with a ladder. */
export async function ladderGames(): Promise<string[]> {
  return (await asked('/api/class/ladder')).json();
}

/** Fetches a bot on the ladder. */
export async function ladderBot(id: number): Promise<LadderBotPage> {
  return (await asked(`/api/class/ladder/bots/${id}`)).json();
}

/** Answers a position put to all. */
export async function answerQuestion(id: number, request: AnswerRequest): Promise<Answered> {
  return (await posted(`/api/class/questions/${id}`, request)).json();
}

/** Fetches all tournaments, newest first. */
export async function tournaments(): Promise<TournamentSummary[]> {
  return (await asked('/api/class/tournaments')).json();
}

/** Plans a tournament; only for the teacher. Returns its number. */
export async function planTournament(request: TournamentRequest): Promise<number> {
  return (await (await posted('/api/class/tournaments', request)).json()).id;
}

/** Starts, pauses, stops or deletes a tournament; only for the teacher. */
export async function changeTournament(id: number, change: TournamentChange['change']): Promise<void> {
  await posted(`/api/class/tournaments/${id}`, { change });
}
