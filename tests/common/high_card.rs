//! High Card: the smallest game with hidden hands, several deals and partners.
//!
//! Twelve cards, `01` to `12`; each seat is dealt three, the rest stays face down. In turn each
//! seat plays a card of its choice; the highest takes the trick and leads the next. Seat `n mod
//! seats` leads hand `n`. A trick is a point; partners (seats 0 and 2, 1 and 3) count theirs
//! together.

use std::fmt;
use std::str::FromStr;

use juez_core::{
    Allowed, BadDeal, Costs, Drawing, Game, GameInfo, IllegalMove, Next, Notation, OptionInfo,
    OptionsError, Outcome, Param, ParseMoveError, PerSeat, Query, Reason, Returns, Rng, Row,
    RulesText, Seat, State, Team, Tone, check_options, ranks_by, texts,
};
use serde::{Deserialize, Serialize};

/// Cards dealt to each seat.
pub const HAND: usize = 3;
const CARDS: u8 = 12;

/// The game.
pub struct HighCard;

/// House rules.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rules {
    pub seats: u8,
    pub hands: u8,
    pub partners: bool,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules { seats: 2, hands: 2, partners: false }
    }
}

/// A card, and the move of playing it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Card(u8);

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}", self.0)
    }
}

impl FromStr for Card {
    type Err = ParseMoveError;
    fn from_str(text: &str) -> Result<Card, ParseMoveError> {
        let number = text.parse().ok().filter(|n| (1..=CARDS).contains(n) && text.len() == 2);
        number.map(Card).ok_or_else(|| Card::unreadable(text, None))
    }
}

impl Notation for Card {
    const EXPECTED: &'static str = "a card 01 to 12";
}

juez_core::serde_forms!(Card as text, u8, |card| card.0, |number| (1..=CARDS)
    .contains(&number)
    .then_some(Card(number)));

/// A set of cards, written ascending and read in any order.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(into = "Vec<Card>", try_from = "Vec<Card>")]
struct Cards(u16);

impl From<Cards> for Vec<Card> {
    fn from(cards: Cards) -> Vec<Card> {
        cards.list()
    }
}

impl TryFrom<Vec<Card>> for Cards {
    type Error = &'static str;
    fn try_from(list: Vec<Card>) -> Result<Cards, &'static str> {
        let cards: Cards = list.iter().copied().collect();
        if cards.len() == list.len() { Ok(cards) } else { Err("a card occurs twice in a hand") }
    }
}

impl Cards {
    const ALL: Cards = Cards(0b1_1111_1111_1110);

    fn has(self, card: Card) -> bool {
        self.0 >> card.0 & 1 == 1
    }
    fn with(self, card: Card) -> Cards {
        Cards(self.0 | 1 << card.0)
    }
    fn without(self, other: Cards) -> Cards {
        Cards(self.0 & !other.0)
    }
    fn iter(self) -> impl Iterator<Item = Card> {
        (1..=CARDS).map(Card).filter(move |&card| self.has(card))
    }
    fn list(self) -> Vec<Card> {
        self.iter().collect()
    }
    fn len(self) -> usize {
        self.0.count_ones() as usize
    }
}

impl FromIterator<Card> for Cards {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Cards {
        cards.into_iter().fold(Cards::default(), Cards::with)
    }
}

/// The hands of one deal, in seat order.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Deal {
    hands: Vec<Cards>,
}

/// The full truth.
#[derive(Clone, PartialEq, Debug)]
pub struct Truth {
    rules: Rules,
    dealt: u8,
    leader: Seat,
    /// The cards of the trick in progress, from the leader on.
    trick: Vec<Card>,
    hands: PerSeat<Cards>,
    /// Cards played in this hand, including the trick.
    played: PerSeat<Cards>,
    face_down: Cards,
    tricks: PerSeat<i32>,
}

/// The knowledge of one observer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct View {
    me: Option<Seat>,
    rules: Rules,
    dealt: u8,
    leader: Seat,
    trick: Vec<Card>,
    hand: Vec<Card>,
    /// The number of cards that each seat holds.
    held: PerSeat<usize>,
    played: PerSeat<Vec<Card>>,
    tricks: PerSeat<i32>,
}

