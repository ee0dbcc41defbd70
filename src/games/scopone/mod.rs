//! Scopone for four: each for himself or in pairs.
//!
//! Forty Italian cards. In turn each seat plays a card, which captures a card of its value from the
//! table or cards that add up to it, or stays there. Emptying the table is a scopa. The rules in
//! full are in `docs/rules`, which is [`INFO.text`](Scopone::INFO).
//!
//! Three games go by the name. `solo9` is that of "Scopone scientifico" (Montagna and Torsello,
//! course of Autonomous Systems, Bologna 2014/15): four lone players, nine cards each and four on
//! the table. Italians call that deal plain scopone and play it in pairs, `team9`; scopone
//! scientifico, `team10`, deals ten cards to each and none to the table. What the sources leave
//! open is settled like this:
//!
//! * A card that can capture must: the document says "altrimenti si pone" and its program refuses
//!   anything else. Which card to play is free.
//! * A table of three or four kings is dealt again; the document names only three.
//! * Lone players score the primiera with all four sevens, as the document has it; pairs count the
//!   best card of each suit. A side that lacks a suit counts nothing, so that the other wins the
//!   primiera even with a smaller sum, and neither does if it lacks one too.
//! * Six denari make the point, as the document says; its program is content with five, which is
//!   the option `denari=5`.
//! * The score counts finished hands: points still in the piles are no points yet.
//!
//! Everything that lies open is in [`Public`]; a [`View`] adds one hand, a [`Position`] all four.
//! Cards are bits, and the ways of capturing are counted for all values at once.

mod captures;
mod deal;
mod draw;
mod explain;
mod moves;
mod options;
mod public;
mod queries;
mod scoring;
mod state;
mod view;

pub use deal::Deal;
pub use moves::{MOST_CAPTURED, Move};
pub use options::{Kind, Options, Sum};
pub use public::Public;
pub use scoring::{Tally, primiera, primiera_value};
pub use state::Position;
pub use view::View;

use crate::core::{
    Costs, Drawing, Game, GameInfo, HandFigure, HandUnit, OptionsError, Query, Rng, Seat,
    rules_text,
};

/// The game.
#[derive(Debug)]
pub enum Scopone {}

impl Game for Scopone {
    type State = Position;
    type Options = Options;

    const INFO: GameInfo = GameInfo {
        id: "scopone",
        title: "Scopone",
        summary: "Cards capture what adds up to them; emptying the table is a scopa.",
        seats: (4, 4),
        hidden: true,
        rules: 1,
        options: options::OPTIONS,
        text: rules_text!("scopone"),
        costs: Costs { ply: 8, is_legal: 20, why_illegal: 50, world: 50, play: 50, view: 50 },
        world_bytes: 64,
    };
    const QUERIES: &'static [Query<Scopone>] = queries::QUERIES;
    const SENTENCES: &'static [&'static [&'static str]] = &[
        explain::SENTENCES,
        moves::HINTS,
        options::CONFLICTS,
        deal::DEALS,
        super::cards::SENTENCES,
    ];
    const HAND_FIGURES: &'static [HandFigure] = &[
        HandFigure { name: "points", unit: HandUnit::PerHand, doc: "points of the seat's side" },
        HandFigure { name: "scope", unit: HandUnit::PerHand, doc: "scope of the seat's side" },
    ];

    fn start(options: &Options) -> Result<Position, OptionsError> {
        Ok(Position::new(options.checked()?))
    }

    fn resolve(options: Options) -> Options {
        options.resolved()
    }

    fn shuffle(state: &Position, rng: &mut Rng) -> Deal {
        Deal::shuffle(state.public().kind(), rng)
    }

    fn draw(view: &View) -> Drawing {
        draw::draw(view)
    }

    fn hand(view: &View) -> Option<String> {
        view.seat().map(|_| view.hand().to_string())
    }

    fn hand_figures(dealt: &View, ended: &View, seat: Seat) -> Option<Vec<i32>> {
        let (before, after) = (dealt.public(), ended.public());
        let points = after.score(seat) - before.score(seat);
        Some(vec![points, i32::from(after.scope(seat))])
    }
}
