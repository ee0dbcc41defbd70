// Written by `JUEZ_BLESS=1 cargo test -p juez-server typescript` from the types of the server.

export type AcceptRequest = {
  waiting: Array<number>,
  accept: boolean, };

export type Answer = {
  move: string,
  bot: string | null,
  cost: number,
  found: boolean, };

export type AnswerRequest = { "bot": number } | { "move": string };

export type AnswerReview = {
  then: Reviewed,
  now: Reviewed,
  verdict: Verdict, };

export type Answered = {
  answer: Answer | null,
  fault: Problem | null,
  log: Array<string>, };

export type AskRequest = {
  match: string,
  seat: number,
  ply: number,
  files?: { [key in string]: string } | null, };

export type BotChange = { "change": "rename",
  name: string, } | { "change": "open",
  open: boolean, } | { "change": "keep" } | { "change": "release",
  version: number | null, } | { "change": "ladder",
  pick: LadderPick, } | { "change": "delete" };

export type BotChoice = {
  player: string,
  name: string,
  authors?: string,
  summary: string,
  level?: number,
  options: Array<SettingInfo>, };

export type BotPage = {
  bot: BotSummary,
  own: boolean,
  may_open: boolean,
  classmates_play: boolean,
  draft: Draft,
  versions: Array<Version>, };

export type BotSummary = {
  id: number, team: number, name: string,
  game: string,
  language: string,
  exercise: string | null,
  open: boolean,
  changed: number,
  version: number,
  released: number | null,
  offered: number | null,
  ladder: LadderPick,
  authors: string, };

export type Branch = {
  of?: string,
  ply: number,
  hands_seen?: boolean, };

export type BranchRequest = {
  match?: string | null,
  record?: string | null,
  ply: number, };

export type By = "bot" | "given" | "forced" | "substitute" | "takeover" | "human";

export type Change = "same_moves" | "same_score" | "maybe_luck" | "better" | "worse";

export type ChosenSeed = {
  text: string | null, };

export type ClassReviews = {
  people: Array<PersonCosts>,
  positions: Array<CommonPosition>,
  waiting: number, };

export type ClassState = {
  open: boolean,
  me: Me | null,
  wait: Wait | null,
  join: JoinInfo | null, };

export type CodeOf = {
  name: string,
  code: string, };

export type CommonPosition = {
  match: string,
  ply: number,
  log: EventLog,
  best: string,
  pattern: string | null,
  met: number,
  erred: number,
  mean_cost: number, };

export type CompareMessage = Compared | {
  error: string, };

export type CompareRequest = {
  against: string,
  files: { [key in string]: string }, };

export type Compared = {
  matches: number,
  of: number,
  over: boolean,
  score: number,
  change: Change,
  observations: number,
  faults: number,
  fault: Problem | null,
  version: number | null,
  before: ComparedVersion | null,
  lost: LostMatch | null, };

export type ComparedVersion = {
  version: number,
  score: number,
  gain: number,
  change: Change, };

export type DecidedFor = {
  name: string,
  why: string, };

export type Decider = "bot" | "person" | "free";

export type Draft = {
  revision: number, files: { [key in string]: string },
  by: string | null,
  at: number, };

export type DraftRequest = {
  revision: number,
  files: { [key in string]: string }, };

export type Effect = {
  kind: string,
  seat?: number,
  from?: string,
  to?: string,
  pieces?: Array<string>,
  unknown?: number,
  on?: string,
  points?: number, };

export type EventLog = {
  head: MatchHead,
  items: Array<MatchEvent>, };

export type Exercise = {
  id: string,
  game: string,
  title: string,
  text: string,
  hints: Array<string>,
  start: { [key in string]: string },
  cases: Array<string>,
  words: { [key in string]: string }, };

export type Fault = {
  kind: FaultKind,
  hook: Hook,
  text: string,
  why: string,
  file: string | null,
  line: number | null, };

export type FaultKind = "illegal_move" | "unreadable" | "script" | "out_of_fuel" | "out_of_memory" | "out_of_time" | "missing_hook" | "crashed" | "resigned";

export type Figure = {
  value: number,
  low: number | null,
  high: number | null, };

export type FormatName = "round-robin" | "gauntlet" | "swiss" | "knockout";

export type GameChoice = {
  id: string,
  title: string,
  summary: string,
  seats: [number, number],
  hidden: boolean,
  options: Array<SettingInfo>,
  levels: number,
  level_rules: Record<string, Array<unknown>>,
  bots: Array<BotChoice>,
  files: Array<BotChoice>, };

