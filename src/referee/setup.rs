//! The setup of a match, and the reasons why it cannot be played.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{AnyTable, Lost, Onlooker, RecordFault, Step, words};
use crate::core::{
    By, Game, Limits, Next, OptionsError, Player, Ply, Record, SeatFault, Seed, TimeControl,
    options_from_json,
};

/// Everything a match is made of. `P` is a player: one for each seat where the referee is asked, and
/// for each seat or side above it.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct MatchSetup<P> {
    /// House rules; an absent one has its default, `seats` the number of players.
    pub options: Map<String, Value>,
    /// The players, in the order of the seats or sides.
    pub players: Vec<P>,
    /// The source of chance: deals, the bots' own seeds, the referee's substitutes. Without one every
    /// deal must be given, and bots and substitutes draw from seed 0.
    pub seed: Option<Seed>,
    /// The budget of a bot, and the cost of a fault.
    pub limits: Limits,
    /// Script methods that are switched off. The referee only notes them; the bots already obey.
    pub without: Vec<String>,
    /// The clock of programs from outside, if one plays. The referee only notes it; they keep it.
    pub time: Option<TimeControl>,
    /// True if bots get seat labels in place of the names of `players`.
    pub hide_names: bool,
    /// Deals to use before any is drawn from the seed. More than the match needs does no harm.
    pub deals: Vec<Value>,
    /// Moves already made, in notation: the match goes on from there.
    pub moves: Vec<String>,
    /// Faults that took a bot's process with them when this match was played before. The calls they
    /// belong to are not made again.
    pub known: Vec<SeatFault>,
}

impl<P> MatchSetup<P> {
    /// A match from its beginning, with the default options and limits and no seed.
    pub fn new(players: Vec<P>) -> MatchSetup<P> {
        MatchSetup::<()>::default().with_players(players)
    }

    /// The same match of other players.
    #[must_use]
    pub fn with_players<Q>(&self, players: Vec<Q>) -> MatchSetup<Q> {
        MatchSetup {
            options: self.options.clone(),
            players,
            seed: self.seed,
            limits: self.limits.clone(),
            without: self.without.clone(),
            time: self.time,
            hide_names: self.hide_names,
            deals: self.deals.clone(),
            moves: self.moves.clone(),
            known: self.known.clone(),
        }
    }
}

impl MatchSetup<Player> {
    /// The options, as the game reads them.
    ///
    /// # Errors
    /// If they are none of the game's or do not go together.
    pub(super) fn options_of<G: Game>(&self) -> Result<G::Options, OptionsError> {
        options_from_json::<G>(&G::INFO.with_seats(&self.options, self.players.len()))
    }

    /// Makes the deal that is due on `table`: the given one, or one drawn from the seed.
    ///
    /// # Errors
    /// If the given one cannot be it, or there is nothing to draw it from.
    pub(super) fn deal<T: AnyTable + ?Sized>(&self, table: &mut T) -> Result<(), PlayError> {
        let (ply, number) = (table.ply(), table.deals().len());
        let deal = number as u32;
        match (self.deals.get(number), &self.seed) {
            (Some(given), _) => table.deal_given(given),
            (None, Some(seed)) => table.deal_from(seed),
            (None, None) => return Err(PlayError::NoSeed { ply, deal }),
        }
        .map_err(|why| RecordFault::new(ply, words::in_deal(deal, why)).into())
    }

    /// The record of a match that was left after `moves`, without plies and without an end. `table` is
    /// a new one. The deal that is due after the last move is made if there is anything to draw it
    /// from.
    ///
    /// # Errors
    /// If a deal or a move cannot be made.
    pub fn left_after(
        &self,
        mut table: Box<dyn AnyTable>,
        moves: &[String],
    ) -> Result<Record, PlayError> {
        struct Made(Vec<String>);
        impl Onlooker for Made {
            fn moved(&mut self, step: &Step<'_>) {
                self.0.push(step.mv.to_string());
            }
        }
        let mut made = Made(Vec::new());
        let moves = moves.iter().map(|mv| (mv.clone(), Ply::unasked(By::Given)));
        self.play_moves(&mut *table, moves, &mut made)?;
        let deals = table.deals().to_vec();
        let given_deals = self.deals.len().min(deals.len()) as u32;
        Ok(Record { deals, given_deals, moves: made.0, ..self.blank_record(&*table) })
    }

    /// Makes moves at a new table, with the deals that fall due before, between and after them if there
    /// is anything to draw them from. Shows the table, the deals and the moves to `onlooker`, which may
    /// stop it.
    ///
    /// # Errors
    /// If a deal or a move cannot be made.
    pub fn play_moves(
        &self,
        table: &mut dyn AnyTable,
        moves: impl IntoIterator<Item = (String, Ply)>,
        onlooker: &mut dyn Onlooker,
    ) -> Result<(), PlayError> {
        let mut moves = moves.into_iter();
        onlooker.begins(&*table);
        while !onlooker.stop() {
            if table.next() == Next::Deal {
                match self.deal(&mut *table) {
                    Err(PlayError::NoSeed { .. }) if moves.next().is_none() => break,
                    dealt => dealt?,
                }
                onlooker.dealt(&*table);
                continue;
            }
            let Some((text, how)) = moves.next() else { break };
            let (ply, seat) = (table.ply(), table.to_move());
            let mv = table.play_text(&text).map_err(|why| RecordFault::new(ply, why))?;
            if let Some(seat) = seat {
                onlooker.moved(&Step { ply: ply + 1, seat, mv: &mv, how: &how, table: &*table });
            }
        }
        Ok(())
    }

    /// The record of this match before anything has happened. It says how many deals are given,
    /// though not all of them may fall due.
    pub(super) fn blank_record<T: AnyTable + ?Sized>(&self, table: &T) -> Record {
        Record {
            rules: Some(table.info().rules),
            options: table.options_json(),
            seed: self.seed,
            players: self.players.clone(),
            limits: Some(self.limits.clone()),
            without: self.without.clone(),
            time: self.time,
            hide_names: self.hide_names,
            given_deals: self.deals.len() as u32,
            ..Record::new(table.info().id)
        }
    }
}

/// Reasons why a match cannot be played. Never a bot's doing: a bot's fault is part of the record.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// The house rules do not go together.
    #[error(transparent)]
    Options(#[from] OptionsError),
    /// Not one player and one bot for each seat.
    #[error("{seats} seats need as many players and bots, not {players} players and {bots} bots")]
    Seats {
        /// Seats at the table.
        seats: u8,
        /// Players named.
        players: usize,
        /// Bots brought.
        bots: usize,
    },
    /// The platform cannot make a call of a bot.
    #[error(transparent)]
    Lost(#[from] Lost),
    /// A given deal or move cannot be made.
    #[error(transparent)]
    Given(#[from] RecordFault),
    /// A deal is due, none is given and there is no seed to draw it from.
    #[error("ply {ply}: deal {deal} is due; give it, or a seed to draw it from")]
    NoSeed {
        /// The ply at which it fell due.
        ply: u32,
        /// Its number.
        deal: u32,
    },
}
