//! The ladder of one game: its rules, its matches, its next match.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::class::policy::spec_of;
use crate::error::{Refusal, Result};
use juez_class::{Class, LadderBot};
use juez_core::{Seed, Terms};
use juez_lobby::{LadderRules, LadderStore, Lobby};
use juez_match::registry::{AnyGame, MatchSetup, Mind, PlayerSpec, game, level_player};
use juez_tournament::{
    Contender, LadderGame, LadderHistory, LadderMatch, LadderNext, LadderPlayer, LadderRanking,
    OPENING_PLIES, Openings, Partners, PlannedMatch, Shape, has_chance, judging_matches, opening,
    opening_seed, pairing_seed,
};
use serde_json::Map;

/// Built-in bots of the ladder, apart from levels of the master.
const MILESTONES: [&str; 2] = ["random", "greedy"];
/// The highest level of the master on the ladder: a match of a higher one takes long.
const HIGHEST_LEVEL: usize = 5;
/// Most players that are rated together: all that take part, and the newest earlier versions.
const MOST_RATED: usize = 160;
const HOUR: Duration = Duration::from_secs(60 * 60);

/// The ladder of a game.
pub(super) struct GameLadder {
    pub game: &'static dyn AnyGame,
    pub rules: LadderRules,
    terms: Terms,
    pub history: Arc<LadderHistory>,
    /// All players that ever took part, by number.
    pub players: BTreeMap<u32, LadderPlayer>,
    numbers: BTreeMap<LadderPlayer, u32>,
    /// The players that take part.
    pub contenders: Vec<Contender>,
    milestones: Vec<u32>,
    /// Ratings for pairing, with the number of matches that they are of.
    elo: Option<(usize, BTreeMap<u32, f64>)>,
    /// True for judged openings of the day that split by the seat.
    pub openings: BTreeMap<u32, bool>,
    pub day: i32,
    pub seed: Seed,
    /// Versions that do not load.
    pub broken: BTreeSet<u32>,
    /// The newest ratings for pages.
    pub ranking: Option<Arc<LadderRanking>>,
    /// Ends of the matches of the last hour.
    ends: VecDeque<Instant>,
}

impl GameLadder {
    /// Reads the ladder of a game.
    ///
    /// # Errors
    /// If it cannot be read, or the game cannot be played.
    pub fn open(id: &str, lobby: &Lobby, day: i32) -> Result<GameLadder> {
        let game = game(id).map_err(wrong)?;
        let options = game.options(&game.with_level_rules(Map::new())).map_err(wrong)?;
        let has_deals = has_chance(game, &options).map_err(wrong)?;
        let shape = Shape::of(game, &options, Partners::Same, &Openings::None).map_err(wrong)?;
        let terms =
            Terms { options, limits: lobby.limits().clone(), hide_names: true, ..Terms::default() };
        let store = lobby.ladder();
        let rules = LadderRules { game: id.to_string(), hash: hash(game, &terms, lobby)? };
        let ladder = LadderGame { id: id.to_string(), shape, has_deals };
        let mut history = LadderHistory::new(ladder);
        store.each(&rules, &mut |rated| history.add(&rated.played)).map_err(wrong)?;
        let mut own = GameLadder {
            game,
            rules,
            terms,
            history: Arc::new(history),
            players: BTreeMap::new(),
            numbers: BTreeMap::new(),
            contenders: Vec::new(),
            milestones: Vec::new(),
            elo: None,
            openings: BTreeMap::new(),
            day,
            seed: Seed::default(),
            broken: BTreeSet::new(),
            ranking: None,
            ends: VecDeque::new(),
        };
        own.read_players(&store)?;
        own.begin_day(day, &store)?;
        for name in milestones(game, lobby) {
            let number = own.number(&LadderPlayer::BuiltIn(name), &store)?;
            own.milestones.push(number);
        }
        Ok(own)
    }

    /// Reads the players again: a bot may have been deleted.
    pub fn read_players(&mut self, store: &LadderStore) -> Result<()> {
        let players = store.players(&self.rules.game).map_err(wrong)?;
        self.numbers = players.iter().map(|(number, player)| (player.clone(), *number)).collect();
        self.players = players.into_iter().collect();
        Ok(())
    }

