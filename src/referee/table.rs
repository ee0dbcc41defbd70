//! A match in progress: the only owner of its true state.

use serde::Deserialize;
use serde_json::Value;

use super::words;
use crate::core::{
    BadDeal, DealOf, Drawing, Game, History, IllegalMove, Journal, MoveOf, Next, Observer,
    OptionsError, Outcome, ParseMoveError, PerSeat, Revealed, Seat, Seed, State, Stream, Team,
    Tone, Turn, ViewOf,
};

/// A match in progress.
///
/// It lends views, never its state: an onlooker of a running match cannot name what is hidden, and
/// a bot gets even less, a [`Turn`].
pub struct Table<G: Game> {
    state: G::State,
    deals: Vec<Value>,
    moves: Vec<(Seat, MoveOf<G>)>,
}

/// Why a move given as text cannot be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MoveRefused {
    /// The text is no move.
    #[error(transparent)]
    Unreadable(#[from] ParseMoveError),
    /// The rules refuse it.
    #[error("{}", words::illegal(.text, .why))]
    Illegal {
        /// The move.
        text: String,
        /// The broken rule.
        why: IllegalMove,
    },
    /// The match is over.
    #[error("{}", words::after_end(format!("{:?}", .0)))]
    AfterEnd(String),
    /// A deal is due.
    #[error("{}", words::before_deal(format!("{:?}", .0)))]
    NoDeal(String),
}

impl<G: Game> Table<G> {
    /// A table before the first deal or move.
    ///
    /// # Errors
    /// If two options do not go together.
    pub fn new(options: &G::Options) -> Result<Table<G>, OptionsError> {
        let state = G::start(&G::resolve(options.clone()))?;
        Ok(Table { state, deals: Vec::new(), moves: Vec::new() })
    }

    /// How many seats play.
    pub fn seats(&self) -> u8 {
        self.state.seats()
    }

    /// The side of each seat, in seat order.
    pub fn teams(&self) -> Vec<Team> {
        Seat::all(self.seats()).map(|seat| self.state.team(seat)).collect()
    }

    /// Moves made since the match began.
    pub fn ply(&self) -> u32 {
        self.moves.len() as u32
    }

    /// Number of the current deal, from 0; 0 too before the first and in games without chance.
    pub fn deal(&self) -> u32 {
        self.deals.len().saturating_sub(1) as u32
    }

    /// The deals so far, as a record keeps them.
    pub fn deals(&self) -> &[Value] {
        &self.deals
    }

    /// The moves so far with the seats that made them.
    pub fn moves(&self) -> &[(Seat, MoveOf<G>)] {
        &self.moves
    }

    /// What the match waits for.
    pub fn next(&self) -> Next {
        self.state.next()
    }

    /// Every legal move of the seat to move, ascending; empty when no seat is to move.
    pub fn legal_moves(&self) -> Vec<MoveOf<G>> {
        self.state.legal_moves()
    }

