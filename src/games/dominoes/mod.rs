//! Dominoes in pairs.
//!
//! Four seats, the 28 tiles of the double-six set, seven each and none left over; seats 0 and 2
//! play against 1 and 3. Hand follows hand until a pair reaches the target. The rules in full are
//! in `docs/rules`, which is [`INFO.text`](Dominoes::INFO). They are those of the tournament in
//! "Juego de Dominó para Cuatro Jugadores utilizando Agentes Artificiales" (Martínez Carranza and
//! Muñoz Meléndez, INAOE). What it leaves open is settled like this:
//!
//! * The first hand is opened with 6-6 itself (it names only the pair that opens).
//! * A seat that can play must play.
//! * Four passes in a row close a hand, and all four are moves.
//! * A closed hand with equal pips scores nothing and the same pair opens again (`tie=no_score`),
//!   or is won by the pair that did not open it (`opener_pair_loses`).
//! * "Free to choose which of the two opens": the pair's lower seat, who sees its own tiles, is
//!   asked (`opener=ask`: `open` or `leave`); or chance decides, and the deal says so (`random`);
//!   or the one who went out opens (`winner`). After a closed hand that is the previous opener or,
//!   if he lost it, the winners' next seat after the last to play a tile.
//! * The article's pair exchanges a private signal at the start of a hand. At an honest table
//!   none may (`signal=none`); with `signal=seed` both pairs may, in moves that others see as
//!   `sig`.
//! * What a pass shows (the seat lacks both open numbers until the hand is over) is public memory.
//!   Once a hand is over no seat is told which tiles were left; the score tells what they counted.

mod chain;
mod deal;
mod draw;
mod explain;
mod moves;
mod options;
mod public;
mod queries;
mod state;
mod tile;
mod view;

pub use chain::{Chain, Placed};
pub use deal::Deal;
pub use moves::{Move, Signal};
pub use options::{Count, Opener, Options, Signals, Tie};
pub use public::{HAND, Phase, Public, SEATS, pair_of, partner_of};
pub use state::Position;
pub use tile::{Numbers, Tile, pips};
pub use view::View;

use crate::core::{
    Costs, Drawing, Game, GameInfo, HandFigure, HandUnit, OptionsError, Query, Rng, Seat,
    rules_text,
};

/// The game.
#[derive(Debug)]
pub enum Dominoes {}

impl Game for Dominoes {
    type State = Position;
    type Options = Options;

    const INFO: GameInfo = GameInfo {
        id: "dominoes",
        title: "Dominoes in pairs",
        summary: "Two pairs join tiles end to end; who is out first scores what the others hold.",
        seats: (4, 4),
        hidden: true,
        rules: 1,
        options: options::OPTIONS,
        text: rules_text!("dominoes"),
        costs: Costs { ply: 4, is_legal: 5, why_illegal: 50, world: 50, play: 20, view: 20 },
        world_bytes: 256,
    };
    const QUERIES: &'static [Query<Dominoes>] = queries::QUERIES;
    const SENTENCES: &'static [&'static [&'static str]] =
        &[explain::SENTENCES, moves::HINTS, tile::HINTS, deal::DEALS, super::cards::SENTENCES];
    const HAND_FIGURES: &'static [HandFigure] = &[
        HandFigure { name: "points", unit: HandUnit::PerHand, doc: "points that the pair scored" },
        HandFigure { name: "won", unit: HandUnit::Share, doc: "hands that the pair won" },
        HandFigure {
            name: "closed",
            unit: HandUnit::Share,
            doc: "hands that ended closed: no seat could play",
        },
        HandFigure { name: "passes", unit: HandUnit::PerHand, doc: "passes of the seat itself" },
    ];

    fn start(options: &Options) -> Result<Position, OptionsError> {
        Ok(Position::new(options.checked()?))
    }

    fn shuffle(position: &Position, rng: &mut Rng) -> Deal {
        Deal::random(position.public(), rng)
    }

    fn draw(view: &View) -> Drawing {
        draw::draw(view)
    }

    fn hand(view: &View) -> Option<String> {
        view.seat().map(|_| view.hand().to_string())
    }

    fn hand_figures(dealt: &View, ended: &View, seat: Seat) -> Option<Vec<i32>> {
        let pair = pair_of(seat);
        let (before, after) = (dealt.public(), ended.public());
        let points = after.score(pair) - before.score(pair);
        let closed = after.passes() == SEATS;
        let passes = i32::from(after.passed(seat));
        Some(vec![points, i32::from(points > 0), i32::from(closed), passes])
    }
}