impl Truth {
    fn turn(&self) -> Seat {
        (0..self.trick.len()).fold(self.leader, |seat, _| seat.next(self.rules.seats))
    }

    fn take_trick(&mut self) {
        let best = *self.trick.iter().max().expect("a full trick");
        let winner = self.played.iter().find(|(_, cards)| cards.has(best));
        self.leader = winner.expect("a seat played it").0;
        self.tricks[self.leader] += 1;
        self.trick.clear();
    }
}

impl State for Truth {
    type Move = Card;
    type Deal = Deal;
    type View = View;

    fn seats(&self) -> u8 {
        self.rules.seats
    }

    fn next(&self) -> Next {
        if self.hands.iter().any(|(_, hand)| hand.len() > 0) {
            Next::Move(self.turn())
        } else if self.dealt < self.rules.hands {
            Next::Deal
        } else {
            Next::Over
        }
    }

    fn deal(&mut self, deal: &Deal) -> Result<(), BadDeal> {
        let refuse = |why: String| Err(BadDeal(why));
        if self.next() != Next::Deal {
            return refuse("none is due".into());
        }
        if deal.hands.len() != usize::from(self.rules.seats) {
            return refuse(format!("{} hands for {} seats", deal.hands.len(), self.rules.seats));
        }
        let all: Cards = deal.hands.iter().flat_map(|hand| hand.iter()).collect();
        if deal.hands.iter().any(|hand| hand.len() != HAND) || all.len() != HAND * deal.hands.len()
        {
            return refuse(format!("each hand has {HAND} cards, all different"));
        }
        let seats = self.rules.seats;
        self.hands = PerSeat::from_fn(seats, |seat| deal.hands[seat.index()]);
        self.played = PerSeat::from_fn(seats, |_| Cards::default());
        self.face_down = Cards::ALL.without(all);
        self.leader = Seat::new(self.dealt % seats);
        self.dealt += 1;
        Ok(())
    }

    fn legal_moves_into(&self, out: &mut Vec<Card>) {
        out.extend(self.hands[self.turn()].iter());
    }

    fn explain(&self, card: Card) -> Result<(), IllegalMove> {
        let seat = self.turn();
        if self.hands[seat].has(card) {
            return Ok(());
        }
        Err(IllegalMove(format!("seat {seat} does not hold {card}")))
    }

    fn play_unchecked(&mut self, card: Card) {
        let seat = self.turn();
        self.hands[seat] = self.hands[seat].without(Cards::default().with(card));
        self.played[seat] = self.played[seat].with(card);
        self.trick.push(card);
        if self.trick.len() == usize::from(self.rules.seats) {
            self.take_trick();
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let points = self.points();
        (self.next() == Next::Over).then(|| Outcome {
            reason: Reason::Finished,
            ranks: ranks_by(self.rules.seats, |seat| self.team(seat), |seat| -points[seat]),
            points,
        })
    }

    fn points(&self) -> PerSeat<i32> {
        PerSeat::from_fn(self.rules.seats, |seat| {
            let side = self.tricks.iter().filter(|(other, _)| self.team(*other) == self.team(seat));
            side.map(|(_, tricks)| tricks).sum()
        })
    }

    fn team(&self, seat: Seat) -> Team {
        let seat = u8::from(seat);
        Team(if self.rules.partners { seat % 2 } else { seat })
    }

    fn view(&self, me: Option<Seat>) -> View {
        let hand = me.map_or(Vec::new(), |seat| self.hands[seat].list());
        let seats = self.rules.seats;
        View {
            me,
            rules: self.rules,
            dealt: self.dealt,
            leader: self.leader,
            trick: self.trick.clone(),
            hand,
            held: PerSeat::from_fn(seats, |seat| self.hands[seat].len()),
            played: PerSeat::from_fn(seats, |seat| self.played[seat].list()),
            tricks: self.tricks,
        }
    }

    fn face_down(&self) -> Vec<String> {
        self.face_down.iter().map(|card| card.to_string()).collect()
    }

    fn determinize(view: &View, rng: &mut Rng) -> Truth {
        let seats = view.rules.seats;
        let played = PerSeat::from_fn(seats, |seat| view.played[seat].iter().copied().collect());
        let known: Cards = played.iter().flat_map(|(_, cards): (_, &Cards)| cards.iter()).collect();
        let mine: Cards = view.hand.iter().copied().collect();
        let mut unseen = Cards::ALL.without(known).without(mine).list();
        rng.shuffle(&mut unseen);
        let hands = PerSeat::from_fn(seats, |seat| {
            if view.me == Some(seat) { mine } else { unseen.drain(..view.held[seat]).collect() }
        });
        Truth {
            rules: view.rules,
            dealt: view.dealt,
            leader: view.leader,
            trick: view.trick.clone(),
            hands,
            played,
            // No card lies face down before the first deal.
            face_down: if view.dealt == 0 {
                Cards::default()
            } else {
                unseen.into_iter().collect()
            },
            tricks: view.tricks,
        }
    }
}

impl Game for HighCard {
    type State = Truth;
    type Options = Rules;

