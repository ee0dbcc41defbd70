//! Adapts a script to a [`Bot`] of any game.

use serde_json::{Value, json};
use std::rc::Rc;

use super::named::in_file;
use super::{Api, BotSpec, Program, Returned, words};
use juez_core::{
    Bot, Fault, FaultKind, Finish, Game, Hook, MoveOf, Notation, SeatView, Start, Turn,
    plain_value, with_nearest_moves,
};

/// A script as a [`Bot`] of any game.
pub struct ScriptBot {
    spec: BotSpec,
    api: Rc<Api>,
    program: Option<Box<dyn Program>>,
}

impl ScriptBot {
    /// Creates the bot of `spec` with the methods of `api`.
    pub fn new(spec: BotSpec, api: Rc<Api>) -> ScriptBot {
        ScriptBot { spec, api, program: None }
    }

    fn program(&mut self, hook: Hook) -> Result<&mut Box<dyn Program>, Fault> {
        let gone = || Fault::new(FaultKind::Script, hook, "", words::not_loaded());
        self.program.as_mut().ok_or_else(gone)
    }
}

/// Parses the answer of `next_move`. `nothing_hint` is the advice for a script that returned
/// nothing.
///
/// # Errors
/// A fault that names the expected form and the nearest legal moves.
pub fn read_answer<G: Game>(
    returned: Returned,
    legal: &[MoveOf<G>],
    nothing_hint: &str,
) -> Result<MoveOf<G>, Fault> {
    let expected = MoveOf::<G>::EXPECTED;
    let (text, why) = match returned {
        Returned::Text(text) => match text.parse::<MoveOf<G>>() {
            Ok(mv) => return Ok(mv),
            Err(why) => {
                let legal: Vec<String> = legal.iter().map(|mv| mv.to_string()).collect();
                let legal = legal.iter().map(String::as_str);
                let why = with_nearest_moves(why.to_string(), &text, legal);
                (text, why)
            }
        },
        Returned::Other(what) => {
            let why = match &what[..] {
                "nil" | "()" => words::returned_but(&what, expected, nothing_hint),
                "a table" | "an array" => words::returned_but(&what, expected, words::return_one()),
                _ => words::returned(&what, expected),
            };
            (what, why)
        }
    };
    Err(Fault::new(FaultKind::Unreadable, Hook::NextMove, text, why))
}

/// Builds the argument of `start(info)` as plain data.
pub fn start_info<G: Game>(start: &Start<'_, G>) -> Value {
    json!({
        "game": G::INFO.id,
        "seat": start.seat,
        "seats": start.seats,
        "team": start.team,
        "options": start.options,
        "seed": start.seed,
        "players": start.players,
    })
}

impl<G: Game> Bot<G> for ScriptBot {
    fn load(&mut self, start: &Start<'_, G>) -> Result<(), Fault> {
        self.program = Some(self.spec.load(&self.api, start.limits, start.seed, start.journal)?);
        Ok(())
    }

    fn start(&mut self, start: &Start<'_, G>) -> Result<(), Fault> {
        let info = start_info(start);
        self.program(Hook::Start)?.start(&info, start.journal).map_err(Fault::plain)
    }

    fn next_move(&mut self, turn: &Turn<'_, G>) -> Result<MoveOf<G>, Fault> {
        let program = self.program(Hook::NextMove)?;
        let returned = program.next_move(&SeatView::of(turn), turn.journal);
        let returned = returned.map_err(Fault::plain)?.cut();
        let answer = read_answer::<G>(returned, turn.legal, self.spec.language.nothing_hint);
        answer.map_err(|fault| in_file(fault, &self.spec.bundle.main))
    }

    fn call(&mut self, turn: &Turn<'_, G>, function: &str, args: &[Value]) -> Result<Value, Fault> {
        let program = self.program(Hook::NextMove)?;
        let called = program.call(function, args, &SeatView::of(turn), turn.journal);
        let mut value = called.map_err(Fault::plain)?;
        plain_value(&mut value);
        Ok(value)
    }

    fn finish(&mut self, finish: &Finish<'_>) -> Result<(), Fault> {
        let program = self.program(Hook::Finish)?;
        program.finish(finish.seat, finish.outcome, finish.journal).map_err(Fault::plain)
    }

    fn runs_here(&self) -> bool {
        self.spec.runs_here()
    }
}
