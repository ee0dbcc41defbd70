//! The score of a finished hand.

use super::ranks::LAST_TRICK;
use super::{How, Public, card_points};
use juez_core::{HandRow, HandScore, Seat};

/// Returns the score of the hand that has ended, by player; `None` during a hand.
pub(super) fn hand_score(public: &Public) -> Option<HandScore> {
    let ending = public.ending?;
    let players: Vec<Seat> = public.players.iter().collect();
    let each =
        |value: &dyn Fn(Seat) -> i32| players.iter().map(|&seat| value(seat)).collect::<Vec<_>>();
    let songs = |seat: Seat| public.songs[seat].iter();
    let tricks = HandRow::new("tricks")
        .values(each(&|seat| public.tricks[seat].into()))
        .points(each(&|seat| card_points(public.taken[seat]).into()));
    let mut score = HandScore::of(players.iter().map(|&seat| vec![seat]).collect()).row(tricks);
    if ending.how == How::Played {
        // The winner of a trick leads the next: the winner of the last one is still the leader.
        let last = public.trick.leader();
        score = score.row(
            HandRow::new("last_trick")
                .points(each(&|seat| if seat == last { LAST_TRICK.into() } else { 0 })),
        );
    }
    let (how, by) = (ending.how, ending.by);
    let score = score
        .row(
            HandRow::new("songs")
                .values(each(&|seat| songs(seat).count() as i32))
                .points(each(&|seat| songs(seat).map(|song| i32::from(song.points())).sum())),
        )
        .row(HandRow::new("sum").points(each(&|seat| public.points[seat].into())))
        .row(
            HandRow::new("porotos")
                .values(each(&|seat| public.porotos[seat].into()))
                .points(each(&|seat| ending.losers.has(seat).into())),
        );
    Some(match how {
        How::Played => score.end("played", None),
        How::Tute => score.end("tute", by),
        How::Fallo => score.end("fallo", by),
    })
}
