//! Podkidnoy Durak, "throw-in fool", for 2 to 6 players, each for himself.
//!
//! One attacks, the next defends, the others throw in; the one who keeps cards when the talon is empty
//! and everybody else is out is the durak. The rules in full are in `docs/rules`, which is
//! [`INFO.text`](Durak::INFO). They are those that Wikipedia, pagat.com and the players of OpenFool
//! and durak.app agree on; where these leave a case open or differ, this is how it is settled:
//!
//! * Cards come to the table one by one, and after each one thrown in the round of throwing in
//!   starts again from the attacker. That makes the same tables possible as several at once.
//! * A bout has at most six attacking cards and never more than the defender held when it began;
//!   `first5` makes that five until something was discarded.
//! * A seat that can throw in nothing is asked all the same, so that silence tells nothing.
//! * If no trump is dealt, seat 0 attacks first.
//! * Those who run out of cards last and together draw: they share the best rank left and have no
//!   point. With `last_card=attacker_wins` the defender of that bout is the durak.
//! * A game of `max_bouts` bouts is drawn among those who still hold cards, for deterministic
//!   players can take and attack in a circle for ever.
//!
//! [`Public`] is everything that lies open, the cards a seat is known to hold included; with the
//! hands and the talon it makes a [`Position`], with one hand a [`View`].

mod bout;
mod deal;
mod deck;
mod draw;
mod explain;
mod moves;
mod options;
mod public;
mod queries;
mod score;
mod state;
mod table;
mod view;

pub use deal::Deal;
pub use deck::{HAND, beaters, deck, lowest_trump};
pub use moves::Move;
pub use options::{LastCard, NextFirst, Options};
pub use public::{Choices, Phase, Public};
pub use state::Position;
pub use table::{Pair, Table};
pub use view::View;

use crate::core::{
    Costs, Drawing, Game, GameInfo, HandFigure, HandUnit, OptionsError, Query, Rng, Seat,
    rules_text,
};

/// The game.
#[derive(Debug)]
pub enum Durak {}

impl Game for Durak {
    type State = Position;
    type Options = Options;

    const INFO: GameInfo = GameInfo {
        id: "durak",
        title: "Durak",
        summary: "Attack, beat or take: the last one with cards is the fool.",
        seats: (2, 6),
        hidden: true,
        rules: 1,
        options: options::OPTIONS,
        text: rules_text!("durak"),
        costs: Costs { ply: 4, is_legal: 5, why_illegal: 200, world: 200, play: 10, view: 20 },
        world_bytes: 256,
    };
    const QUERIES: &'static [Query<Durak>] = queries::QUERIES;
    const SENTENCES: &'static [&'static [&'static str]] =
        &[explain::SENTENCES, moves::HINTS, deal::DEALS, super::cards::SENTENCES];
    const HAND_FIGURES: &'static [HandFigure] = &[
        HandFigure { name: "durak", unit: HandUnit::Share, doc: "games lost as the durak" },
        HandFigure {
            name: "first",
            unit: HandUnit::Share,
            doc: "games in which no other seat was out of cards before it",
        },
    ];

    fn start(options: &Options) -> Result<Position, OptionsError> {
        Ok(Position::new(options.checked()?))
    }

    fn shuffle(state: &Position, rng: &mut Rng) -> Deal {
        deal::shuffle(state.public().options(), rng)
    }

    fn draw(view: &View) -> Drawing {
        draw::draw(view)
    }

    fn hand(view: &View) -> Option<String> {
        view.seat().map(|_| view.hand().to_string())
    }

    fn hand_figures(_dealt: &View, ended: &View, seat: Seat) -> Option<Vec<i32>> {
        let public = ended.public();
        let is = |is: bool| i32::from(is);
        Some(vec![is(public.durak() == Some(seat)), is(public.place(seat) == Some(1))])
    }
}