    fn number(&mut self, player: &LadderPlayer, store: &LadderStore) -> Result<u32> {
        if let Some(number) = self.numbers.get(player) {
            return Ok(*number);
        }
        let number = store.player(&self.rules.game, player).map_err(wrong)?;
        self.numbers.insert(player.clone(), number);
        self.players.insert(number, player.clone());
        Ok(number)
    }

    /// Begins a day, unless it has begun: its seed, its openings.
    pub fn begin_day(&mut self, day: i32, store: &LadderStore) -> Result<()> {
        if day == self.day && self.seed != Seed::default() {
            return Ok(());
        }
        let fresh = Seed::fresh().map_err(wrong)?;
        self.seed = store.seed(day, fresh).map_err(wrong)?;
        self.openings = store.openings(&self.rules, day).map_err(wrong)?.into_iter().collect();
        self.day = day;
        Arc::make_mut(&mut self.history).forget_open_before(day);
        Ok(())
    }

    /// Sets the versions that take part.
    pub fn enter(&mut self, bots: &[LadderBot], store: &LadderStore) -> Result<()> {
        let mut contenders: Vec<Contender> =
            self.milestones.iter().map(|&player| Contender { player, team: None }).collect();
        let id = self.rules.game.clone();
        let own = bots.iter().filter(|bot| bot.game == id);
        for LadderBot { bot, team, version, .. } in own {
            let player = LadderPlayer::Version { bot: *bot, version: *version };
            let player = self.number(&player, store)?;
            contenders.push(Contender { player, team: Some(*team) });
        }
        if contenders != self.contenders {
            let history = Arc::make_mut(&mut self.history);
            // Earlier versions count for the share of their team.
            let teams: BTreeMap<i64, i64> = bots.iter().map(|bot| (bot.bot, bot.team)).collect();
            for (number, player) in &self.players {
                let team = player.bot().and_then(|bot| teams.get(&bot));
                team.into_iter().for_each(|team| history.note_team(*number, *team));
            }
            self.contenders = contenders;
        }
        Ok(())
    }

    /// Returns the next step.
    pub fn next(&mut self) -> LadderNext {
        let until = self.history.rated_until();
        if self.elo.as_ref().is_none_or(|(known, _)| *known != until) {
            self.elo = Some((until, self.history.elo(&self.rated(), until)));
        }
        let Some((_, elo)) = &self.elo else { return LadderNext::Rest };
        let able = |one: &&Contender| !self.broken.contains(&one.player);
        let contenders: Vec<Contender> = self.contenders.iter().filter(able).cloned().collect();
        let is_fair = |nth: u32| self.openings.get(&nth).map(|splits| !splits);
        self.history.next(&contenders, self.day, elo, &is_fair)
    }

    /// Returns the players to rate: all that take part, and the newest earlier versions.
    pub fn rated(&self) -> Vec<u32> {
        let mut rated: Vec<u32> = self.contenders.iter().map(|one| one.player).collect();
        let former = self
            .players
            .keys()
            .rev()
            .filter(|player| self.history.blocks_of(**player) > 0 && !rated.contains(player));
        let former: Vec<u32> =
            former.take(MOST_RATED.saturating_sub(rated.len())).copied().collect();
        rated.extend(former);
        rated
    }

    /// Returns the players of a planned match as the bots see them.
    pub fn names(&self, planned: &PlannedMatch) -> Vec<String> {
        let name = |player: &u32| self.players.get(player).map(ToString::to_string);
        planned.order.iter().filter_map(name).collect()
    }

