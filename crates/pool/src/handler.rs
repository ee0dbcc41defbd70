//! Handles the requests of a worker: one bot, at most one match at a time.

use serde_json::{Value, from_str};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use super::probe;
use super::protocol::{Answer, Lesson, Reply, Request};
use juez_core::{
    AnyView, Capacity, CodeLine, Fault, FaultKind, Hook, Journal, Limits, Notes, ProfileRow, Seed,
    Turns,
};
use juez_match::referee::panicked;
use juez_match::registry::{AnyGame, MatchSetup, Mind, PlayerSpec, game, games};
use juez_script::{Api, BotSpec, LANGUAGES, LoadError, Profiler, Program, live_bytes};

/// Maximum lines of a profile that are sent.
const LINES: usize = 32;
/// Maximum bytes of JSON of a value that a bot's function returns.
const MOST_VALUE: usize = 512 << 10;

/// The handler of a worker's requests.
pub struct Handler {
    bot: Option<BotSpec>,
    seat: Option<Seat>,
    /// Heap bytes in use before there was a bot.
    at_first: isize,
}

/// The bot at a table.
struct Seat {
    program: Box<dyn Program>,
    turns: Turns,
    output: u32,
    /// The names of its curves so far.
    curves: Vec<String>,
    /// Its capacity in the record. The parent enforces it; this copy keeps messages short.
    room: Capacity,
    /// Calls of `next_move` so far.
    moves: u32,
    /// Counts fuel while it exists.
    profiler: Option<Profiler>,
}

impl Default for Handler {
    fn default() -> Handler {
        Handler { bot: None, seat: None, at_first: live_bytes() }
    }
}

impl Handler {
    /// Returns the hook that a request calls, and the number of its earlier calls in this match.
    pub fn about_to_call(&self, request: &Request<'_>) -> Option<(Hook, u32)> {
        let moves = self.seat.as_ref().map_or(0, |seat| seat.moves);
        match request {
            Request::Load { .. } => Some((Hook::Load, 0)),
            Request::Start(_) => Some((Hook::Start, 0)),
            Request::Move(_) => Some((Hook::NextMove, moves)),
            Request::Finish { .. } => Some((Hook::Finish, 0)),
            _ => None,
        }
    }

    /// Handles a request. Returns `None` for requests without an answer.
    pub fn answer(&mut self, request: Request<'_>) -> Option<Answer> {
        let answer = match request {
            Request::Bot { language, bundle } => {
                let language = LANGUAGES.iter().find(|known| known.id == language)?;
                self.bot = Some(BotSpec::uncompiled(String::new(), language, bundle));
                return None;
            }
            Request::Load { lesson, limits, seed, profile } => {
                self.load(&lesson, &limits, seed, profile)
            }
            Request::End => {
                self.seat = None;
                return None;
            }
            Request::Ping => Ok(plain(Reply::Done)),
            Request::Compile => self.compile().map(plain),
            Request::Lint(lesson) => self.lint(&lesson).map(plain),
            Request::Rehearse => rehearse().map(|()| plain(Reply::Done)),
            Request::Try(number) => Ok(plain(Reply::Tried(probe::works(number)))),
            call => match &mut self.seat {
                Some(seat) => Ok(seat.answer(call)),
                None => Err("it is at no table".to_string()),
            },
        };
        Some(answer.unwrap_or_else(|why| plain(Reply::Refused(why))))
    }

    fn bot(&self) -> Result<&BotSpec, String> {
        self.bot.as_ref().ok_or_else(|| "it has no bot".to_string())
    }

    fn compile(&self) -> Result<Reply, String> {
        match self.bot()?.compile() {
            Ok(()) => Ok(Reply::Done),
            Err(LoadError::Syntax(error)) => Ok(Reply::Syntax(error)),
            Err(error) => Err(error.to_string()),
        }
    }

    fn lint(&self, lesson: &Lesson) -> Result<Reply, String> {
        let (_, api) = taught(lesson)?;
        Ok(Reply::Lint(self.bot()?.lint(&api)))
    }

    fn load(
        &mut self,
        lesson: &Lesson,
        limits: &Limits,
        seed: Seed,
        profile: bool,
    ) -> Result<Answer, String> {
        self.seat = None;
        let memory = u64::try_from(live_bytes() - self.at_first).unwrap_or(0);
        let (game, api) = taught(lesson)?;
        let bot = self.bot()?;
        let journal = Journal::new(limits.output);
        // Start before the bot is loaded, so that its VM counts.
        let profiler = profile.then(Profiler::start);
        let loaded = caught(Hook::Load, || bot.load(&api, limits, seed, &journal));
        let (mut notes, mut room) = (journal.take(), Capacity::default());
        spare(&mut room, &mut notes);
        let (profile, last) = counted(profiler.as_ref());
        let result = loaded.map(|program| {
            let functions = program.functions();
            self.seat = Some(Seat {
                program,
                turns: game.turns(seed),
                output: limits.output,
                curves: journal.into_curves(),
                room,
                moves: 0,
                profiler,
            });
            Reply::Loaded(functions)
        });
        Ok(Answer { memory, profile, last, ..Answer::new(result, notes) })
    }
}

