//! Nim, a game in one folder: take one to three stones from a pile of 21; taking the last one wins.
//!
//! It shows the four types of a game: a move, the options, the state and the game. The steps are
//! explained in `CONTRIBUTING.md`. As `crates/games/src/nim`, with the line `nim: Nim` in `games!`,
//! it becomes a game of the program, as in `tests/add_a_game.rs`.

mod bots;

use juez_core::*;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The game.
pub struct Nim;

/// The full state. Nothing is hidden, so it is also the view of every observer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Pile {
    /// Stones left.
    pub pile: u8,
    /// The seat to move.
    pub to_move: u8,
    /// Stones taken by each seat.
    pub taken: [u8; 2],
}

/// A move: the number of stones to take, written `t1` to `t3`.
///
/// `Ord` must be the byte order of the text; here that is the order of the numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Take(pub u8);

// As text for people; as a number from 1 to 3 between processes.
juez_core::serde_forms!(Take as text, u8, |take| take.0, |number| (1..=3)
    .contains(&number)
    .then_some(Take(number)));

impl fmt::Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "t{}", self.0)
    }
}

impl FromStr for Take {
    type Err = ParseMoveError;
    fn from_str(text: &str) -> Result<Take, ParseMoveError> {
        match text {
            "t1" => Ok(Take(1)),
            "t2" => Ok(Take(2)),
            "t3" => Ok(Take(3)),
            _ => Err(Take::unreadable(text, None)),
        }
    }
}

impl Notation for Take {
    const EXPECTED: &'static str = "t1, t2 or t3";
}

/// No options.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct NoOptions {}

impl State for Pile {
    type Move = Take;
    // A card game has its hands here; chance enters a match only through deals.
    type Deal = ();
    // A game with hidden information has its own type here, without the hidden part.
    type View = Pile;

    fn seats(&self) -> u8 {
        2
    }

    fn next(&self) -> Next {
        if self.pile == 0 { Next::Over } else { Next::Move(Seat::new(self.to_move)) }
    }

    fn deal(&mut self, (): &()) -> Result<(), BadDeal> {
        Err(BadDeal("nothing is dealt".to_string()))
    }

    fn legal_moves_into(&self, out: &mut Vec<Take>) {
        out.extend((1..=self.pile.min(3)).map(Take));
    }

    // The text for a student whose bot breaks a rule.
    fn explain(&self, mv: Take) -> Result<(), IllegalMove> {
        if mv.0 <= self.pile {
            Ok(())
        } else {
            Err(IllegalMove(format!("only {} are left", self.pile)))
        }
    }

    fn play_unchecked(&mut self, mv: Take) {
        self.pile -= mv.0;
        self.taken[self.to_move as usize] += mv.0;
        self.to_move ^= 1;
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.pile == 0).then(|| Outcome {
            reason: Reason::Finished,
            // The player to move did not take the last stone.
            ranks: PerSeat::from_fn(2, |s| 1 + u8::from(s.index() == self.to_move as usize)),
            points: self.points(),
        })
    }

    fn points(&self) -> PerSeat<i32> {
        PerSeat::from_fn(2, |seat| self.taken[seat.index()].into())
    }

    fn view(&self, _: Option<Seat>) -> Pile {
        self.clone()
    }

    // With nothing hidden there is nothing to guess.
    fn determinize(view: &Pile, _: &mut Rng) -> Pile {
        view.clone()
    }
}

impl Game for Nim {
    type State = Pile;
    type Options = NoOptions;

    const INFO: GameInfo = GameInfo {
        id: "nim",
        title: "Nim",
        summary: "Take one to three from a pile; who takes the last has won.",
        seats: (2, 2),
        hidden: false,
        rules: 1,
        options: &[],
        text: RulesText::english(include_str!("rules.md")),
        templates: &[
            ("lua", include_str!("bots/template.lua")),
            ("rhai", include_str!("bots/template.rhai")),
        ],
        costs: Costs::UNMEASURED,
        hand_figures: &[],
        world_bytes: 16,
    };

    // Methods of scripts: `view:pile()`, `world:taken(0)`.
    const QUERIES: &'static [Query<Nim>] = &[
        Query {
            row: Row::new("pile", &[], Returns::Int, 1, "how many are left"),
            on_view: |view, _| Ok(view.pile.into()),
            on_world: |state, _| Ok(state.pile.into()),
        },
        Query {
            row: Row::new(
                "taken",
                &[Param { name: "seat", kind: Kind::Seat }],
                Returns::Int,
                1,
                "how many a seat has taken",
            ),
            on_view: |view, args| Ok(view.taken[args.seat(0).index()].into()),
            on_world: |state, args| Ok(state.taken[args.seat(0).index()].into()),
        },
    ];

    fn bots() -> Vec<BuiltIn<Nim>> {
        bots::entries()
    }

    fn start(_: &NoOptions) -> Result<Pile, OptionsError> {
        Ok(Pile { pile: 21, to_move: 0, taken: [0, 0] })
    }

    fn shuffle(_: &Pile, _: &mut Rng) {}

    fn draw(view: &Pile) -> Drawing {
        let mut drawing = Drawing::new();
        let sticks = "|".repeat(view.pile.into());
        drawing.line().put(Tone::Strong, format!("{} left {sticks}", view.pile));
        drawing
    }
}
