//! Tute Cabrero for 3 to 6 players.
//!
//! A game of tricks with forty Spanish cards, each for himself, in which the middle loses: in every
//! hand those who end neither with the most points nor with the fewest get a *poroto*, and who has
//! four retires. The rules in full are in `docs/rules`, which is [`INFO.text`](Tute::INFO). They
//! follow "Juego de cartas implementado con Agentes Inteligentes" (Pire, Chimento, Fernández;
//! Universidad Nacional de Rosario), which describes three players; what it leaves open is settled
//! so:
//!
//! * Four, five and six players: all cards are dealt. Of six the dealer sits out (a published
//!   Argentine description), or the four twos are taken out and all play.
//! * The two of oros is exchanged in every hand of three, so that all 120 points are in play; the
//!   document's words are for the first hand only (`swap=first`).
//! * A tie that leaves no player in the middle: the document says in one place that the tied lose, in
//!   the next that all with a trick do. The latter, more specific, is the default (`tie=all`).
//! * A fallo ends the hand, and the offender alone gets a poroto.
//! * Those left at the end are ranked by fewer porotos, then come the retired, the last one first.
//!
//! Hands are sets of bits, and what may be played follows from two tables over them. [`Public`] is
//! everything that lies open, [`Match`] adds the hands, and a [`View`] is the one with a single
//! hand.

mod deal;
mod draw;
mod ending;
mod explain;
mod moves;
mod options;
mod public;
mod queries;
mod ranks;
mod seats;
mod songs;
mod state;
mod trick;
mod view;

pub use deal::{Deal, Hands};
pub use ending::{Ending, How, losers};
pub use moves::Move;
pub use options::{CapoteCanto, Illegal, Options, Six, Swap, Tie, TrumpRule};
pub use public::{Phase, Public};
pub use ranks::{
    HORSES, KINGS, TWOS, beaters, card_points, highest, lowest, pair, points_of, strength, stronger,
};
pub use seats::SeatSet;
pub use songs::{Song, SongSet};
pub use state::Match;
pub use trick::{Trick, allowed, denied};
pub use view::View;

use crate::core::{
    Costs, Drawing, Game, GameInfo, HandFigure, HandUnit, OptionsError, Query, Rng, Seat,
    rules_text,
};

/// The game.
#[derive(Debug)]
pub enum Tute {}

impl Game for Tute {
    type State = Match;
    type Options = Options;

    const INFO: GameInfo = GameInfo {
        id: "tute",
        title: "Tute Cabrero",
        summary: "A game of tricks with Spanish cards in which the middle loses.",
        seats: (3, 6),
        hidden: true,
        rules: 1,
        options: options::OPTIONS,
        text: rules_text!("tute"),
        costs: Costs { ply: 5, is_legal: 20, why_illegal: 100, world: 100, play: 20, view: 20 },
        world_bytes: 0,
    };
    const QUERIES: &'static [Query<Tute>] = queries::QUERIES;
    const SENTENCES: &'static [&'static [&'static str]] =
        &[explain::SENTENCES, moves::HINTS, deal::DEALS, super::cards::SENTENCES];
    const HAND_FIGURES: &'static [HandFigure] = &[
        HandFigure {
            name: "porotos",
            unit: HandUnit::PerHand,
            doc: "porotos, one for each hand lost",
        },
        HandFigure {
            name: "points",
            unit: HandUnit::PerHand,
            doc: "points of cards, songs and the last trick",
        },
    ];

    fn start(options: &Options) -> Result<Match, OptionsError> {
        Ok(Match::new(Public::new(options.checked()?)))
    }

    fn shuffle(state: &Match, rng: &mut Rng) -> Deal {
        state.public().shuffle(rng)
    }

    fn draw(view: &View) -> Drawing {
        draw::draw(view)
    }

    fn hand(view: &View) -> Option<String> {
        view.seat.map(|_| view.hand.to_string())
    }

    fn hand_figures(_dealt: &View, ended: &View, seat: Seat) -> Option<Vec<i32>> {
        let public = &ended.public;
        let ending = public.ending.filter(|_| public.players.has(seat))?;
        Some(vec![i32::from(ending.losers.has(seat)), i32::from(public.points[seat])])
    }
}
