/**
 * Types of the messages between page and server. `server.ts` is generated from the server's types.
 */
import type { MatchEvent, MatchHead, Snapshot as AnySnapshot, StreamMessage } from './server';

export type {
  AcceptRequest, AnswerRequest, AnswerReview, Answered, AskRequest, BotChange, BotPage, BotSummary, ClassReviews, ClassState, CodeOf,
  CommonPosition, ListedAnswer, MatchCost, PersonCosts, QuestionPage, CompareMessage, Compared, Draft, Exercise, Incident, JoinInfo, JoinRequest, LadderBoard, LadderBotPage, LadderPast, LadderPick, LadderRow, LadderSeat, LadderVersion, Figure, FormatName, RoundRow, TableRow, TournamentBoard, TournamentChange, TournamentRequest, TournamentRow, TournamentState, TournamentSummary, ListedPerson, LostMatch, Me, NewBot,
  PeopleChange, Person, PersonChange, Problem, RosterAnswer, RunRequest, SettingsRequest, Started, Tick, Version, Wait, Waiting,
} from './server';
export type {
  BotChoice, Branch, BranchRequest, By, Effect, EventLog, Fault, HandEnd, HandRow, HandScore, GameChoice, Mark, MatchEvent, MatchHead, MatchStatus, MatchSummary, MovePrompt,
  MatchReview, MoveRequest, NewMatch, PaceRequest, PlayedBy, Reviewed, SeatRequest, SeatState, SettingInfo, Severity, StreamMessage, TableState,
  UnusableBot, VisitorLevel,
} from './server';

/** A seat of a table, from 0. */
export type Seat = number;

/** A position of a match. `V` is the view of the game, declared in `games/<game>/view.ts`. */
export type Snapshot<V = unknown> = Omit<AnySnapshot, 'view' | 'seats'> & { view: V; seats?: V[] };

type EventOf<Type extends MatchEvent['type']> = Extract<MatchEvent, { type: Type }>;

/** An event that leads to another position. */
export type SnapshotEvent = EventOf<'start' | 'deal' | 'move'>;
export type MoveEvent = EventOf<'move'>;
export type FaultEvent = EventOf<'fault'>;
export type OverEvent = EventOf<'over'>;
/** A bot was saved while it plays (`juez watch --web`). */
export type ReloadEvent = EventOf<'reload'>;

/** An event as sent: whole, or as the difference from the previous position. */
export type SentEvent =
  | MatchEvent
  | (Omit<MoveEvent, Exclude<keyof AnySnapshot, 'ply' | 'effects' | 'hand_score'>> & { changes: Record<string, unknown> })
  | (Pick<AnySnapshot, 'ply' | 'effects' | 'hand_score'> & { type: 'deal'; changes: Record<string, unknown> });

/** A log as sent. */
export interface SentLog {
  head: MatchHead;
  items: SentEvent[];
}

/** A message of a stream as sent. */
export type SentMessage = Exclude<StreamMessage, { items: unknown }> | { from: number; items: SentEvent[] };

/** The log of a match so far; a stream continues at the cursor `at`. */
export type LogSoFar = SentLog & { at: string };

/** Response to a refused request, with status 4xx. */
export interface Refusal {
  error: string;
}
