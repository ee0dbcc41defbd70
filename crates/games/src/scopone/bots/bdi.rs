//! The players of "Scopone scientifico" (Montagna and Torsello, course of Autonomous Systems,
//! Bologna 2014/15): agents that draw a card by their trust in it for each of five goals.

use std::fmt::Write;

use crate::cards::{Cards, Italian};
use crate::scopone::{Move, Scopone, scoring};
use juez_core::{Bot, Fault, Rng, Stream, Turn};

/// Treatment of two mistakes of the published program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slips {
    /// As published. Its captures contain the card played, yet are compared with the table: a
    /// capture of all cards but one counts as a scopa, and a true scopa is worth nothing. It also
    /// trusts the seven of denari to win the settebello when it captures nothing.
    Faithful,
    /// As intended: a scopa captures the whole table, and the seven of denari must capture.
    Fixed,
}

/// A goal, and the function that rates the trust in a card for it, in tenths.
type Goal = (&'static str, fn(&Thought<'_>) -> u32);

/// The goals: emptying the table, many denari, many cards, the seven of denari, sevens.
const GOALS: [Goal; 5] = [
    ("scopa", scopa),
    ("denari", denari),
    ("carte", carte),
    ("settebello", settebello),
    ("primiera", primiera),
];

/// The facts by which a player judges one card.
struct Thought<'a> {
    card: Italian,
    /// The captures of the card, each including the card itself.
    prese: &'a [Cards<Italian>],
    table: Cards<Italian>,
    slips: Slips,
}

/// Returns 1.0 if a capture is a scopa.
fn scopa(thought: &Thought<'_>) -> u32 {
    let own = usize::from(thought.slips == Slips::Fixed);
    let is_scopa = |presa: &Cards<Italian>| presa.len() - own == thought.table.len();
    10 * u32::from(thought.prese.iter().any(is_scopa))
}

/// Returns 0.3 for each denari in all captures.
fn denari(thought: &Thought<'_>) -> u32 {
    3 * thought.prese.iter().map(|&presa| scoring::denari(presa) as u32).sum::<u32>()
}

/// Returns 0.1 for each card in all captures.
fn carte(thought: &Thought<'_>) -> u32 {
    thought.prese.iter().map(|presa| presa.len() as u32).sum()
}

/// Returns 1.0 for the seven of denari.
fn settebello(thought: &Thought<'_>) -> u32 {
    let d7 = scoring::settebello();
    let played = thought.slips == Slips::Faithful && thought.card == d7;
    10 * u32::from(played || thought.prese.iter().any(|presa| presa.has(d7)))
}

/// Returns 0.3 if a capture has a seven.
fn primiera(thought: &Thought<'_>) -> u32 {
    let sevens = Italian::all_of(7);
    3 * u32::from(thought.prese.iter().any(|presa| presa.meets(sevens)))
}

/// A positive trust in a card, in thousandths, and the card's first move.
struct Entry {
    mv: Move,
    goal: &'static str,
    trust: u32,
}

/// Rates its trust in each card of its hand for each goal and draws one of these trusts, with a
/// probability proportional to it; plays that card with its first capture. No memory, no counting.
///
/// It sees only the first of several equal cards on the table. On an empty table, or without trust
/// in any card, it plays a random card. Trusts are whole numbers here, so that the draw is the same
/// on every machine; it comes from the bot's own seed and the ply, like the bot's first
/// determinization.
pub struct Trustful {
    name: &'static str,
    /// The worth of each goal in hundredths, which multiplies its trusts.
    factors: [u32; GOALS.len()],
    slips: Slips,
}

impl Trustful {
    /// Creates a player of this name; `factor` returns the worth of each goal, in hundredths.
    pub fn new(name: &'static str, factor: impl Fn(&str) -> u32, slips: Slips) -> Trustful {
        Trustful { name, factors: GOALS.map(|(goal, _)| factor(goal)), slips }
    }

    fn trusts(&self, table: Cards<Italian>, choices: &[&[Move]]) -> Vec<Entry> {
        let mut entries = Vec::new();
        for moves in choices {
            let captures = moves.iter().filter(|mv| !mv.captured.is_empty());
            let only_first = moves[0].captured.len() == 1;
            let most = if only_first { 1 } else { usize::MAX };
            let prese: Vec<_> = captures.take(most).map(|mv| mv.gain()).collect();
            let mv = moves[0];
            let thought = Thought { card: mv.card, prese: &prese, table, slips: self.slips };
            for ((goal, trust), factor) in GOALS.into_iter().zip(self.factors) {
                let trust = trust(&thought) * factor;
                if trust > 0 {
                    entries.push(Entry { mv, goal, trust });
                }
            }
        }
        entries
    }
}

/// Draws an entry with a probability proportional to its trust.
fn draw<'a>(entries: &'a [Entry], rng: &mut Rng) -> Option<&'a Entry> {
    let total: u32 = entries.iter().map(|entry| entry.trust).sum();
    if total == 0 {
        return None;
    }
    let mut n = rng.below(total);
    entries.iter().find(|entry| {
        let is_drawn = n < entry.trust;
        n = n.saturating_sub(entry.trust);
        is_drawn
    })
}

impl Bot<Scopone> for Trustful {
    fn next_move(&mut self, turn: &Turn<'_, Scopone>) -> Result<Move, Fault> {
        let mut rng = turn.seed.child(Stream::World { ply: turn.ply, n: 0 }).rng();
        let table = turn.view.public.table;
        let choices: Vec<&[Move]> = turn.legal.chunk_by(|a, b| a.card == b.card).collect();
        let entries = if table.is_empty() { Vec::new() } else { self.trusts(table, &choices) };
        let (mv, why) = match draw(&entries, &mut rng) {
            Some(drawn) => {
                turn.journal.print(&listed(&entries));
                (drawn.mv, format!("for {}", drawn.goal))
            }
            None => {
                let why =
                    if table.is_empty() { "the table is empty" } else { "no trust in any card" };
                (rng.choose(&choices)[0], format!("at random: {why}"))
            }
        };
        turn.journal.print(&format!("{} plays {mv} {why}", self.name));
        Ok(mv)
    }
}

/// Lists the trusts: `trusts: D7 denari 0.60 carte 0.20; S3 carte 0.20`.
fn listed(entries: &[Entry]) -> String {
    let mut line = "trusts:".to_string();
    let mut last = None;
    for Entry { mv, goal, trust } in entries {
        if last != Some(mv.card) {
            let _ = write!(line, "{} {}", if last.is_some() { ";" } else { "" }, mv.card);
            last = Some(mv.card);
        }
        let _ = write!(line, " {goal} {}.{:02}", trust / 1000, trust % 1000 / 10);
    }
    line
}