export type HandEnd = {
  kind: string,
  seat?: number, };

export type HandRow = {
  label: string,
  values?: Array<number>,
  points?: Array<number>, };

export type HandScore = {
  sides: Array<Array<number>>,
  rows: Array<HandRow>,
  end?: HandEnd, };

export type Hindsight = {
  best: string,
  before: number,
  after: number,
  cost: number, };

export type Hook = "load" | "start" | "next_move" | "finish";

export type Incident = {
  at: number,
  times: number,
  person: string | null,
  what: string, };

export type JoinInfo = {
  code: string,
  addresses: Array<string>,
  reached: boolean,
  asks: boolean,
  classmates_play: boolean,
  ladder: boolean, };

export type JoinRequest = {
  code: string,
  name?: string | null, };

export type LadderBoard = {
  game: string,
  doing: LadderDoing,
  day: LadderDay,
  before: LadderDay | null,
  rows: Array<LadderRow>,
  matches: number,
  an_hour: number,
  left_out: number | null,
  enough: number, };

export type LadderBotPage = {
  bot: number,
  game: string,
  name: string,
  authors: string,
  version: number | null,
  pick: LadderPick | null,
  above: string | null,
  versions: Array<LadderVersion>,
  meetings: Array<LadderMeeting>,
  matches: Array<LadderPast>,
  best: LadderPast | null,
  worst: LadderPast | null, };

export type LadderDay = {
  day: number,
  hash: string,
  seed: string | null, };

export type LadderDoing = { "kind": "plays",
  names: Array<string>, } | { "kind": "judges" } | { "kind": "waits" } | { "kind": "rests" } | { "kind": "queues" } | { "kind": "off" };

export type LadderMeeting = {
  bot: number | null,
  name: string,
  matches: number,
  points: number, };

export type LadderMessage = {
  ladder: LadderBoard, };

export type LadderPast = {
  id: string | null,
  at: number,
  version: number,
  others: Array<LadderSeat>,
  score: number,
  plies: number, };

export type LadderPick = "newest" | { "version": number } | "absent" | "taken_off";

export type LadderRow = {
  bot: number | null,
  version: number | null,
  name: string,
  authors: string,
  elo: number | null,
  within: [number, number] | null,
  matches: number,
  score: number | null,
  trend: number | null,
  is_new: boolean,
  is_benched: boolean, };

export type LadderSeat = {
  bot: number | null,
  name: string,
  version: number | null, };

export type LadderVersion = {
  version: number,
  elo: number | null,
  within: [number, number] | null,
  matches: number,
  score: number | null,
  faults: number | null,
  is_benched: boolean, };

export type LevelSummary = {
  game: string,
  matches: number,
  level: number,
  margin: number, };

export type ListedAnswer = { person: number,
  name: string,
  tries: number,
  move: string,
  bot: string | null,
  cost: number,
  found: boolean, };

export type ListedPerson = {
  levels: Array<LevelSummary>,
  id: number,
  name: string,
  role: Role, team: number,
  frozen: boolean,
  joined: number,
  seen: number | null, };

export type LostMatch = {
  number: number,
  seed: string,
  players: Array<string>,
  opening: string | null,
  plies: number, };

export type Mark = {
  place?: string,
  label: string,
  colour?: string, };

export type MatchCost = {
  id: string,
  begun: number,
  decisions: number,
  cost: number, };

export type MatchEvent = { "type": "start",
  ply: number,
  deal: number,
  to_move: number | null,
  points: Array<number>,
  winners?: Array<number>,
  view: unknown,
  seats?: Array<unknown>,
  face_down?: Array<string>,
  effects?: Array<Effect>,
  hand_score?: HandScore,
  drawing?: string, } | { "type": "deal",
  ply: number,
  deal: number,
  to_move: number | null,
  points: Array<number>,
  winners?: Array<number>,
  view: unknown,
  seats?: Array<unknown>,
  face_down?: Array<string>,
  effects?: Array<Effect>,
  hand_score?: HandScore,
  drawing?: string, } | { "type": "move",
  seat: number,
  move: string,
  by?: By,
  fuel?: number,
  ms?: number,
  log?: Array<string>,
  marks?: Array<Mark>,
  plots?: Array<[string, number]>,
  ply: number,
  deal: number,
  to_move: number | null,
  points: Array<number>,
  winners?: Array<number>,
  view: unknown,
  seats?: Array<unknown>,
  face_down?: Array<string>,
  effects?: Array<Effect>,
  hand_score?: HandScore,
  drawing?: string, } | { "type": "fault",
  seat: number,
  ply: number, fault: Fault,
  log?: Array<string>, } | { "type": "reload",
  seat: number | null,
  ply: number,
  version: number,
  error?: SourceError, } | { "type": "over",
  reason: Reason,
  ranks: Array<number>,
  points: Array<number>, };

