//! The players of "Scopone scientifico" (Montagna and Torsello, course of Autonomous Systems,
//! Bologna 2014/15): agents that draw a card by how much they trust it to serve each of five goals.

use std::fmt::Write;

use crate::core::{Bot, Fault, Rng, Stream, Turn};
use crate::games::cards::{Cards, Italian, ItalianSuit};
use crate::games::scopone::{Move, Scopone};

/// The worth of each goal to a player, in hundredths: its trusts are multiplied by it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Factors {
    /// Many cards.
    pub carte: u32,
    /// Emptying the table.
    pub scopa: u32,
    /// The seven of denari.
    pub settebello: u32,
    /// Sevens.
    pub primiera: u32,
    /// Many denari.
    pub denari: u32,
}

/// Treatment of two mistakes of the published program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slips {
    /// As published. Its captures contain the card played, yet are compared with the table: a
    /// capture of all cards but one passes for a scopa, and a true scopa is worth nothing. And the
    /// seven of denari is trusted to win the settebello even where it captures nothing.
    Faithful,
    /// As intended: a scopa captures the whole table, and the seven of denari must capture.
    Fixed,
}

/// A goal, the trust in a card for it, and its factor.
struct Goal {
    name: &'static str,
    /// In tenths.
    trust: fn(&Thought<'_>) -> u32,
    factor: fn(&Factors) -> u32,
}

/// The goals; one more is one more entry.
const GOALS: &[Goal] = &[
    Goal { name: "scopa", trust: scopa, factor: |factors| factors.scopa },
    Goal { name: "denari", trust: denari, factor: |factors| factors.denari },
    Goal { name: "carte", trust: carte, factor: |factors| factors.carte },
    Goal { name: "settebello", trust: settebello, factor: |factors| factors.settebello },
    Goal { name: "primiera", trust: primiera, factor: |factors| factors.primiera },
];

/// Facts by which a player judges one card.
struct Thought<'a> {
    card: Italian,
    /// The captures of the card, the card itself in each.
    prese: &'a [Cards<Italian>],
    table: Cards<Italian>,
    slips: Slips,
}

impl Thought<'_> {
    fn some_presa_has(&self, card: Italian) -> bool {
        self.prese.iter().any(|presa| presa.has(card))
    }
}

fn d7() -> Italian {
    Italian::of(ItalianSuit::Denari, 7).expect("there is a seven")
}

/// 1.0 if some capture is a scopa.
fn scopa(thought: &Thought<'_>) -> u32 {
    let own = match thought.slips {
        Slips::Faithful => 0,
        Slips::Fixed => 1,
    };
    let is_scopa = |presa: &Cards<Italian>| presa.len() - own == thought.table.len();
    10 * u32::from(thought.prese.iter().any(is_scopa))
}

/// 0.3 for each of the denari in all captures.
fn denari(thought: &Thought<'_>) -> u32 {
    let denari = |presa: &Cards<Italian>| (*presa & ItalianSuit::Denari.cards()).len() as u32;
    3 * thought.prese.iter().map(denari).sum::<u32>()
}

/// 0.1 for each card in all captures.
fn carte(thought: &Thought<'_>) -> u32 {
    thought.prese.iter().map(|presa| presa.len() as u32).sum()
}

/// 1.0 for the seven of denari.
fn settebello(thought: &Thought<'_>) -> u32 {
    let played = thought.slips == Slips::Faithful && thought.card == d7();
    10 * u32::from(played || thought.some_presa_has(d7()))
}

/// 0.3 if some capture has a seven.
fn primiera(thought: &Thought<'_>) -> u32 {
    let sevens = Italian::all_of(7);
    3 * u32::from(thought.prese.iter().any(|presa| presa.meets(sevens)))
}

/// A trust above 0, in thousandths.
struct Entry {
    card: Italian,
    goal: &'static str,
    trust: u32,
}

