//! Dominoes in pairs, by the rules of `rules.md`.
//!
//! The source is the tournament in "Juego de Dominó para Cuatro Jugadores utilizando Agentes
//! Artificiales" (Martínez Carranza and Muñoz Meléndez, INAOE). Our interpretations:
//!
//! * It names only the pair that opens the first hand; here 6-6 itself opens it.
//! * "Free to choose which of the two opens": the pair's lower seat, who sees its own tiles, is
//!   asked (`opener=ask`), or another rule of `opener` decides.
//! * The article's pair exchanges a private signal. At an honest table no pair does
//!   (`signal=none`); with `signal=seed` both pairs do, in moves that others see as `sig`.
//!
//! A pass is public memory: the seat lacks both open numbers until the hand is over. Afterwards no
//! seat sees the remaining tiles, only their sum in the score of the hand.

pub mod bots;
mod chain;
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
mod state;
mod tile;
mod view;

pub use chain::{Chain, Placed};
pub use deal::Deal;
pub use moves::{Move, Signal};
pub use options::{Count, Dominoes, Opener, Options, Signals, Tie};
pub use public::{HAND, Phase, Public, SEATS, pair_of, partner_of};
pub use state::Position;
pub use tile::{Numbers, Tile, pips};
pub use view::View;
#[cfg(feature = "ts")]
pub use view::Written as WrittenView;

#[cfg(feature = "masters")]
use super::masters::Master;
#[cfg(feature = "masters")]
use juez_core::{BotOptions, Learning, Reviewer};
use juez_core::{
    BuiltIn, Costs, Drawing, Effect, Features, Game, GameInfo, HandFigure, HandScore, OptionsError,
    Pattern, Query, Rng, Seat, check_options,
};

impl Game for Dominoes {
    type State = Position;
    type Options = Options;

    const INFO: GameInfo = GameInfo {
        id: "dominoes",
        title: "Dominoes in pairs",
        summary: "Two pairs join tiles end to end; the first to go out scores the others' pips.",
        seats: (4, 4),
        hidden: true,
        rules: 1,
        options: options::OPTIONS,
        text: rules_text!(),
        templates: templates!(),
        costs: Costs { ply: 4, is_legal: 5, why_illegal: 50, world: 50, play: 20, view: 20 },
        hand_figures: &[
            HandFigure::per_hand("points", "points that the pair scored"),
            HandFigure::share("won", "hands that the pair won"),
            HandFigure::share("closed", "hands that ended closed: no seat could play"),
            HandFigure::per_hand("passes", "passes of the seat itself"),
        ],
        world_bytes: 256,
    };
    const QUERIES: &'static [Query<Dominoes>] = queries::QUERIES;
    const SENTENCES: &'static [&'static [&'static str]] = &[
        explain::SENTENCES,
        moves::HINTS,
        tile::HINTS,
        deal::DEALS,
        super::cards::SENTENCES,
        #[cfg(feature = "masters")]
        bots::SENTENCES,
        #[cfg(feature = "masters")]
        super::masters::SENTENCES,
    ];
    #[cfg(feature = "masters")]
    const LEARNING: Option<&'static Learning<Dominoes>> = Some(&master::LEARNING);
    #[cfg(feature = "masters")]
    const MASTER_LEVELS: &'static [i32] = &[0, 70, 214, 284, 439];
    const FEATURES: Option<&'static Features<Dominoes>> = Some(&features::FEATURES);
    const PATTERNS: &'static [Pattern<Dominoes>] = patterns::PATTERNS;

    fn bots() -> Vec<BuiltIn<Dominoes>> {
        bots::entries()
    }

    #[cfg(feature = "masters")]
    fn reviewer(_: &Options, bot: &BotOptions) -> Option<Box<dyn Reviewer<Dominoes>>> {
        Some(Box::new(Master::<bots::Tiles>::new(bot)))
    }

    fn start(options: &Options) -> Result<Position, OptionsError> {
        check_options::<Dominoes>(options)?;
        Ok(Position::new(*options))
    }

    fn shuffle(position: &Position, rng: &mut Rng) -> Deal {
        Deal::random(position.public(), rng)
    }

    fn draw(view: &View) -> Drawing {
        draw::draw(view)
    }

    fn effects(before: &View, mv: Option<Move>, after: &View) -> Vec<Effect> {
        match mv {
            None => effects::of_deal(),
            Some(mv) => effects::of_move(&before.public, mv, &after.public),
        }
    }

    fn hand_score(position: &Position) -> Option<HandScore> {
        position.hand_score()
    }

    fn hand(view: &View) -> Option<String> {
        view.seat.map(|_| view.hand.to_string())
    }

    fn hand_figures(dealt: &View, ended: &View, seat: Seat) -> Option<Vec<i32>> {
        let pair = pair_of(seat);
        let (before, after) = (&dealt.public, &ended.public);
        let points = after.score(pair) - before.score(pair);
        let closed = after.passes == SEATS;
        let passes = i32::from(after.passed(seat));
        Some(vec![points, i32::from(points > 0), i32::from(closed), passes])
    }
}