export type MatchHead = {
  game: string,
  title: string,
  hidden: boolean,
  options: Record<string, unknown>,
  players: Array<PlayerInfo>,
  teams: Array<number>,
  observer: string,
  branch?: Branch, };

export type MatchReview = {
  reviewer: string,
  moves: number,
  decisions: Array<Reviewed>,
  costliest: Array<number>,
  advice: { [key in string]: string },
  sums: Array<ReviewSum>,
  sources: Array<ScoreSources>,
  is_complete: boolean,
  is_begun: boolean, };

export type MatchStatus = "running" | "finished" | "stopped" | "broken";

export type MatchSummary = { id: string,
  game: string,
  title: string,
  status: MatchStatus,
  players: Array<string>,
  ply: number,
  free: number,
  ranks: Array<number> | null,
  begun: number,
  turn: number | null,
  waits: boolean,
  abandoned: boolean,
  watching: number,
  chosen_seed: boolean,
  branch: boolean,
  yours: boolean,
  by: string | null, };

export type Me = {
  person: Person,
  team: Array<Person>, };

export type MovePrompt = { seat: number,
  ply: number,
  legal: Array<string>,
  refused: string | null,
  left_ms: number | null, };

export type MoveRequest = { seat: number,
  ply: number,
  move: string | null, };

export type NewBot = {
  game: string,
  language: string,
  name: string,
  files?: { [key in string]: string } | null,
  exercise?: string | null, };

export type NewMatch = {
  game: string,
  options: Record<string, unknown>,
  players: Array<string>,
  name?: string | null,
  seed?: string | null,
  clock_s?: number | null,
  on_clock?: OnClock,
  pace_ms?: number | null,
  takeover?: Takeover | null,
  from?: BranchRequest | null, };

export type OnClock = "random" | "bot";

export type PaceRequest = {
  pace_ms: number, };

export type PeopleChange = { "change": "freeze",
  people: Array<number>,
  frozen: boolean, } | { "change": "remove",
  people: Array<number>, };

export type Person = {
  id: number,
  name: string,
  role: Role, team: number,
  frozen: boolean,
  joined: number,
  seen: number | null, };

export type PersonChange = { "change": "rename",
  name: string, } | { "change": "code" } | { "change": "log_out" } | { "change": "team",
  with: number | null, };

export type PersonCosts = {
  person: number,
  name: string,
  game: string,
  matches: Array<MatchCost>, };

export type PlayedBy = "lua" | "rhai" | "builtin" | "human" | "external";

export type PlayerInfo = {
  name: string,
  bot: PlayedBy, };

export type Problem = {
  file: string | null,
  line: number | null,
  column: number | null,
  error: boolean,
  message: string, };

export type QuestionPage = {
  id: number,
  log: EventLog,
  legal: Array<string>,
  best: string | null,
  answers: Array<ListedAnswer>, };

export type QuestionRequest = {
  match: string,
  ply: number, };

export type Reason = "finished" | "max_plies" | "repetition" | "forfeit" | "stopped";

export type ReviewSum = {
  decisions: number,
  cost: number,
  hindsight: number,
  mistakes: [number, number, number], };

export type Reviewed = {
  ply: number,
  deal: number,
  seat: number,
  played: string,
  best: string,
  before: number,
  after: number,
  error: number,
  cost: number,
  severity?: Severity,
  pattern?: string,
  reasons: Array<string>,
  hindsight?: Hindsight, };

export type Role = "student" | "teacher";

export type RosterAnswer = {
  codes: Array<CodeOf>,
  left_out: Array<string>, };

export type RoundRow = {
  number: number,
  title: string, tables: Array<TableRow>,
  byes: Array<string>, };

export type RunRequest = {
  draft: DraftRequest,
  match: NewMatch, };

export type ScoreSources = {
  deals: number,
  error: number,
  own: number,
  others: number,
  rest: number,
  change: number, };

export type SeatRequest = { seat: number,
  take: boolean,
  name?: string | null, };

