//! Scopone for four, each for itself or in pairs, by the rules of `rules.md`.
//!
//! The source of `solo9` is "Scopone scientifico" (Montagna and Torsello, course of Autonomous
//! Systems, Bologna 2014/15). Italians call that deal plain scopone and play it in pairs, `team9`;
//! scopone scientifico is `team10`. Our interpretations of the document:
//!
//! * A card that can capture must: its rule is "altrimenti si pone", and its program refuses other
//!   moves.
//! * A table of three or four kings is dealt again; the document names only three.
//! * Lone players score the primiera with all four sevens, as in the document; pairs count the best
//!   card of each suit.
//! * Six denari make the point, as in the document; its program accepts five (`denari=5`).
//!
//! [`Public`] has everything open; a [`View`] adds one hand, a [`Position`] all four. Cards are
//! bits, and captures are counted for all values at once.

mod bots;
mod captures;
mod deal;
mod draw;
mod effects;
mod explain;
mod features;
#[cfg(feature = "masters")]
mod master;
mod moves;
mod options;
mod patterns;
mod public;
mod queries;
mod scoring;
mod state;
mod view;

pub use deal::Deal;
pub use moves::Move;
pub use options::{Kind, Options, Scopone, Sum};
pub use public::Public;
pub use scoring::{Tally, primiera, primiera_value};
pub use state::Position;
pub use view::View;

#[cfg(feature = "masters")]
use super::masters::Master;
#[cfg(feature = "masters")]
use juez_core::{BotOptions, Learning, Reviewer};
use juez_core::{
    BuiltIn, Costs, Drawing, Effect, Features, Game, GameInfo, HandFigure, HandScore, OptionsError,
    Pattern, Query, Rng, Seat, check_options,
};

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
        text: rules_text!(),
        templates: templates!(),
        costs: Costs { ply: 8, is_legal: 20, why_illegal: 50, world: 50, play: 50, view: 50 },
        hand_figures: &[
            HandFigure::per_hand("points", "points of the seat's side"),
            HandFigure::per_hand("scope", "scope of the seat's side"),
        ],
        world_bytes: 64,
    };
    const QUERIES: &'static [Query<Scopone>] = queries::QUERIES;
    const SENTENCES: &'static [&'static [&'static str]] = &[
        explain::SENTENCES,
        moves::HINTS,
        options::CONFLICTS,
        deal::DEALS,
        super::cards::SENTENCES,
        #[cfg(feature = "masters")]
        super::masters::SENTENCES,
    ];
    #[cfg(feature = "masters")]
    const LEARNING: Option<&'static Learning<Scopone>> = Some(&master::LEARNING);
    #[cfg(feature = "masters")]
    const MASTER_LEVELS: &'static [i32] = &[0, 301, 596, 859, 1123];
    #[cfg(feature = "masters")]
    const MASTER_RULES: &'static [(&'static str, &'static [&'static str])] =
        &[("kind", &["team9", "team10"])];
    const FEATURES: Option<&'static Features<Scopone>> = Some(&features::FEATURES);
    const PATTERNS: &'static [Pattern<Scopone>] = patterns::PATTERNS;

    fn bots() -> Vec<BuiltIn<Scopone>> {
        bots::entries()
    }

    #[cfg(feature = "masters")]
    fn reviewer(_: &Options, bot: &BotOptions) -> Option<Box<dyn Reviewer<Scopone>>> {
        Some(Box::new(Master::<bots::Captures>::new(bot)))
    }

    fn start(options: &Options) -> Result<Position, OptionsError> {
        let options = options.checked()?;
        check_options::<Scopone>(&options)?;
        Ok(Position::new(options))
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

    fn effects(before: &View, mv: Option<Move>, after: &View) -> Vec<Effect> {
        match mv {
            None => effects::of_deal(&after.public),
            Some(mv) => effects::of_move(&before.public, mv, &after.public),
        }
    }

    fn hand_score(state: &Position) -> Option<HandScore> {
        scoring::hand_score(state.public())
    }

    fn hand(view: &View) -> Option<String> {
        view.seat.map(|_| view.hand.to_string())
    }

    fn hand_figures(dealt: &View, ended: &View, seat: Seat) -> Option<Vec<i32>> {
        let (before, after) = (&dealt.public, &ended.public);
        let points = after.score[seat] - before.score[seat];
        Some(vec![points, i32::from(after.scope(seat))])
    }
}
