//! Podkidnoy Durak, "throw-in fool", for 2 to 6 players, by the rules of `rules.md`.
//!
//! Wikipedia, pagat.com and the players of OpenFool and durak.app agree on these rules. Cases that
//! they leave open or in which they differ:
//!
//! * Cards come to the table one by one, and after each card thrown in, the round of throwing in
//!   restarts from the attacker. That allows the same tables as throwing in several at once.
//! * A seat that can throw in nothing is asked all the same, so that silence reveals nothing.
//! * Deterministic players can take and attack in a circle for ever: `max_bouts` ends that.
//!
//! [`Public`] is everything open, including the cards a seat is known to hold. With the hands and
//! the talon it makes a [`Position`], with one hand a [`View`].

pub mod bots;
mod bout;
mod deal;
mod deck;
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
mod score;
mod state;
mod table;
mod view;

pub use deal::Deal;
pub use deck::{HAND, beaters, deck, lowest_trump};
pub use moves::Move;
pub use options::{Durak, LastCard, NextFirst, Options};
pub use public::{Choices, Phase, Public};
pub use state::Position;
pub use table::{Pair, Table};
pub use view::View;

#[cfg(feature = "masters")]
use super::masters::Master;
#[cfg(feature = "masters")]
use juez_core::{BotOptions, Learning, Reviewer};
use juez_core::{
    BuiltIn, Costs, Drawing, Effect, Features, Game, GameInfo, HandFigure, HandScore, OptionsError,
    Pattern, Query, Rng, Seat, check_options,
};

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
        text: rules_text!(),
        templates: templates!(),
        costs: Costs { ply: 4, is_legal: 5, why_illegal: 200, world: 200, play: 10, view: 20 },
        hand_figures: &[
            HandFigure::share("durak", "games lost as the durak"),
            HandFigure::share("first", "games in which no other seat was out of cards before it"),
        ],
        world_bytes: 256,
    };
    const QUERIES: &'static [Query<Durak>] = queries::QUERIES;
    const SENTENCES: &'static [&'static [&'static str]] = &[
        explain::SENTENCES,
        moves::HINTS,
        deal::DEALS,
        super::cards::SENTENCES,
        #[cfg(feature = "masters")]
        bots::SENTENCES,
        #[cfg(feature = "masters")]
        super::masters::SENTENCES,
    ];
    #[cfg(feature = "masters")]
    const LEARNING: Option<&'static Learning<Durak>> = Some(&master::LEARNING);
    #[cfg(feature = "masters")]
    const MASTER_LEVELS: &'static [i32] = &[0, 92, 198, 299, 529];
    const FEATURES: Option<&'static Features<Durak>> = Some(&features::FEATURES);
    const PATTERNS: &'static [Pattern<Durak>] = patterns::PATTERNS;

    fn bots() -> Vec<BuiltIn<Durak>> {
        bots::entries()
    }

    #[cfg(feature = "masters")]
    fn reviewer(_: &Options, bot: &BotOptions) -> Option<Box<dyn Reviewer<Durak>>> {
        Some(Box::new(Master::<bots::Bouts>::new(bot)))
    }

    fn start(options: &Options) -> Result<Position, OptionsError> {
        check_options::<Durak>(options)?;
        Ok(Position::new(*options))
    }

    fn shuffle(state: &Position, rng: &mut Rng) -> Deal {
        deal::shuffle(&state.public().options, rng)
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
        state.public().hand_score()
    }

    fn hand(view: &View) -> Option<String> {
        view.seat.map(|_| view.hand.to_string())
    }

    fn hand_figures(_dealt: &View, ended: &View, seat: Seat) -> Option<Vec<i32>> {
        let public = &ended.public;
        let is = |is: bool| i32::from(is);
        Some(vec![is(public.durak == Some(seat)), is(public.place(seat) == Some(1))])
    }
}
