//! Más or menos: whether to strive for the most points or the fewest, and why.

use super::sight::Sight;

/// What a player strives for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// The most points.
    Mas,
    /// The fewest.
    Menos,
}

impl Mode {
    /// The word at the table.
    pub const fn word(self) -> &'static str {
        match self {
            Mode::Mas => "más",
            Mode::Menos => "menos",
        }
    }

    fn mas_if(yes: bool) -> Mode {
        if yes { Mode::Mas } else { Mode::Menos }
    }
}

/// The numbers a level is tuned by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Factors {
    /// Card points in hand above which a novice opens for the most.
    pub threshold: i32,
    /// Points that a trump in hand is counted for.
    pub trump_worth: i32,
}

/// A way to choose, with the estimate in words.
pub type Judge = fn(&Sight<'_>, Factors) -> (Mode, String);

/// More card points in hand than the threshold.
pub fn points_in_hand(sight: &Sight<'_>, factors: Factors) -> (Mode, String) {
    let points = sight.in_hand();
    let mode = Mode::mas_if(points > factors.threshold);
    (mode, format!("{points} points in hand, más above {}", factors.threshold))
}

/// Card points and trumps in hand above their mean over all hands: the deck has 120 points and ten
/// trumps, which n players share.
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

/// Nearer to the opponent with most points than to the one with fewest, counting the cards in hand
/// as won.
pub fn distance_of_points(sight: &Sight<'_>, _: Factors) -> (Mode, String) {
    distance(sight, sight.won(sight.me) + sight.in_hand())
}

/// The same with the trumps in hand counted.
pub fn distance_with_trumps(sight: &Sight<'_>, factors: Factors) -> (Mode, String) {
    let trumps = factors.trump_worth * sight.trumps().len() as i32;
    distance(sight, sight.won(sight.me) + sight.in_hand() + trumps)
}

fn distance(sight: &Sight<'_>, own: i32) -> (Mode, String) {
    let others = || sight.opponents().map(|seat| sight.won(seat));
    let (most, fewest) = (others().max().unwrap_or(0), others().min().unwrap_or(0));
    let (to_most, to_fewest) = ((most - own).abs(), (own - fewest).abs());
    let mode = Mode::mas_if(to_most <= to_fewest);
    let text = format!(
        "{own} is {to_most} from the most, {most}, and {to_fewest} from the fewest, {fewest}"
    );
    (mode, text)
}