    /// The end as the rules see it, once the match is over.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.next() {
            Next::Over => self.state.outcome(),
            Next::Deal | Next::Move(_) => None,
        }
    }

    /// The points as they stand.
    pub fn points(&self) -> PerSeat<i32> {
        self.state.points()
    }

    /// The points if the match ends now because of `offenders`.
    pub fn points_after_forfeit(&self, offenders: &PerSeat<bool>) -> PerSeat<i32> {
        self.state.points_after_forfeit(offenders)
    }

    /// What `observer` may know.
    pub fn view(&self, observer: Observer) -> ViewOf<G> {
        self.state.view(observer)
    }

    /// Every move so far as `observer` saw it.
    pub fn history(&self, observer: Observer) -> History<'_, G> {
        History::new(&self.state, &self.moves, observer)
    }

    /// The match with everything face up: for finished matches, replays and lessons.
    pub fn reveal(&self) -> Revealed<ViewOf<G>> {
        self.state.reveal()
    }

    /// The table as text, as `observer` sees it.
    pub fn draw(&self, observer: Observer) -> Drawing {
        G::draw(&self.view(observer))
    }

    /// The table as text with everything face up: for those who may see it, as [`Table::reveal`].
    pub fn draw_open(&self) -> Drawing {
        let revealed = self.reveal();
        let mut drawing = G::draw(&revealed.public);
        let hands: Vec<(Seat, String)> = Seat::all(self.seats())
            .zip(&revealed.seats)
            .filter_map(|(seat, view)| Some((seat, G::hand(view)?)))
            .filter(|(_, hand)| !hand.is_empty())
            .collect();
        if !hands.is_empty() {
            drawing.line();
        }
        for (seat, hand) in hands {
            let tone = Tone::Seat(seat);
            drawing.line().put(tone, format!("  seat {seat} holds "));
            for card in hand.split(' ') {
                drawing.put(tone, " ").put_place(tone, card);
            }
        }
        if !revealed.face_down.is_empty() {
            wrap(&mut drawing, "  face down", &revealed.face_down);
        }
        drawing
    }

    /// The state, giving up the table: for perft and analysis, never while bots play.
    pub fn into_state(self) -> G::State {
        self.state
    }

    /// What the seat to move is told. `view` and `legal` are its own, borrowed for the length of
    /// the call.
    pub fn turn<'a>(
        &'a self,
        seat: Seat,
        view: &'a ViewOf<G>,
        legal: &'a [MoveOf<G>],
        seed: Seed,
        journal: &'a Journal,
    ) -> Turn<'a, G> {
        Turn {
            seat,
            seats: self.seats(),
            ply: self.ply(),
            deal: self.deal(),
            view,
            legal,
            history: self.history(Observer::Seat(seat)),
            seed,
            journal,
        }
    }

    /// Applies a deal that was given as JSON.
    ///
    /// # Errors
    /// If it is no deal of this game or cannot be the one that is due; the table is then untouched.
    pub fn deal_given(&mut self, deal: &Value) -> Result<(), BadDeal> {
        let deal = DealOf::<G>::deserialize(deal).map_err(|error| BadDeal(error.to_string()))?;
        self.apply(&deal)
    }

    /// Draws the deal that is due from `seed` and applies it.
    ///
    /// # Errors
    /// If no deal is due; the table is then untouched.
    pub fn deal_from(&mut self, seed: &Seed) -> Result<(), BadDeal> {
        if self.next() != Next::Deal {
            return Err(BadDeal("none is due".to_string()));
        }
        let mut rng = seed.child(Stream::Deal(self.deals.len() as u32)).rng();
        let deal = G::shuffle(&self.state, &mut rng);
        self.apply(&deal)
    }

    /// Kept as the game writes it, whatever order a given deal came in, so that equal matches give
    /// equal bytes.
    fn apply(&mut self, deal: &DealOf<G>) -> Result<(), BadDeal> {
        let written = serde_json::to_value(deal).map_err(|error| BadDeal(error.to_string()))?;
        self.state.deal(deal)?;
        self.deals.push(written);
        Ok(())
    }

    /// Whether the seat to move may play `mv`.
    ///
    /// # Errors
    /// The broken rule.
    pub fn check(&self, mv: MoveOf<G>) -> Result<(), IllegalMove> {
        // Telling yes from no can be much cheaper than telling why.
        if self.state.is_legal(mv) {
            return Ok(());
        }
        self.state.explain(mv).and_then(|()| Err(IllegalMove(format!("{mv} is not legal"))))
    }

    /// The game's own penalty for `refused`, a move the seat to move may not play.
    pub fn penalty(&self, refused: MoveOf<G>) -> Option<MoveOf<G>> {
        self.state.penalty(refused)
    }

    /// The move that `text` stands for, if the seat to move may play it or it is a penalty that the
    /// seat may have earned. Every move that comes from a record or a position file is checked here.
    ///
    /// # Errors
    /// Why it cannot be made.
    pub fn read_move(&self, text: &str) -> Result<MoveOf<G>, MoveRefused> {
        match self.next() {
            Next::Over => return Err(MoveRefused::AfterEnd(text.to_string())),
            Next::Deal => return Err(MoveRefused::NoDeal(text.to_string())),
            Next::Move(_) => {}
        }
        let mv: MoveOf<G> = text.parse()?;
        if self.state.is_penalty(mv) {
            return Ok(mv);
        }
        self.check(mv).map_err(|why| MoveRefused::Illegal { text: mv.to_string(), why })?;
        Ok(mv)
    }

    /// Plays a checked move; the seat that made it.
    ///
    /// # Panics
    /// If no seat is to move.
    pub fn play(&mut self, mv: MoveOf<G>) -> Seat {
        let Next::Move(seat) = self.next() else { panic!("no seat is to move") };
        debug_assert!(self.state.is_legal(mv) || self.state.is_penalty(mv), "{mv} was not checked");
        self.state.play_unchecked(mv);
        self.moves.push((seat, mv));
        seat
    }
}

impl<G: Game> Clone for Table<G> {
    fn clone(&self) -> Table<G> {
        Table { state: self.state.clone(), deals: self.deals.clone(), moves: self.moves.clone() }
    }
}

/// Appends words under a title, in lines of 80 columns.
fn wrap(drawing: &mut Drawing, title: &str, words: &[String]) {
    let mut column = title.len() + 1;
    drawing.line().put(Tone::Dim, format!("{title} "));
    for word in words {
        if column + 1 + word.len() > 80 {
            column = title.len() + 1;
            drawing.line().put(Tone::Dim, " ".repeat(column));
        }
        column += 1 + word.len();
        drawing.put(Tone::Dim, " ").put_place(Tone::Dim, word);
    }
}