export type SeatState = { seat: number,
  name: string,
  by: Decider,
  you: boolean,
  can_sit: boolean,
  has_bot: boolean,
  bot: string | null,
  own_bot: number | null,
  since: number, };

export type SettingInfo = {
  name: string,
  summary: string,
  default: unknown, allowed: SettingValues, };

export type SettingValues = { "kind": "switch" } | { "kind": "words",
  values: Array<string>, } | { "kind": "numbers",
  values: Array<number>, } | { "kind": "decimal",
  from: number,
  to: number, } | { "kind": "range",
  from: number,
  to: number, };

export type SettingsRequest = {
  open?: boolean | null,
  new_code?: boolean | null,
  asks?: boolean | null,
  classmates_play?: boolean | null,
  ladder?: boolean | null, };

export type Severity = "inaccuracy" | "mistake" | "blunder";

export type Snapshot = {
  ply: number,
  deal: number,
  to_move: number | null,
  points: Array<number>,
  winners?: Array<number>,
  view: unknown,
  seats?: Array<unknown>,
  face_down?: Array<string>,
  effects?: Array<Effect>,
  hand_score?: HandScore,
  drawing?: string, };

export type SourceError = {
  file: string,
  line: number | null,
  text: string,
  source?: string, };

export type Started = {
  id: string,
  revision: number,
  version: number, };

export type StreamMessage = {
  lobby: Array<MatchSummary>, } | {
  head: MatchHead, } | {
  from: number,
  items: Array<MatchEvent>, } | {
  table: TableState, } | {
  gone: string, };

export type TableRow = {
  names: Array<string>,
  points: Array<number>,
  games: number,
  scheduled: number,
  decided?: DecidedFor, };

export type TableState = {
  id: string,
  status: MatchStatus,
  why: string | null,
  wait: string | null,
  seats: Array<SeatState>,
  ask: MovePrompt | null,
  owner: boolean,
  clock_s: number | null,
  on_clock: OnClock,
  pace_ms: number,
  observers: Array<string>,
  rematch: string | null,
  next: string | null,
  watching: number,
  chosen_seed: ChosenSeed | null,
  adaptive: boolean,
  can_review: boolean, };

export type Takeover = "anyone" | "owner";

export type Tick = {
  name: string,
  passed: boolean,
  position: string | null,
  asked: string | null,
  got: string | null,
  wanted: Array<string>,
  unwanted: Array<string>,
  unordered: boolean,
  tolerance: number,
  hint: string | null,
  fault: Problem | null,
  log: Array<string>, };

export type TournamentBoard = {
  summary: TournamentSummary,
  format: FormatName,
  options: Record<string, unknown>,
  seconds: number | null,
  left: number | null,
  played: number,
  scheduled: number,
  failed: number,
  rows: Array<TournamentRow>,
  results: Array<Array<[number, number] | null>>,
  rounds: Array<RoundRow>,
  seed_hash: string,
  seed: string | null, };

export type TournamentChange = { "change": "start" } | { "change": "pause" } | { "change": "stop" } | { "change": "delete" };

export type TournamentMessage = {
  tournament: TournamentBoard, };

export type TournamentRequest = {
  name: string,
  game: string,
  options: Record<string, unknown>,
  format: FormatName,
  third_place: boolean,
  rounds: number | null,
  games: number | null,
  minutes: number | null,
  built_in: Array<string>,
  pass: Array<string>, };

export type TournamentRow = {
  rank: number | null,
  is_close: boolean,
  name: string,
  points: number,
  matches: number,
  score: Figure | null,
  elo: Figure | null,
  buchholz: number | null,
  byes: number,
  passes: string | null,
  is_out: boolean,
  is_benched: boolean, };

export type TournamentState = "planned" | "running" | "paused" | "stopped" | "finished";

export type TournamentSummary = {
  id: number,
  name: string,
  game: string,
  state: TournamentState,
  matches: number,
  at: number,
  trouble: string | null, };

export type UnusableBot = {
  file: string,
  why: string, };

export type Verdict = "best" | "better" | "same" | "worse";

export type Version = {
  number: number,
  by: string | null,
  at: number,
  bytes: number,
  sound: boolean, };

export type VisitorLevel = {
  next: number,
  of: number,
  curve: Array<number>,
  game: string,
  matches: number,
  level: number,
  margin: number, };

export type Wait = { name: string,
  accepted: boolean, };

export type Waiting = {
  id: number, name: string,
  at: number,
  browser: Array<string>,
  removed: boolean,
  address: Array<string>, };
