//! The setup of a match, and the reasons why it cannot be played.

use serde_json::Value;

use super::{AnyTable, Lost, Onlooker, RecordFault, Step, words};
use juez_core::{
    By, Game, Next, OptionsError, Player, Ply, Record, SeatFault, Seed, Terms, options_from_json,
};

/// The setup of a match. `P` is a player: one per seat for the referee, one per seat or side at
/// higher layers.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct MatchSetup<P> {
    /// The terms. The referee only records `without` and the clock: bots and programs obey them.
    pub terms: Terms,
    /// The players, in the order of the seats or sides.
    pub players: Vec<P>,
    /// The source of chance: deals, the bots' seeds, the referee's substitutes. Without a seed
    /// every deal must be given, and bots and substitutes draw from seed 0.
    pub seed: Option<Seed>,
    /// Deals to use before drawing from the seed. Extra deals do no harm.
    pub deals: Vec<Value>,
    /// Moves already made, in notation; the match continues from there.
    pub moves: Vec<String>,
    /// Faults that killed a bot's process in an earlier run of this match. Those calls are not made
    /// again.
    pub known: Vec<SeatFault>,
}

impl<P> MatchSetup<P> {
    /// Creates a match with the default options and limits and without a seed.
    pub fn new(players: Vec<P>) -> MatchSetup<P> {
        MatchSetup::<()>::default().with_players(players)
    }

    /// Returns the same match with other players.
    #[must_use]
    pub fn with_players<Q>(&self, players: Vec<Q>) -> MatchSetup<Q> {
        MatchSetup {
            terms: self.terms.clone(),
            players,
            seed: self.seed,
            deals: self.deals.clone(),
            moves: self.moves.clone(),
            known: self.known.clone(),
        }
    }
}

impl MatchSetup<Player> {
    /// Parses the options of the game.
    ///
    /// # Errors
    /// If the game does not have them or they conflict.
    pub(super) fn options_of<G: Game>(&self) -> Result<G::Options, OptionsError> {
        options_from_json::<G>(&G::INFO.with_seats(&self.terms.options, self.players.len()))
    }

    /// Makes the due deal on `table`: the given one, or one drawn from the seed.
    ///
    /// # Errors
    /// If the given deal is impossible, or there is neither a deal nor a seed.
    pub(super) fn deal<T: AnyTable + ?Sized>(&self, table: &mut T) -> Result<(), PlayError> {
        let (ply, number) = (table.ply(), table.deal_count() as usize);
        let deal = number as u32;
        match (self.deals.get(number), &self.seed) {
            (Some(given), _) => table.deal_given(given),
            (None, Some(seed)) => table.deal_from(seed),
            (None, None) => return Err(PlayError::NoSeed { ply, deal }),
        }
        .map_err(|why| RecordFault::new(ply, words::in_deal(deal, why)).into())
    }

    /// Returns the record of a match that was left after `moves`, without plies and without an end.
    /// `table` must be new. The deal due after the last move is made if a given deal or a seed
    /// provides it.
    ///
    /// # Errors
    /// If a deal or a move is impossible.
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
        let deals = table.deals();
        let given_deals = self.deals.len().min(deals.len()) as u32;
        Ok(Record { deals, given_deals, moves: made.0, ..self.blank_record(&*table) })
    }

    /// Makes moves at a new table, with the deals due before, between and after them if given deals
    /// or a seed provide them. Shows the table, the deals and the moves to `onlooker`, which can
    /// stop it.
    ///
    /// # Errors
    /// If a deal or a move is impossible.
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

    /// Returns the record of this match before anything has happened. It has the number of given
    /// deals, though not all of them may become due.
    pub(super) fn blank_record<T: AnyTable + ?Sized>(&self, table: &T) -> Record {
        let Terms { options: _, limits, without, clock, hide_names } = self.terms.clone();
        Record {
            rules: Some(table.info().rules),
            options: table.options_json(),
            seed: self.seed,
            players: self.players.clone(),
            limits: Some(limits),
            without,
            time: clock,
            hide_names,
            given_deals: self.deals.len() as u32,
            ..Record::new(table.info().id)
        }
    }
}

/// Reasons why a match cannot be played, never the fault of a bot: those are part of the record.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum PlayError {
    /// The house rules conflict.
    #[error(transparent)]
    Options(#[from] OptionsError),
    #[error("{seats} seats need as many players and bots, not {players} players and {bots} bots")]
    Seats { seats: u8, players: usize, bots: usize },
    /// The platform cannot make a call of a bot.
    #[error(transparent)]
    Lost(#[from] Lost),
    /// A given deal or move is impossible.
    #[error(transparent)]
    Given(#[from] RecordFault),
    #[error("ply {ply}: deal {deal} is due; give it, or a seed to draw it from")]
    NoSeed {
        /// The ply at which it was due.
        ply: u32,
        deal: u32,
    },
}
