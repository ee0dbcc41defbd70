//! The cooperative pair of "Juego de Dominó para Cuatro Jugadores utilizando Agentes Artificiales"
//! (Martínez Carranza and Muñoz Meléndez, INAOE): a glutton and a blocker.

use super::candidates::{End, Found, TieBreak, best, on_off, opens_with, pips, scored};
use super::roles::{Role, Roles};
use crate::dominoes::{Dominoes, Move, SEATS, Signal, View, partner_of};
use juez_core::{Allowed, Bot, Fault, Seat, Turn, option_words, options};

option_words! {
    /// The order of the blocker's sieves.
    pub enum Filter {
        /// First numbers that an opponent lacks, then numbers that the partner does not lack: the
        /// article's text.
        AdversaryFirst = "adversary_first",
        /// The reverse: the code in the article's third table.
        PartnerFirst = "partner_first",
    }
}

option_words! {
    /// The opponents that must have passed on a number for the bot to block with it.
    pub enum Blocks {
        /// Either: the code in the article's third table keeps one list of both.
        Any = "any",
        /// Both.
        Both = "both",
        /// The opponent who plays next.
        Next = "next",
    }
}

/// A sieve of the blocker: its name, and the test of the number that a candidate exposes.
type Sieve = (&'static str, fn(&View, Seat, u8) -> bool);

fn lacks(view: &View, seat: Seat, number: u8) -> bool {
    view.public.lacks(seat).has(number)
}

/// Returns the opponent who plays next, and the other one.
fn rivals(me: Seat) -> [Seat; 2] {
    [me.next(SEATS), partner_of(me.next(SEATS))]
}

/// Keeps candidates that expose a number the partner has not passed on.
const SPARES: Sieve =
    ("spares my partner", |view, me, number| !lacks(view, partner_of(me), number));

impl Blocks {
    fn sieve(self) -> Sieve {
        match self {
            Blocks::Any => ("blocks an opponent", |view, me, number| {
                rivals(me).iter().any(|&seat| lacks(view, seat, number))
            }),
            Blocks::Both => ("blocks both opponents", |view, me, number| {
                rivals(me).iter().all(|&seat| lacks(view, seat, number))
            }),
            Blocks::Next => {
                ("blocks the next opponent", |view, me, number| lacks(view, me.next(SEATS), number))
            }
        }
    }
}

impl Filter {
    fn sieves(self, blocks: Blocks) -> [Sieve; 2] {
        match self {
            Filter::AdversaryFirst => [blocks.sieve(), SPARES],
            Filter::PartnerFirst => [SPARES, blocks.sieve()],
        }
    }
}

options! {
    /// One partner of the pair; the plan works only if both seats have one, each its own.
    ///
    /// The glutton plays its heaviest tile that fits. The blocker prefers tiles that expose a
    /// number some opponent has passed on, among them tiles that expose no number its partner has
    /// passed on, and of the remaining ones the heaviest. A sieve that rejects all candidates is
    /// skipped, and no other is tried. When the glutton has passed twice, the partners exchange
    /// roles and the count restarts. Roles follow from the hand, the signals and the public history
    /// ([`Roles`]), so a bot keeps no memory.
    ///
    /// With `signal=seed` it signals the truth, and the better hand is the glutton's.
    /// Interpretations: when asked who opens, the glutton does; without signals the lower seat
    /// opens with at least two doubles, more than an average hand has. The first tile is the
    /// heaviest. An option covers each point that the article leaves open, or describes in two
    /// ways; the default is its text.
    pub struct Pair {
        tie: TieBreak = TieBreak::Random => "random", Allowed::Words(&["random", "first"]),
            "the first of the heaviest tiles: of the hand as dealt, or of the sorted hand";
        end: End, "end for a tile that fits both, if nothing else decides";
        filter: Filter, "first sieve of the blocker: as in the text of the article, or in its code";
        blocks: Blocks, "opponents that must have passed on a number before it blocks with it";
        #[serde(with = "on_off")]
        swap: bool = true => "on", Allowed::Words(on_off::WORDS),
            "whether the partners exchange their parts when the one who sheds has passed twice";
        #[serde(with = "on_off")]
        signal: bool = true => "on", Allowed::Words(on_off::WORDS),
            "whether it uses the signal if the house rules have one";
    }
}

impl Pair {
    /// Returns the candidates left after the sieves, and the names of the sieves used.
    fn blocking(self, view: &View, me: Seat, found: &[Move]) -> (Vec<Move>, Vec<&'static str>) {
        let mut left = found.to_vec();
        let mut used = Vec::new();
        for (name, passes) in self.filter.sieves(self.blocks) {
            let pass = |mv: &Move| mv.exposes().is_some_and(|n| passes(view, me, n));
            let passed: Vec<Move> = left.iter().copied().filter(pass).collect();
            if passed.is_empty() {
                break;
            }
            left = passed;
            used.push(name);
        }
        (left, used)
    }

    fn opens(self, view: &View, me: Seat, roles: &Roles) -> (bool, String) {
        if self.signal && view.signal(partner_of(me)).is_some() {
            return (roles.gloton == me, format!("seat {} sheds: {}", roles.gloton, roles.why));
        }
        opens_with(Signal::of(view.hand))
    }
}

/// Lists the numbers that each seat has shown to lack: `seat 1 lacks 3 6`.
fn memory(view: &View, me: Seat) -> String {
    let known: Vec<String> = Seat::all(SEATS)
        .filter(|&seat| seat != me && !view.public.lacks(seat).is_empty())
        .map(|seat| format!("seat {seat} lacks {}", view.public.lacks(seat)))
        .collect();
    if known.is_empty() { "no passes yet".to_string() } else { known.join(", ") }
}

impl Bot<Dominoes> for Pair {
    fn next_move(&mut self, turn: &Turn<'_, Dominoes>) -> Result<Move, Fault> {
        let (view, me) = (turn.view, turn.seat);
        if let Move::Signal(_) = turn.legal[0] {
            let truth = Move::Signal(Signal::of(view.hand));
            let signal = if self.signal { truth } else { turn.legal[0] };
            let what = if self.signal { "the truth about" } else { "the same with every hand," };
            turn.journal.print(&format!("{signal}: {what} {}", view.hand));
            return Ok(signal);
        }
        let Some(roles) = Roles::of(view, self.signal, self.swap) else { return Ok(turn.legal[0]) };
        if turn.legal[0] == Move::Leave {
            let (opens, why) = self.opens(view, me, &roles);
            let answer = if opens { Move::Open } else { Move::Leave };
            turn.journal.print(&format!("{answer}: {why}"));
            return Ok(answer);
        }
        let role = roles.role(me);
        let swapped = match roles.swaps {
            0 => String::new(),
            n => format!(", exchanged {n}x"),
        };
        turn.journal.print(&format!("{role} ({}{swapped}); {}", roles.why, memory(view, me)));
        let found = Found::of(turn, self.tie, self.end).moves;
        let (left, used) = match role {
            Role::Gloton => (found, Vec::new()),
            Role::Bloqueador => self.blocking(view, me, &found),
        };
        let chosen = best(&left, pips).unwrap_or(turn.legal[0]);
        let sieved = if used.is_empty() { "the heaviest".into() } else { used.join(", ") };
        turn.journal.print(&format!(
            "{chosen}: {sieved}; {} of {}: {}",
            left.len(),
            turn.legal.len(),
            scored(&left, pips)
        ));
        Ok(chosen)
    }
}