    /// Returns the setup of a match.
    ///
    /// # Errors
    /// If a version is gone.
    pub fn setup(
        &self,
        planned: &PlannedMatch,
        class: &Class,
        lobby: &Lobby,
    ) -> Result<MatchSetup> {
        let spec = |number: &u32| -> Result<PlayerSpec> {
            let player = self.players.get(number).ok_or_else(|| wrong("an unknown player"))?;
            let name = player.to_string();
            let mind = match player {
                LadderPlayer::Version { bot, version } => {
                    let (language, files) = class.ladder_source(*bot, *version)?;
                    Mind::Script(spec_of(&name, &language, files)?)
                }
                LadderPlayer::BuiltIn(built_in) => lobby.built_in(built_in, self.game)?.mind,
                LadderPlayer::Removed => return Err(wrong("a deleted bot")),
            };
            Ok(PlayerSpec { name, mind })
        };
        let players = planned.order.iter().map(spec).collect::<Result<Vec<_>>>()?;
        let (id, nth) = (&self.rules.game, planned.block.nth);
        let names = self.names(planned);
        let moves = if self.history.game().has_deals { Vec::new() } else { self.opening(nth)? };
        Ok(MatchSetup {
            terms: self.terms.clone(),
            seed: Some(pairing_seed(self.seed, id, &names, nth)),
            moves,
            ..MatchSetup::new(players)
        })
    }

    fn opening(&self, nth: u32) -> Result<Vec<String>> {
        let (options, seed) = (&self.terms.options, opening_seed(self.seed, &self.rules.game, nth));
        let openings = Openings::Random { plies: OPENING_PLIES };
        Ok(opening(self.game, options, &openings, nth, seed).map_err(wrong)?.moves)
    }

    /// Returns the matches that judge an opening; none if the game lacks the judges.
    pub fn judging(&self, nth: u32, lobby: &Lobby) -> Result<Vec<MatchSetup>> {
        let moves = self.opening(nth)?;
        let spec = |name: &str| lobby.built_in(name, self.game).ok();
        let setup = |names: [&str; 2]| {
            let players = names.into_iter().map(spec).collect::<Option<Vec<_>>>()?;
            Some(MatchSetup {
                terms: self.terms.clone(),
                seed: Some(opening_seed(self.seed, &self.rules.game, nth)),
                moves: moves.clone(),
                ..MatchSetup::new(players)
            })
        };
        Ok(judging_matches().into_iter().filter_map(setup).collect())
    }

    /// Adds a stored match.
    pub fn add(&mut self, played: &LadderMatch) {
        Arc::make_mut(&mut self.history).add(played);
        self.ends.push_back(Instant::now());
    }

    /// Reads all matches again, after the oldest were dropped.
    pub fn read_again(&mut self, store: &LadderStore) -> Result<()> {
        let mut history = LadderHistory::new(self.history.game().clone());
        store.each(&self.rules, &mut |rated| history.add(&rated.played)).map_err(wrong)?;
        history.forget_open_before(self.day);
        (self.history, self.elo) = (Arc::new(history), None);
        // The next `enter` notes the teams.
        self.contenders.clear();
        Ok(())
    }

    /// Returns the number of matches of the last hour.
    pub fn an_hour(&mut self) -> usize {
        while self.ends.front().is_some_and(|end| end.elapsed() > HOUR) {
            self.ends.pop_front();
        }
        self.ends.len()
    }
}

/// Returns the built-in bots on the ladder of a game.
fn milestones(game: &'static dyn AnyGame, lobby: &Lobby) -> Vec<String> {
    let levels = game.master_levels().len().min(HIGHEST_LEVEL);
    let names = MILESTONES.into_iter().map(str::to_string).chain((1..=levels).map(level_player));
    names.filter(|name| lobby.built_in(name, game).is_ok()).collect()
}

/// Returns the hash of everything that all matches of a ladder share.
fn hash(game: &'static dyn AnyGame, terms: &Terms, lobby: &Lobby) -> Result<i64> {
    let weights = lobby.built_in(&level_player(1), game).ok().map(|spec| spec.player());
    let shared = (game.info().rules, terms, weights);
    let text = serde_json::to_vec(&shared).map_err(wrong)?;
    let hash = blake3::derive_key("juez/1 rules of a ladder", &text);
    let (head, _) = hash.split_first_chunk().ok_or_else(|| wrong("a hash has 32 bytes"))?;
    Ok(i64::from_be_bytes(*head))
}

pub(super) fn wrong(error: impl ToString) -> Refusal {
    Refusal::broken(error.to_string())
}
