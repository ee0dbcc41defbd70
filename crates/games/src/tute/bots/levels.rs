//! The three levels of "Juego de cartas implementado con Agentes Inteligentes" (Pire, Chimento,
//! Fernández; Universidad Nacional de Rosario): Novato, Medio and Experto.
//!
//! For each card a level first chooses más or menos, then goes through a list of rules for its
//! situation: it leads the first trick, leads a later one, or follows. The first rule that names a
//! card decides. A new rule is an entry of a list; a new level is an entry of [`LEVELS`].
//!
//! Singing, as published: only when going for the most, and then every song. Our interpretations of
//! points that the document leaves open: a tute is always sung; a novice leads its first card as a
//! Medio does; equal distances mean más; "the player with most points" is one of the others;
//! "highest" and "lowest" go by strength, then oros, copas, espadas, bastos; a trump counts for 10
//! points (about 130 points in 13 tricks), and a Medio opens for the most with more than the mean
//! of all hands; if all trumps are masters, menos leads its lowest card; the main competitor is the
//! opponent with most points, among equals the next at the table; the Experto's winner without a
//! master trump is its highest.

use super::mode::{
    EVAL, Factors, Judge, Mode, THRESHOLD, TRUMP_WORTH, distance_of_points, distance_with_trumps,
    points_and_trumps, points_in_hand,
};
use super::rules::{
    BEAT_HIGH, HIGHEST, HIGHEST_BEATABLE_TRUMP, LOW_WHERE_PLAYED, LOW_WHERE_RIVAL_IS_VOID, LOWEST,
    Rule, SAFEST_MASTER, THROW_HIGH, WINNER,
};
use super::sight::Sight;
use crate::tute::{Move, Tute};
use juez_core::{Bot, Fault, OptionInfo, Turn};

/// Rules for one situation; each list ends with a rule that always applies.
#[derive(Debug)]
pub struct Plan {
    /// For the most.
    pub mas: &'static [Rule],
    /// For the fewest.
    pub menos: &'static [Rule],
}

/// A level of play, as data.
#[derive(Debug)]
pub struct Level {
    /// The name on the command line.
    pub name: &'static str,
    /// One line about its way of playing.
    pub summary: &'static str,
    /// Its options.
    pub options: &'static [OptionInfo],
    /// Chooses the mode before the first card of the hand.
    pub at_first: Judge,
    /// Chooses the mode later.
    pub later: Judge,
    /// Rules for leading the first trick.
    pub open: Plan,
    /// Rules for leading a later trick.
    pub lead: Plan,
    /// Rules for following.
    pub follow: Plan,
}

/// The highest or the lowest card, by mode.
const EXTREMES: Plan = Plan { mas: &[HIGHEST], menos: &[LOWEST] };
/// Beats high or stays low; sheds high cards if nothing obliges.
const FOLLOW: Plan = Plan { mas: &[BEAT_HIGH, LOWEST], menos: &[THROW_HIGH, LOWEST] };

/// Every level, weakest first.
pub const LEVELS: [&Level; 3] = [&NOVATO, &MEDIO, &EXPERTO];

/// Knows its own points, but not the cards played.
pub const NOVATO: Level = Level {
    name: "novato",
    summary: "goes for most or fewest by the points in its hand, and plays its highest or lowest",
    options: &[THRESHOLD, EVAL],
    at_first: points_in_hand,
    later: distance_of_points,
    open: EXTREMES,
    lead: EXTREMES,
    follow: EXTREMES,
};

/// Counts trumps, and knows whether a card is master of its suit.
pub const MEDIO: Level = Level {
    name: "medio",
    summary: "counts its trumps and leads cards that cannot be beaten in their suit",
    options: &[TRUMP_WORTH, EVAL],
    at_first: points_and_trumps,
    later: distance_with_trumps,
    open: EXTREMES,
    lead: Plan { mas: &[SAFEST_MASTER, LOWEST], menos: &[HIGHEST_BEATABLE_TRUMP, LOWEST] },
    follow: FOLLOW,
};

/// Knows the voids of the others, and its main competitor.
pub const EXPERTO: Level = Level {
    name: "experto",
    summary: "a medio that minds who has failed to follow a suit and who has most points",
    options: &[TRUMP_WORTH, EVAL],
    at_first: points_and_trumps,
    later: distance_with_trumps,
    open: EXTREMES,
    lead: Plan {
        mas: &[WINNER, LOW_WHERE_PLAYED, LOWEST],
        menos: &[LOW_WHERE_RIVAL_IS_VOID, LOWEST],
    },
    follow: FOLLOW,
};

/// A bot that plays a level.
#[derive(Clone, Copy, Debug)]
pub struct Leveled {
    level: &'static Level,
    factors: Factors,
}

impl Leveled {
    /// Creates a bot of this level with these numbers.
    pub const fn new(level: &'static Level, factors: Factors) -> Leveled {
        Leveled { level, factors }
    }
}

impl Bot<Tute> for Leveled {
    fn next_move(&mut self, turn: &Turn<'_, Tute>) -> Result<Move, Fault> {
        let sight = Sight::new(turn);
        let level = self.level;
        let judge = if sight.opens() { level.at_first } else { level.later };
        let (mode, why) = judge(&sight, self.factors);
        let song = sight.songs.iter().rev().find(|song| song.is_tute() || mode == Mode::Mas);
        if let Some(&song) = song {
            turn.journal.print(&format!("{mode}: {why}; sings {song}"));
            return Ok(Move::Song(song));
        }
        let plan = match (sight.opens(), sight.leads()) {
            (true, _) => &level.open,
            (false, true) => &level.lead,
            (false, false) => &level.follow,
        };
        let rules = if mode == Mode::Mas { plan.mas } else { plan.menos };
        let named = rules.iter().find_map(|rule| Some((rule.name, (rule.card)(&sight)?)));
        let (rule, card) = named.expect("the last rule always names a card");
        turn.journal.print(&format!("{mode}: {why}; {rule}: {card}"));
        Ok(Move::Card(card))
    }
}