/// Returns the counts of the last hook, and the line at which it ended.
fn counted(profiler: Option<&Profiler>) -> (Vec<ProfileRow>, Option<CodeLine>) {
    profiler.map(|profiler| (profiler.top(LINES), profiler.last())).unwrap_or_default()
}

impl Seat {
    fn answer(&mut self, request: Request<'_>) -> Answer {
        let curves = std::mem::take(&mut self.curves);
        let journal = Journal::new(self.output).with_curves(curves);
        let hook = match request {
            Request::Start(_) => Hook::Start,
            Request::Finish { .. } => Hook::Finish,
            _ => Hook::NextMove,
        };
        let mut result = caught(hook, || self.call(request, &journal));
        let mut notes = journal.take();
        spare(&mut self.room, &mut notes);
        if let Err(fault) = &mut result {
            self.room.keep_fault(fault);
        }
        self.curves = journal.into_curves();
        let (profile, last) = counted(self.profiler.as_ref());
        Answer { profile, last, ..Answer::new(result, notes) }
    }

    fn call(&mut self, request: Request<'_>, journal: &Journal) -> Result<Reply, Fault> {
        let program = &mut self.program;
        let done = match request {
            Request::Start(info) => from_str(info)
                .map_err(|error| error.to_string())
                .map(|fields| program.start(&Value::Object(fields), journal).map(|()| Reply::Done)),
            Request::Finish { seat, outcome } => from_str(outcome)
                .map_err(|error| error.to_string())
                .map(|outcome| program.finish(seat, &outcome, journal).map(|()| Reply::Done)),
            Request::Move(turn) => {
                self.moves += 1;
                see(&mut self.turns, turn, |view| {
                    let returned = program.next_move(view, journal);
                    returned.map(|returned| Reply::Move(returned.cut()))
                })
            }
            Request::Call { turn, function, args } => {
                from_str::<Vec<Value>>(args).map_err(|error| error.to_string()).and_then(|args| {
                    see(&mut self.turns, turn, |view| {
                        let value = program.call(function, &args, view, journal)?.to_string();
                        if value.len() <= MOST_VALUE {
                            Ok(Reply::Value(value))
                        } else {
                            Err(too_large(function))
                        }
                    })
                })
            }
            _ => Err("that is not a call".to_string()),
        };
        done.unwrap_or_else(|why| Ok(Reply::Refused(why)))
    }
}

/// Drops the notes of all calls after the one that filled the capacity. The parent truncates that
/// one and reports the loss.
fn spare(room: &mut Capacity, notes: &mut Notes) {
    if room.is_full() {
        notes.log.clear();
        notes.marks.clear();
        notes.plots.clear();
    } else {
        room.keep(&mut notes.clone());
    }
}

fn too_large(function: &str) -> Fault {
    let why = format!("what {function} returned has more than {MOST_VALUE} bytes as JSON");
    Fault::new(FaultKind::Script, Hook::NextMove, function, why)
}

/// Passes the decision in `turn` to `call`.
fn see<T>(
    turns: &mut Turns,
    turn: &[u8],
    call: impl FnOnce(&dyn AnyView) -> T,
) -> Result<T, String> {
    let (mut call, mut result) = (Some(call), None);
    turns(turn, &mut |view| {
        if let Some(call) = call.take() {
            result = Some(call(view));
        }
    })?;
    result.ok_or_else(|| "no decision was seen".to_string())
}

/// Runs `call`; a panic is the bot's fault.
fn caught<T>(hook: Hook, call: impl FnOnce() -> Result<T, Fault>) -> Result<T, Fault> {
    // A panic can leave only the bot's own state half changed.
    catch_unwind(AssertUnwindSafe(call)).unwrap_or_else(|panic| Err(panicked(hook, &*panic)))
}

fn plain(reply: Reply) -> Answer {
    Answer::new(Ok(reply), Notes::default())
}

fn taught(lesson: &Lesson) -> Result<(&'static dyn AnyGame, Rc<Api>), String> {
    let game = game(&lesson.game).map_err(|error| error.to_string())?;
    Ok((game, game.api(&lesson.without).map_err(|error| error.to_string())?))
}

/// Plays a small bot of every language that makes the calls typical of bots, then panics.
fn rehearse() -> Result<(), String> {
    let game = games()[0];
    for language in LANGUAGES {
        let spec = BotSpec::from_source(language, "rehearsal", language.rehearsal);
        let spec = spec.map_err(|error| error.to_string())?;
        let player = PlayerSpec { name: "a".into(), mind: Mind::Script(spec) };
        let setup = MatchSetup::new(vec![player; game.info().seats.0.into()]);
        game.play(&setup, &mut ()).map_err(|error| error.to_string())?;
    }
    let _ = catch_unwind(|| panic!("rehearsed"));
    Ok(())
}
