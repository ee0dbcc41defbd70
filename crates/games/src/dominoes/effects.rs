//! Effects of moves and deals.
//!
//! `deal` to each hand; `lay` of a tile at an end of the chain, `pass`, `open`, `leave`, `signal`.
//! At the end of a hand `domino`, `both_ends` for a last tile that fits either end, or `closed`;
//! then `score` with the first seat of the pair that scores, or `no_score`.

use super::public::{Phase, Public, SEATS};
use super::{HAND, Move, Tile};
use crate::cards::dealt_hands;
use juez_core::{Effect, Seat, SeatSet, Team, zone};

pub(super) fn of_deal() -> Vec<Effect> {
    dealt_hands("pack", SeatSet::first(SEATS), Seat::new(0), HAND as u8)
}

pub(super) fn of_move(before: &Public, mv: Move, after: &Public) -> Vec<Effect> {
    let seat = before.turn;
    let lay = |tile: Tile, side: &str| {
        let to = format!("chain:{side}");
        Effect::new("lay").seat(seat).moved(zone("hand", seat), to).pieces([tile])
    };
    let right = |end: u8| before.chain.ends().is_some_and(|(_, right)| right == end);
    let mut effects = vec![match mv {
        Move::First(tile) => lay(tile, "right"),
        Move::Join(tile, end) => lay(tile, if right(end) { "right" } else { "left" }),
        Move::Leave => Effect::new("leave").seat(seat),
        Move::Open => Effect::new("open").seat(seat),
        Move::Pass => Effect::new("pass").seat(seat),
        Move::Hidden | Move::Signal(_) => Effect::new("signal").seat(seat),
    }];
    if before.phase != after.phase && matches!(after.phase, Phase::Deal | Phase::Over) {
        let last = match mv {
            Move::Join(tile, _) if fits_both_ends(before, tile) => "both_ends",
            Move::Pass => "closed",
            _ => "domino",
        };
        effects.push(Effect::new(last).seat(seat));
        let won = |pair: &Team| after.score(*pair) > before.score(*pair);
        effects.push(match [Team(0), Team(1)].into_iter().find(won) {
            Some(pair) => {
                let score = Effect::new("score").seat(Seat::new(pair.0));
                score.points(after.score(pair) - before.score(pair))
            }
            None => Effect::new("no_score"),
        });
    }
    effects
}

fn fits_both_ends(before: &Public, tile: Tile) -> bool {
    let Some((left, right)) = before.chain.ends() else { return false };
    left != right && Tile::showing(left).has(tile) && Tile::showing(right).has(tile)
}
