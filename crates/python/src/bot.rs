//! Built-in bots and scripts as opponents: each has a thread of its own.

use juez_core::{Limits, Next, Seed, Terms};
use juez_match::referee::MatchSetup;
use juez_match::registry::{AnyAnalysis, PlayerSpec};
use juez_script::STACK;
use pyo3::prelude::*;
use serde_json::Value;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::Builder;

use crate::errors::{BotFault, JuezError, Result};
use crate::game::Game;
use crate::rules::Rules;
use crate::state::State;

/// A bot that chooses moves: a built-in one, or a script.
///
/// It gets the view of its seat and never the state, under the limits of a match. It remembers a match
/// while it is asked about it, and nothing of another match.
#[pyclass(frozen, module = "juez")]
pub(crate) struct Bot {
    rules: Arc<Rules>,
    name: String,
    /// One question at a time.
    thread: Mutex<(Sender<Question>, Receiver<Answer>)>,
}

/// The position that the bot is asked about.
struct Question {
    seed: Option<Seed>,
    deals: Vec<Value>,
    moves: Vec<String>,
}

/// A move, or why there is none.
type Answer = std::result::Result<String, String>;

/// A match that the bot remembers.
struct Memory {
    /// The last question about it.
    last: Question,
    analysis: Box<dyn AnyAnalysis>,
}

impl Memory {
    fn new(
        rules: &Rules,
        player: &PlayerSpec,
        seed: Option<Seed>,
    ) -> std::result::Result<Memory, String> {
        let names = vec![player.player(); rules.teams.len()];
        let terms =
            Terms { options: rules.options.clone(), limits: Limits::default(), ..Terms::default() };
        let setup = MatchSetup { terms, seed, ..MatchSetup::new(names) };
        let analysis = rules.game.analysis(&setup, player).map_err(|why| why.to_string())?;
        Ok(Memory { last: Question { seed, deals: Vec::new(), moves: Vec::new() }, analysis })
    }

    fn continues_to(&self, question: &Question) -> bool {
        let Question { seed, deals, moves } = &self.last;
        *seed == question.seed
            && question.deals.starts_with(deals)
            && question.moves.starts_with(moves)
            // A question asked again is one of another match with the same moves.
            && question.moves.len() > moves.len()
    }

    /// Makes the deals and moves up to the position and asks the bot.
    fn ask(&mut self, question: Question) -> Answer {
        let table = self.analysis.table_mut();
        loop {
            let (deals, moves) = (table.deal_count() as usize, table.ply() as usize);
            match (table.next(), question.deals.get(deals), question.moves.get(moves)) {
                (Next::Deal, Some(deal), _) => {
                    table.deal_given(deal).map_err(|why| why.to_string())?;
                }
                (Next::Move(_), _, Some(mv)) => {
                    table.play_text(mv).map_err(|why| why.to_string())?;
                }
                _ => break,
            }
        }
        self.last = question;
        let legal = table.legal();
        if let [only] = &legal[..] {
            return Ok(only.clone());
        }
        let asked = self.analysis.ask().map_err(|why| why.to_string())?;
        match (asked.answer, asked.fault) {
            (Some(answer), _) => Ok(answer),
            (None, Some(fault)) => Err(fault.to_string()),
            (None, None) => Err("the bot chose no move".to_string()),
        }
    }
}

/// Answers questions until the object is gone.
fn serve(
    rules: &Rules,
    player: &PlayerSpec,
    questions: &Receiver<Question>,
    answers: &Sender<Answer>,
) {
    let mut memory: Option<Memory> = None;
    for question in questions {
        let known = memory.take().filter(|memory| memory.continues_to(&question));
        let known = known.map_or_else(|| Memory::new(rules, player, question.seed), Ok);
        let answer = known.and_then(|known| memory.insert(known).ask(question));
        if answer.is_err() {
            memory = None;
        }
        if answers.send(answer).is_err() {
            return;
        }
    }
}

#[pymethods]
impl Bot {
    /// Loads a player of a game: a built-in bot with its options, such as ``"minimax:depth=3"``, or
    /// the path of a script. Raises :class:`BotFault` if it cannot play.
    #[new]
    fn new(game: &Game, player: &str) -> Result<Bot> {
        let cannot = |why: String| BotFault::new_err(why);
        let rules = game.rules.clone();
        let spec = PlayerSpec::read(player, rules.game).map_err(|why| cannot(why.to_string()))?;
        let (questions, asked) = channel();
        let (answered, answers) = channel();
        let (name, own) = (spec.name.clone(), rules.clone());
        Builder::new()
            .name(format!("juez {name}"))
            .stack_size(STACK)
            .spawn(move || serve(&own, &spec, &asked, &answered))
            .map_err(|why| cannot(why.to_string()))?;
        Ok(Bot { rules, name, thread: Mutex::new((questions, answers)) })
    }

    /// The name of the player.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// Returns the move of the seat to move, in notation; the state does not change.
    ///
    /// Raises :class:`BotFault` if the bot fails.
    fn choose(&self, py: Python<'_>, state: &State) -> Result<String> {
        let same = state.rules.game.info().id == self.rules.game.info().id
            && state.rules.options == self.rules.options;
        if !same {
            return Err(JuezError::new_err("the state is of another game or other rules").into());
        }
        if state.table.to_move().is_none() {
            return Err(JuezError::new_err("no seat is to move in this position").into());
        }
        let moves = state.table.moves_made().into_iter().map(|(_, mv)| mv).collect();
        let question = Question { seed: state.seed, deals: state.table.deals(), moves };
        let answer = py.detach(|| {
            let (questions, answers) = &*self.thread.lock().map_err(|why| why.to_string())?;
            questions.send(question).map_err(|why| why.to_string())?;
            answers.recv().map_err(|why| why.to_string())?
        });
        Ok(answer.map_err(BotFault::new_err)?)
    }

    fn __repr__(&self) -> String {
        format!("<juez.Bot {} of {}>", self.name, self.rules.game.info().id)
    }
}
