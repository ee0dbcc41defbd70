//! A bot and its current position.

use serde_json::{Map, Value};
use std::rc::Rc;
use std::time::Instant;

use juez_core::{Limits, Next, Player, Record, Seed, Terms};
use juez_match::referee::{Inspection, MatchSetup};
use juez_match::registry::{AnyAnalysis, AnyGame, AnyTable, Mind, PlayerSpec};
use juez_script::{CALL_WORK, WORK_PER_MS};

/// A bot that keeps its memory as long as each position continues the one before.
pub(super) struct Thinker {
    pub game: &'static dyn AnyGame,
    pub player: PlayerSpec,
    seed: Seed,
    /// Options from the command line.
    rules: Map<String, Value>,
    /// Options of the match in progress.
    options: Map<String, Value>,
    /// Options of the current position, which can come from a record.
    played: Map<String, Value>,
    /// Limits of the bot if a command names none.
    pub usual: Limits,
    limits: Limits,
    deals: Vec<Value>,
    moves: Vec<String>,
    /// `None` until it is needed.
    analysis: Option<Box<dyn AnyAnalysis>>,
    /// Moves already played in `analysis`.
    made: usize,
}

impl Thinker {
    pub fn new(
        game: &'static dyn AnyGame,
        player: PlayerSpec,
        seed: Seed,
        usual: Limits,
        rules: Map<String, Value>,
    ) -> anyhow::Result<Thinker> {
        let options = game.options(&rules)?;
        let (limits, deals, moves) = (usual.clone(), Vec::new(), Vec::new());
        let played = options.clone();
        let analysis = None;
        Ok(Thinker {
            game,
            player,
            seed,
            rules,
            options,
            played,
            usual,
            limits,
            deals,
            moves,
            analysis,
            made: 0,
        })
    }

    /// Begins another match with these options.
    ///
    /// # Errors
    /// A message if the options are invalid.
    pub fn new_game(&mut self, options: Map<String, Value>) -> Result<(), String> {
        let mut all = self.rules.clone();
        all.extend(options);
        self.options = self.game.options(&all).map_err(|error| error.to_string())?;
        self.analysis = None;
        self.set_moves(Vec::new())
    }

    /// Returns the moves of the match so far.
    pub fn moves(&self) -> &[String] {
        &self.moves
    }

    /// Sets the position after these moves of the match.
    ///
    /// # Errors
    /// A message if a move is illegal; the position is then the one before it.
    pub fn set_moves(&mut self, moves: Vec<String>) -> Result<(), String> {
        self.set_position(self.options.clone(), Vec::new(), moves)
    }

    fn set_position(
        &mut self,
        options: Map<String, Value>,
        deals: Vec<Value>,
        moves: Vec<String>,
    ) -> Result<(), String> {
        let continues = || {
            options == self.played
                && deals.starts_with(&self.deals)
                && moves.starts_with(&self.moves[..self.made])
        };
        if self.analysis.is_some() && !continues() {
            self.analysis = None;
        }
        (self.played, self.deals, self.moves) = (options, deals, moves);
        self.follow()
    }

    /// Sets the position at the end of a record.
    ///
    /// # Errors
    /// A message if the record is of another game or cannot be replayed.
    pub fn set_record(&mut self, record: Record) -> Result<(), String> {
        let id = self.game.info().id;
        if record.game != id {
            return Err(format!("a record of {}, not of {id}", record.game));
        }
        let options = self.game.info().with_seats(&record.options, record.players.len());
        let options = self.game.options(&options).map_err(|error| error.to_string())?;
        self.set_position(options, record.deals, record.moves)
    }

    /// Returns the current position.
    pub fn table(&mut self) -> Result<&dyn AnyTable, String> {
        self.follow()?;
        Ok(self.analysis.as_ref().expect("it was just made").table())
    }

    /// Asks the bot within limits, which a script has, and until a time, which a search has. Plays
    /// the only legal move without asking.
    ///
    /// # Errors
    /// A message if there is no move to make, or with the bot's fault.
    pub fn think(&mut self, limits: &Limits, until: Option<Instant>) -> Result<Inspection, String> {
        if *limits != self.limits {
            // Limits are fixed when a bot is loaded.
            self.analysis = None;
            self.limits = limits.clone();
        }
        let table = self.table()?;
        if table.next() == Next::Deal {
            return Err("a deal comes next: position record gives it".to_string());
        }
        let legal = table.legal();
        if let [only] = &legal[..] {
            return Ok(Inspection { answer: Some(only.clone()), ..Inspection::default() });
        }
        let analysis = self.analysis.as_mut().expect("it was just made");
        if let Some(until) = until {
            analysis.stop_when(Rc::new(move || Instant::now() >= until));
        }
        let inspection = analysis.ask().map_err(|error| error.to_string())?;
        match &inspection.fault {
            Some(fault) => Err(fault.to_string()),
            None => Ok(inspection),
        }
    }

    /// Returns limits of `ms` milliseconds per move.
    pub fn for_move(&self, ms: u32) -> Limits {
        let ms = ms.max(1);
        // The length of the match is unknown here.
        Limits { move_ms: ms, match_ms: ms.saturating_mul(10_000), ..self.usual.clone() }
    }

    /// Returns limits that allow a script about `nodes` moves in worlds. Built-in bots have no
    /// limits.
    pub fn for_nodes(&self, nodes: u64) -> Limits {
        let work = CALL_WORK + u64::from(self.game.info().costs.play);
        let ms = nodes.saturating_mul(work).div_ceil(WORK_PER_MS);
        self.for_move(ms.min(u32::MAX.into()) as u32)
    }

    /// Returns limits of `fuel` per move.
    ///
    /// # Errors
    /// A message if the bot has no fuel.
    pub fn for_fuel(&self, fuel: u64) -> Result<Limits, String> {
        match &self.player.mind {
            Mind::Script(spec) => {
                let ms = fuel.div_ceil(spec.language.fuel_per_ms).min(u32::MAX.into());
                Ok(self.for_move(ms as u32))
            }
            _ => Err(format!("{} has no fuel: go movetime MS", self.player.name)),
        }
    }

    /// Brings `analysis` to the current position.
    fn follow(&mut self) -> Result<(), String> {
        if self.analysis.is_none() {
            let names = (0..self.game.table(&self.played).map_or(0, |table| table.seats()))
                .map(|_| self.player.player())
                .collect::<Vec<Player>>();
            let (options, limits) = (self.played.clone(), self.limits.clone());
            let terms = Terms { options, limits, ..Terms::default() };
            let setup = MatchSetup { terms, seed: Some(self.seed), ..MatchSetup::new(names) };
            let analysis = self.game.analysis(&setup, &self.player);
            self.analysis = Some(analysis.map_err(|error| error.to_string())?);
            self.made = 0;
        }
        let table = self.analysis.as_mut().expect("it was just made").table_mut();
        loop {
            if table.next() == Next::Deal {
                let Some(deal) = self.deals.get(table.deal_count() as usize) else { return Ok(()) };
                table.deal_given(deal).map_err(|error| error.to_string())?;
                continue;
            }
            let Some(mv) = self.moves.get(self.made) else { return Ok(()) };
            if let Err(why) = table.play_text(mv) {
                self.moves.truncate(self.made);
                return Err(why.to_string());
            }
            self.made += 1;
        }
    }
}
