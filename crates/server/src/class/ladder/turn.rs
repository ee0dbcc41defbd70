//! One turn of the ladder: a match, or the judgement of an opening.

use super::game_ladder::{GameLadder, wrong};
use super::play::{Ended, GiveWay, play, rated};
use super::task::{Shared, Step, Task};
use super::wire::LadderDoing;
use crate::error::Result;
use juez_core::Record;
use juez_lobby::Lobby;
use juez_pool::Isolation;
use juez_tournament::{PlannedMatch, splits_by_seat};

/// Most bytes of the records of all matches; then the oldest records are dropped.
const MOST_BYTES: u64 = 256 << 20;
/// Most stored results; then the oldest are dropped.
const MOST_RESULTS: u32 = 200_000;
/// Matches between two checks of these limits.
const TRIM_EVERY: u32 = 1000;

impl Task {
    /// Plays a match.
    pub fn play(
        &mut self,
        lobby: &Lobby,
        game: &Shared,
        planned: PlannedMatch,
        isolation: &Isolation,
    ) -> Result<Step> {
        let (setup, id, any, doing) = {
            let own = game.lock();
            let names = self.shown_names(&own, &planned)?;
            let players = planned.order.iter().filter_map(|number| own.players.get(number));
            let bots = players.filter_map(|player| player.bot()).collect();
            let setup = own.setup(&planned, &self.ladder.class, lobby)?;
            (setup, own.rules.game.clone(), own.game, LadderDoing::Plays { names, bots })
        };
        self.ladder.show_doing(&id, &doing);
        self.show(lobby, game, doing.clone(), false)?;
        let (ladder, weak) = (self.ladder.clone(), self.lobby.clone());
        // A match whose class cannot be read is stopped, and the error is found again.
        let mut goes_on = || self.look(lobby, game, &planned.order).unwrap_or(false);
        let way = GiveWay::new((&ladder, &weak), any.info().id, &doing, &mut goes_on);
        match play(way, isolation, any, &setup) {
            Ended::Played(record) => self.store(lobby, game, planned, &record)?,
            Ended::Stopped => return Ok(Step::Idle),
            Ended::DoesNotLoad(name) => {
                let mut own = game.lock();
                let number = planned.order.iter().zip(own.names(&planned));
                let broken = number.filter(|(_, other)| *other == name).map(|(number, _)| *number);
                let broken: Vec<u32> = broken.collect();
                own.broken.extend(broken);
            }
            Ended::Failed => return Err(wrong("a match of the ladder cannot be played")),
        }
        Ok(Step::Played)
    }

    fn store(
        &mut self,
        lobby: &Lobby,
        game: &Shared,
        planned: PlannedMatch,
        record: &Record,
    ) -> Result<()> {
        let Some(played) = rated(planned, record) else { return Ok(()) };
        let store = lobby.ladder();
        let rules = game.lock().rules.clone();
        if store.put(&rules, &played, record).map_err(wrong)? {
            game.lock().add(&played);
        } else {
            // A bot was deleted meanwhile, or the match is stored already.
            let mut own = game.lock();
            own.read_players(&store)?;
            own.read_again(&store)?;
        }
        self.played += 1;
        if self.played >= TRIM_EVERY {
            self.played = 0;
            if store.trim(MOST_BYTES, MOST_RESULTS).map_err(wrong)? {
                let games: Vec<Shared> = self.ladder.games.lock().values().cloned().collect();
                games.iter().try_for_each(|game| game.lock().read_again(&store))?;
            }
        }
        Ok(())
    }

    /// Lets built-in bots play an opening, and stores whether one seat wins with any players.
    pub fn judge(
        &mut self,
        lobby: &Lobby,
        game: &Shared,
        nth: u32,
        isolation: &Isolation,
    ) -> Result<Step> {
        let (setups, id, any, rules, day) = {
            let own = game.lock();
            let setups = own.judging(nth, lobby)?;
            (setups, own.rules.game.clone(), own.game, own.rules.clone(), own.day)
        };
        let doing = LadderDoing::Judges;
        self.ladder.show_doing(&id, &doing);
        self.show(lobby, game, doing.clone(), false)?;
        let (ladder, weak) = (self.ladder.clone(), self.lobby.clone());
        let mut ranks: Vec<Vec<u8>> = Vec::new();
        for setup in &setups {
            let mut goes_on = || self.look(lobby, game, &[]).unwrap_or(false);
            let way = GiveWay::new((&ladder, &weak), any.info().id, &doing, &mut goes_on);
            match play(way, isolation, any, setup) {
                Ended::Played(record) => {
                    ranks.extend(record.end.map(|end| end.ranks.as_slice().to_vec()));
                }
                Ended::Stopped => return Ok(Step::Idle),
                Ended::DoesNotLoad(_) | Ended::Failed => {
                    return Err(wrong("an opening cannot be judged"));
                }
            }
            // The others cannot change the judgement.
            if ranks.len() >= 2 && !splits_by_seat(&ranks) {
                break;
            }
        }
        let splits = splits_by_seat(&ranks);
        lobby.ladder().put_opening(&rules, (day, nth), splits).map_err(wrong)?;
        game.lock().openings.insert(nth, splits);
        Ok(Step::Played)
    }

    /// Returns the names of the players of a match as people know them.
    fn shown_names(&self, own: &GameLadder, planned: &PlannedMatch) -> Result<Vec<String>> {
        let name = |(number, name): (&u32, String)| -> Result<String> {
            let bot = own.players.get(number).and_then(|player| player.bot());
            let named = bot.map(|bot| self.ladder.class.ladder_name(bot)).transpose()?.flatten();
            Ok(named.map_or(name, |named| named.name))
        };
        planned.order.iter().zip(own.names(planned)).map(name).collect()
    }
}
