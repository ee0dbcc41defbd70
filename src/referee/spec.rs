//! What a match needs before it can begin, and the ways in which that can be wrong.

use serde_json::{Map, Value};

use super::{Lost, MoveRefused, Table};
use crate::core::{BadDeal, Game, Limits, Next, OptionsError, Player, Record, SeatFault, Seed};

/// Everything a match is made of but the bots themselves.
pub struct MatchSpec<G: Game> {
    /// The house rules.
    pub options: G::Options,
    /// Where chance comes from: deals, the bots' own seeds, the referee's substitutes.
    ///
    /// Without one every deal must be given, and bots and substitutes draw from seed 0.
    pub seed: Option<Seed>,
    /// Who sits where, in seat order.
    pub players: Vec<Player>,
    /// What a bot may spend, and what a fault costs.
    pub limits: Limits,
    /// Script methods that are switched off; only noted here, the bots already obey it.
    pub without: Vec<String>,
    /// True if bots are told seat labels in place of the names of `players`.
    pub hide_names: bool,
    /// Deals to use before any is drawn from the seed. More than the match needs does no harm.
    pub deals: Vec<Value>,
    /// Moves already made, in notation: the match goes on from there.
    pub moves: Vec<String>,
    /// Faults that happened when this match was played before and took the bot's process with them.
    /// The calls they belong to are not made again.
    pub known: Vec<SeatFault>,
}

impl<G: Game> MatchSpec<G> {
    /// A match from the beginning, with the default limits and no seed.
    pub fn new(options: G::Options, players: Vec<Player>) -> MatchSpec<G> {
        MatchSpec {
            options,
            seed: None,
            players,
            limits: Limits::default(),
            without: Vec::new(),
            hide_names: false,
            deals: Vec::new(),
            moves: Vec::new(),
            known: Vec::new(),
        }
    }

    /// Makes the deal that is due on `table`: the given one, or one drawn from the seed.
    ///
    /// # Errors
    /// If the given one cannot be it, or there is nothing to draw it from.
    pub(super) fn deal(&self, table: &mut Table<G>) -> Result<(), PlayError> {
        let (ply, number) = (table.ply(), table.deals().len());
        let deal = number as u32;
        match (self.deals.get(number), &self.seed) {
            (Some(given), _) => table.deal_given(given),
            (None, Some(seed)) => table.deal_from(seed),
            (None, None) => return Err(PlayError::NoSeed { ply, deal }),
        }
        .map_err(|source| PlayError::Deal { ply, deal, source })
    }

    /// The record of a match that was left after `moves`, without plies and without an end. The
    /// deal that is due after the last move is made if there is anything to draw it from.
    ///
    /// # Errors
    /// If a deal or a move cannot be made.
    pub fn left_after(&self, moves: &[String]) -> Result<Record, PlayError> {
        let mut table = Table::<G>::new(&self.options)?;
        let mut left = moves.iter();
        loop {
            if table.next() == Next::Deal {
                match self.deal(&mut table) {
                    Err(PlayError::NoSeed { .. }) if left.len() == 0 => break,
                    dealt => dealt?,
                }
                continue;
            }
            let Some(text) = left.next() else { break };
            let ply = table.ply();
            let mv = table.read_move(text).map_err(|source| PlayError::Given { ply, source })?;
            table.play(mv);
        }
        let moves = table.moves().iter().map(|(_, mv)| mv.to_string()).collect();
        let deals = table.deals().to_vec();
        let given_deals = self.deals.len().min(deals.len()) as u32;
        Ok(Record { deals, given_deals, moves, ..self.blank_record() })
    }

    /// The record of this match before anything has happened. It says how many deals are given,
    /// though not all of them may fall due.
    pub fn blank_record(&self) -> Record {
        let options = G::resolve(self.options.clone());
        Record {
            rules: Some(G::INFO.rules),
            options: match serde_json::to_value(&options) {
                Ok(Value::Object(map)) => map,
                // A game without options serializes them as nothing.
                _ => Map::new(),
            },
            seed: self.seed,
            players: self.players.clone(),
            limits: Some(self.limits.clone()),
            without: self.without.clone(),
            hide_names: self.hide_names,
            given_deals: self.deals.len() as u32,
            ..Record::new(G::INFO.id)
        }
    }
}

impl<G: Game> Clone for MatchSpec<G> {
    fn clone(&self) -> MatchSpec<G> {
        MatchSpec {
            options: self.options.clone(),
            seed: self.seed,
            players: self.players.clone(),
            limits: self.limits.clone(),
            without: self.without.clone(),
            hide_names: self.hide_names,
            deals: self.deals.clone(),
            moves: self.moves.clone(),
            known: self.known.clone(),
        }
    }
}

/// Why a match could not be played. Never a bot's doing: a bot's fault is part of the record.
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
    /// A given deal cannot be the one that is due.
    #[error("ply {ply}: deal {deal}: {source}")]
    Deal {
        /// Where it fell due.
        ply: u32,
        /// Its number.
        deal: u32,
        /// The reason.
        source: BadDeal,
    },
    /// A deal is due, none is given and there is no seed to draw it from.
    #[error("ply {ply}: deal {deal} is due; give it, or a seed to draw it from")]
    NoSeed {
        /// Where it fell due.
        ply: u32,
        /// Its number.
        deal: u32,
    },
    /// A given move cannot be made.
    #[error("ply {ply}: {source}")]
    Given {
        /// Moves made before it.
        ply: u32,
        /// The reason.
        source: MoveRefused,
    },
}
