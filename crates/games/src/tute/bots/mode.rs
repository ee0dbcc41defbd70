//! Más or menos: the choice to play for the most points or for the fewest, with its reason.

use super::sight::Sight;
use crate::cards::{Cards, Spanish};
use crate::tute::card_points;
use juez_core::{Allowed, OptionInfo, named, option_words, options};

/// The goal of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// The most points.
    Mas,
    /// The fewest.
    Menos,
}

impl Mode {
    fn mas_if(yes: bool) -> Mode {
        if yes { Mode::Mas } else { Mode::Menos }
    }
}

// The words at the table.
named! { Mode: Mas = "más", Menos = "menos" }

option_words! {
    /// The count of the others' points in a later decision.
    ///
    /// The document compares its own points *with* the cards in hand with the others' points
    /// without theirs. So every player looks ahead of the others: at the start of a hand they have
    /// nothing, the two distances are equal, and equal means más.
    pub enum Evaluation {
        /// As published: the points that the others have won.
        Faithful = "faithful",
        /// Like with like: the points that the others have won, and an equal share of the points in
        /// their hands.
        Fixed = "fixed",
    }
}

options! {
    /// The numbers that tune a level: the document's threshold (near the mean of 40 of three
    /// players), and our worth of a trump. A level has options for the numbers it uses.
    pub struct Factors {
        threshold: i32 = 35, Allowed::Range(0, 120),
            "card points in hand above which it opens for the most";
        trump_worth: i32 = 10, Allowed::Range(0, 40), "value of a trump in hand, in points";
        eval: Evaluation,
            "`fixed` also counts the points the others hold; the document compares its hand with nothing";
    }
}

pub(super) const THRESHOLD: OptionInfo = OPTIONS[0];
pub(super) const TRUMP_WORTH: OptionInfo = OPTIONS[1];
pub(super) const EVAL: OptionInfo = OPTIONS[2];

/// A way to choose a mode, with the estimate in words.
pub type Judge = fn(&Sight<'_>, Factors) -> (Mode, String);

/// Chooses más with more card points in hand than the threshold.
pub fn points_in_hand(sight: &Sight<'_>, factors: Factors) -> (Mode, String) {
    let points = sight.in_hand();
    let mode = Mode::mas_if(points > factors.threshold);
    (mode, format!("{points} points in hand, más above {}", factors.threshold))
}

/// Chooses más if card points and trumps in hand exceed their mean over all hands: n players share
/// the deck's 120 points and ten trumps.
pub fn points_and_trumps(sight: &Sight<'_>, factors: Factors) -> (Mode, String) {
    let (points, trumps) = (sight.in_hand(), sight.trumps().len() as i32);
    let players = sight.public().players.len() as i32;
    let value = points + factors.trump_worth * trumps;
    let all = 120 + 10 * factors.trump_worth;
    let mode = Mode::mas_if(value * players > all);
    let text =
        format!("{points} points and {trumps} trumps make {value}, más above {all}/{players}");
    (mode, text)
}

/// Chooses más if it is nearer to the opponent with most points than to the one with fewest, with
/// the cards in hand counted as won.
pub fn distance_of_points(sight: &Sight<'_>, factors: Factors) -> (Mode, String) {
    distance_with_trumps(sight, Factors { trump_worth: 0, ..factors })
}

/// Chooses as [`distance_of_points`], with the trumps in hand counted too.
pub fn distance_with_trumps(sight: &Sight<'_>, factors: Factors) -> (Mode, String) {
    let value = |cards: Cards<Spanish>| {
        let trumps = (cards & sight.trump.cards()).len() as i32;
        i32::from(card_points(cards)) + factors.trump_worth * trumps
    };
    let own = sight.won(sight.me) + value(sight.hand());
    let theirs = match factors.eval {
        Evaluation::Faithful => 0,
        Evaluation::Fixed => value(sight.view.unseen()) / sight.opponents().count().max(1) as i32,
    };
    let others = || sight.opponents().map(|seat| sight.won(seat) + theirs);
    let (most, fewest) = (others().max().unwrap_or(0), others().min().unwrap_or(0));
    let (to_most, to_fewest) = ((most - own).abs(), (own - fewest).abs());
    let mode = match factors.eval {
        // Beyond both ends, every step away from the others helps.
        Evaluation::Fixed if own > most => Mode::Mas,
        Evaluation::Fixed if own < fewest => Mode::Menos,
        _ => Mode::mas_if(to_most <= to_fewest),
    };
    let text = format!(
        "{own} is {to_most} from the most, {most}, and {to_fewest} from the fewest, {fewest}"
    );
    (mode, text)
}