    const INFO: GameInfo = GameInfo {
        id: "high_card",
        title: "High Card",
        summary: "the highest card takes the trick",
        seats: (2, 4),
        hidden: true,
        rules: 1,
        options: &[
            OptionInfo {
                name: "seats",
                allowed: Allowed::Range(2, 4),
                default: "2",
                doc: "how many play",
            },
            OptionInfo {
                name: "hands",
                allowed: Allowed::Range(1, 9),
                default: "2",
                doc: "how many hands a match has",
            },
            OptionInfo {
                name: "partners",
                allowed: Allowed::Switch,
                default: "false",
                doc: "seats 0 and 2 play against 1 and 3",
            },
        ],
        text: RulesText::english("The highest card takes the trick."),
        templates: &[],
        costs: Costs::UNMEASURED,
        hand_figures: &[],
        world_bytes: 256,
    };

    const QUERIES: &'static [Query<HighCard>] = &[
        Query {
            row: Row::new(
                "hand",
                &[],
                Returns::Texts,
                10,
                "The cards of the seat: your own in a view, those of the seat to move in a world.",
            ),
            on_view: |view, _| texts(&view.hand),
            on_world: |truth, _| texts(truth.hands[truth.turn()].list()),
        },
        Query {
            row: Row::new(
                "tricks",
                &[Param { name: "seat", kind: juez_core::Kind::Seat }],
                Returns::Int,
                1,
                "The tricks a seat has taken.",
            ),
            on_view: |view, args| Ok(view.tricks[args.seat(0)].into()),
            on_world: |truth, args| Ok(truth.tricks[args.seat(0)].into()),
        },
    ];

    fn start(rules: &Rules) -> Result<Truth, OptionsError> {
        check_options::<HighCard>(rules)?;
        if rules.partners && rules.seats != 4 {
            let text = format!("high_card with partners needs 4 seats, not {}", rules.seats);
            return Err(OptionsError::Conflict(text));
        }
        let empty = PerSeat::from_fn(rules.seats, |_| Cards::default());
        Ok(Truth {
            rules: *rules,
            dealt: 0,
            leader: Seat::new(0),
            trick: Vec::new(),
            hands: empty,
            played: empty,
            face_down: Cards::default(),
            tricks: PerSeat::from_fn(rules.seats, |_| 0),
        })
    }

    fn shuffle(truth: &Truth, rng: &mut Rng) -> Deal {
        let mut cards = Cards::ALL.list();
        rng.shuffle(&mut cards);
        let hands = cards.chunks(HAND).take(truth.rules.seats.into());
        Deal { hands: hands.map(|hand| hand.iter().copied().collect()).collect() }
    }

    fn draw(view: &View) -> Drawing {
        let mut drawing = Drawing::new();
        for (seat, tricks) in view.tricks.iter() {
            drawing.line().put(Tone::Seat(seat), format!("seat {seat}: {tricks} tricks"));
        }
        drawing
    }

    fn hand(view: &View) -> Option<String> {
        view.me.map(|_| view.hand.iter().map(|card| format!("{card} ")).collect())
    }
}
