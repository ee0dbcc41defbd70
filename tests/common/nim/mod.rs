//! Nim: take one to three from a pile; who takes the last has won.

use juez::core::*;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The game.
pub struct Nim;

/// The full truth, which is also what everybody sees.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Pile {
    pub pile: u8,
    pub to_move: u8,
    pub taken: [u8; 2],
}

/// How many to take: `t1` to `t3`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Take(pub u8);

juez::core::serde_as_text!(Take);

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

/// No house rules.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct NoOptions {}

impl State for Pile {
    type Move = Take;
    type Deal = ();
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
            ranks: PerSeat::from_fn(2, |s| 1 + u8::from(s.index() == self.to_move as usize)),
            points: self.points(),
        })
    }
    fn points(&self) -> PerSeat<i32> {
        PerSeat::from_fn(2, |seat| self.taken[seat.index()].into())
    }
    fn view(&self, _: Observer) -> Pile {
        self.clone()
    }
    fn reveal(&self) -> Revealed<Pile> {
        Revealed { public: self.clone(), seats: vec![self.clone(); 2], face_down: Vec::new() }
    }
    fn determinize(view: &Pile, _: &mut Rng) -> Pile {
        view.clone()
    }
}

const fn row(name: &'static str, params: &'static [Param], returns: Returns) -> Row {
    Row { name, params, returns, doc: "", cost: 5 }
}

impl Game for Nim {
    type State = Pile;
    type Options = NoOptions;

    const INFO: GameInfo = GameInfo {
        id: "nim",
        title: "Nim",
        summary: "Take one to three.",
        seats: (2, 2),
        hidden: false,
        rules: 1,
        options: &[],
        text: "",
        ply_cost: 10,
        world_bytes: 256,
    };
    const QUERIES: &'static [Query<Nim>] = &[
        Query {
            row: row("pile", &[], Returns::Int),
            on_view: |view, _| Ok(view.pile.into()),
            on_world: |state, _| Ok(state.pile.into()),
        },
        Query {
            row: row("taken", &[Param { name: "seat", kind: Kind::Seat }], Returns::Int),
            on_view: |view, args| Ok(view.taken[args.seat(0).index()].into()),
            on_world: |state, args| Ok(state.taken[args.seat(0).index()].into()),
        },
    ];

    fn start(_: &NoOptions) -> Result<Pile, OptionsError> {
        Ok(Pile { pile: 21, to_move: 0, taken: [0, 0] })
    }
    fn shuffle(_: &Pile, _: &mut Rng) {}
    fn draw(_: &Pile) -> Drawing {
        Drawing::new()
    }
}
