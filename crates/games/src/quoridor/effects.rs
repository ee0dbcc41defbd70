//! Effects of moves: `walk`, `jump`, `build`, `pass`; then `arrive` of the winner, or `draw`.

use super::{Move, View};
use juez_core::Effect;

pub(super) fn of_move(before: &View, mv: Move, after: &View) -> Vec<Effect> {
    let seat = before.board().to_move();
    let mut effects = vec![match mv {
        Move::Pawn(square) => {
            let from = before.board().pawn(seat);
            let (file, rank) =
                (from.file().abs_diff(square.file()), from.rank().abs_diff(square.rank()));
            let kind = if file + rank > 1 { "jump" } else { "walk" };
            Effect::new(kind).seat(seat).moved(from.to_string(), square.to_string())
        }
        Move::Wall(wall) => Effect::new("build").seat(seat).pieces([wall]),
        Move::Pass => Effect::new("pass").seat(seat),
    }];
    if after.over().is_some() {
        effects.push(match after.board().winner() {
            Some(winner) => Effect::new("arrive").seat(winner),
            None => Effect::new("draw"),
        });
    }
    effects
}