/// Weighs each card of its hand for each goal and draws one of the trusts, the greater the
/// likelier; plays that card with its first capture. No memory, no counting.
///
/// Of several equal cards on the table it sees only the first. On an empty table, or if no card is
/// trusted for anything, it plays any card. Trusts are whole numbers here, so that the draw is the
/// same on every machine; it comes from the bot's own seed and the ply, as its first guess would.
pub struct Trustful {
    name: &'static str,
    factors: Factors,
    slips: Slips,
}

impl Trustful {
    /// A player of this name with these factors.
    pub fn new(name: &'static str, factors: Factors, slips: Slips) -> Trustful {
        Trustful { name, factors, slips }
    }

    fn trusts(&self, table: Cards<Italian>, choices: &[Vec<Move>]) -> Vec<Entry> {
        let mut entries = Vec::new();
        for moves in choices {
            let captures = moves.iter().filter(|mv| !mv.captured.is_empty());
            let only_first = moves[0].captured.len() == 1;
            let most = if only_first { 1 } else { usize::MAX };
            let prese: Vec<_> = captures.take(most).map(|mv| mv.gain()).collect();
            let card = moves[0].card;
            let thought = Thought { card, prese: &prese, table, slips: self.slips };
            for goal in GOALS {
                let trust = (goal.trust)(&thought) * (goal.factor)(&self.factors);
                if trust > 0 {
                    entries.push(Entry { card, goal: goal.name, trust });
                }
            }
        }
        entries
    }
}

/// The legal moves card by card, both ascending.
fn by_card(legal: &[Move]) -> Vec<Vec<Move>> {
    let mut choices: Vec<Vec<Move>> = Vec::new();
    for &mv in legal {
        match choices.last_mut() {
            Some(moves) if moves[0].card == mv.card => moves.push(mv),
            _ => choices.push(vec![mv]),
        }
    }
    choices
}

/// One of the entries, each as likely as its trust says.
fn draw<'a>(entries: &'a [Entry], rng: &mut Rng) -> Option<&'a Entry> {
    let total: u32 = entries.iter().map(|entry| entry.trust).sum();
    if total == 0 {
        return None;
    }
    let mut n = rng.below(total);
    entries.iter().find(|entry| match n.checked_sub(entry.trust) {
        Some(left) => {
            n = left;
            false
        }
        None => true,
    })
}

impl Bot<Scopone> for Trustful {
    fn next_move(&mut self, turn: &Turn<'_, Scopone>) -> Result<Move, Fault> {
        let mut rng = turn.seed.child(Stream::World { ply: turn.ply, n: 0 }).rng();
        let table = turn.view.public.table;
        let choices = by_card(turn.legal);
        let entries = if table.is_empty() { Vec::new() } else { self.trusts(table, &choices) };
        let (mv, why) = match draw(&entries, &mut rng) {
            Some(drawn) => {
                let moves = choices.iter().find(|moves| moves[0].card == drawn.card);
                let mv = moves.map_or(turn.legal[0], |moves| moves[0]);
                turn.journal.print(&listed(&entries));
                (mv, format!("for {}", drawn.goal))
            }
            None if table.is_empty() => {
                (rng.choose(&choices)[0], "at random: the table is empty".into())
            }
            None => (rng.choose(&choices)[0], "at random: no trust in any card".into()),
        };
        turn.journal.print(&format!("{} plays {mv} {why}", self.name));
        Ok(mv)
    }
}

/// `trusts: D7 denari 0.60 carte 0.20; S3 carte 0.20`.
fn listed(entries: &[Entry]) -> String {
    let mut line = "trusts:".to_string();
    let mut last = None;
    for Entry { card, goal, trust } in entries {
        if last != Some(card) {
            let _ = write!(line, "{} {card}", if last.is_some() { ";" } else { "" });
            last = Some(card);
        }
        let _ = write!(line, " {goal} {}.{:02}", trust / 1000, trust % 1000 / 10);
    }
    line
}
