//! Tute Cabrero for 3 to 6 players, by the rules of `rules.md`.
//!
//! The source is "Juego de cartas implementado con Agentes Inteligentes" (Pire, Chimento,
//! Fernández; Universidad Nacional de Rosario), which describes three players. Our interpretations:
//!
//! * With six, the dealer sits out, as in a published Argentine description, or the twos are left
//!   out.
//! * The document exchanges the two of oros only in the first hand (`swap=first`). By default,
//!   every hand of three does, so that all 120 points are in play.
//! * For a tie without a player in the middle, the document has two rules: the tied lose, or all
//!   with a trick lose. The latter, more specific, is the default.
//!
//! Hands are sets of bits, and two tables over them give the legal cards. [`Public`] is everything
//! open, [`Match`] adds all hands, and a [`View`] only one.

pub mod bots;
mod deal;
mod draw;
mod effects;
mod ending;
mod explain;
mod features;
#[cfg(feature = "masters")]
mod master;
mod moves;
mod options;
mod patterns;
mod public;
mod queries;
mod ranks;
mod score;
mod songs;
mod state;
mod trick;
mod view;

pub use deal::{Deal, Hands};
pub use ending::{Ending, How, losers};
pub use moves::Move;
pub use options::{CapoteCanto, Illegal, Options, Six, Swap, Tie, TrumpRule, Tute};
pub use public::{Phase, Public};
pub use ranks::{beaters, card_points, highest, lowest, pair, strength, stronger};
pub use songs::Song;
pub use state::Match;
#[cfg(feature = "ts")]
pub use trick::Written as WrittenTrick;
pub use trick::{Trick, allowed, denied};
pub use view::View;

#[cfg(feature = "masters")]
use super::masters::Master;
#[cfg(feature = "masters")]
use juez_core::{BotOptions, Learning, Reviewer};
use juez_core::{
    BuiltIn, Costs, Drawing, Effect, Features, Game, GameInfo, HandFigure, HandScore, OptionsError,
    Pattern, Query, Rng, Seat, check_options,
};

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
        text: rules_text!(),
        templates: templates!(),
        costs: Costs { ply: 5, is_legal: 20, why_illegal: 100, world: 100, play: 20, view: 20 },
        hand_figures: &[
            HandFigure::per_hand("porotos", "porotos, one for each hand lost"),
            HandFigure::per_hand("points", "points of cards, songs and the last trick"),
        ],
        world_bytes: 0,
    };
    const QUERIES: &'static [Query<Tute>] = queries::QUERIES;
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
    const MASTER_LEVELS: &'static [i32] = &[0, 64, 156, 217, 298];
    #[cfg(feature = "masters")]
    const MASTER_RULES: &'static [(&'static str, &'static [&'static str])] = &[("seats", &["3"])];
    #[cfg(feature = "masters")]
    const LEARNING: Option<&'static Learning<Tute>> = Some(&master::LEARNING);
    const FEATURES: Option<&'static Features<Tute>> = Some(&features::FEATURES);
    const PATTERNS: &'static [Pattern<Tute>] = patterns::PATTERNS;

    fn bots() -> Vec<BuiltIn<Tute>> {
        bots::entries()
    }

    #[cfg(feature = "masters")]
    fn reviewer(_: &Options, bot: &BotOptions) -> Option<Box<dyn Reviewer<Tute>>> {
        Some(Box::new(Master::<bots::Tricks>::new(bot)))
    }

    fn start(options: &Options) -> Result<Match, OptionsError> {
        check_options::<Tute>(options)?;
        Ok(Match::new(Public::new(*options)))
    }

    fn shuffle(state: &Match, rng: &mut Rng) -> Deal {
        state.public().shuffle(rng)
    }

    fn draw(view: &View) -> Drawing {
        draw::draw(view)
    }

    fn effects(before: &View, mv: Option<Move>, after: &View) -> Vec<Effect> {
        match mv {
            None => effects::of_deal(after),
            Some(mv) => effects::of_move(&before.public, mv, &after.public),
        }
    }

    fn hand_score(state: &Match) -> Option<HandScore> {
        score::hand_score(state.public())
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
