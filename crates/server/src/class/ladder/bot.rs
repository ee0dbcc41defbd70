//! The page of a bot on the ladder.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::board::score;
use super::game_ladder::{GameLadder, wrong};
use super::state::Ladder;
use super::wire::{LadderBotPage, LadderMeeting, LadderPast, LadderSeat, LadderVersion};
use crate::error::{Refusal, Result};
use juez_class::{BotId, Class, LadderName, Person};
use juez_lobby::{LadderRules, Lobby, REMOVED, RatedMatch};
use juez_tournament::{LadderHistory, LadderPlayer, LadderRanking, LadderStanding};

const MOST_MATCHES: usize = 60;
/// Most matches among which the best and the worst are looked for.
const MOST_SEARCHED: usize = 400;
/// Likelihood of superiority with which a version beats a milestone.
const SURE: f64 = 0.95;

/// A ladder as it was when a page was asked for.
struct Snapshot<'c> {
    class: &'c Class,
    rules: LadderRules,
    history: Arc<LadderHistory>,
    ranking: Option<Arc<LadderRanking>>,
    players: BTreeMap<u32, LadderPlayer>,
    /// The versions of the bot that have played or take part, by number of the version.
    own: BTreeMap<u32, u32>,
}

/// Returns the page of a bot for a person.
///
/// # Errors
/// If the bot is not on the ladder and has never been, and is not the person's.
pub(super) fn page(
    ladder: &Ladder,
    lobby: &Lobby,
    by: &Person,
    id: BotId,
) -> Result<LadderBotPage> {
    let class = &ladder.class;
    let missing = || Refusal::missing(crate::words::not_on_the_ladder());
    let named = class.ladder_name(id)?.ok_or_else(missing)?;
    let is_own = by.is_teacher() || named.team == by.team;
    let plays = class.ladder_bots()?.into_iter().find(|bot| bot.bot == id);
    let snapshot = ladder.ladder_of(&named.game).map(|game| Snapshot::of(&game.lock(), class, id));
    let has_played = snapshot.as_ref().is_some_and(|snapshot| !snapshot.own.is_empty());
    if !is_own && plays.is_none() && !has_played {
        return Err(missing());
    }
    let LadderName { name, authors, game, pick, .. } = named;
    let mut page = LadderBotPage {
        bot: id,
        game,
        name,
        authors,
        version: plays.map(|bot| bot.version),
        pick: is_own.then_some(pick),
        above: None,
        versions: Vec::new(),
        meetings: Vec::new(),
        matches: Vec::new(),
        best: None,
        worst: None,
    };
    if let Some(snapshot) = snapshot {
        snapshot.fill(&mut page, lobby, is_own)?;
    }
    Ok(page)
}

impl Snapshot<'_> {
    fn of<'c>(ladder: &GameLadder, class: &'c Class, id: BotId) -> Snapshot<'c> {
        let own = ladder.players.iter().filter_map(|(number, player)| match player {
            LadderPlayer::Version { bot, version } if *bot == id => {
                (ladder.history.blocks_of(*number) > 0).then_some((*version, *number))
            }
            _ => None,
        });
        Snapshot {
            class,
            rules: ladder.rules.clone(),
            history: ladder.history.clone(),
            ranking: ladder.ranking.clone(),
            own: own.collect(),
            players: ladder.players.clone(),
        }
    }

    fn fill(&self, page: &mut LadderBotPage, lobby: &Lobby, is_own: bool) -> Result<()> {
        let versions = self.own.iter().rev();
        page.versions =
            versions.map(|(version, number)| self.version(*version, *number, is_own)).collect();
        page.meetings = self.meetings()?;
        let numbers: Vec<u32> = self.own.values().copied().collect();
        let store = lobby.ladder();
        let past = |players: &[u32], most| -> Result<Vec<(LadderPast, f64)>> {
            let found = store.matches_of(&self.rules, players, most).map_err(wrong)?;
            let past = found.iter().map(|rated| self.past(rated));
            Ok(past.collect::<Result<Vec<_>>>()?.into_iter().flatten().collect())
        };
        page.matches = past(&numbers, MOST_MATCHES)?.into_iter().map(|(past, _)| past).collect();
        let newest = page.version.and_then(|version| self.own.get(&version));
        let Some(newest) = newest.or_else(|| self.own.values().next_back()) else { return Ok(()) };
        page.above = if is_own { self.beaten(*newest) } else { None };
        let mut shown = past(&[*newest], MOST_SEARCHED)?;
        shown.retain(|(past, _)| past.id.is_some());
        shown.sort_by(|a, b| a.1.total_cmp(&b.1));
        let won = shown.iter().rev().find(|(past, _)| past.score > 0.5);
        let lost = shown.iter().find(|(past, _)| past.score < 0.5);
        page.best = won.map(|(past, _)| past.clone());
        page.worst = lost.map(|(past, _)| past.clone());
        Ok(())
    }

    fn version(&self, version: u32, number: u32, is_own: bool) -> LadderVersion {
        let unrated = LadderStanding::default();
        let own = self.ranking.as_ref().and_then(|ranking| ranking.of(number)).unwrap_or(&unrated);
        LadderVersion {
            version,
            elo: own.elo.map(|elo| elo.value),
            within: own.elo.map(|elo| (elo.low, elo.high)),
            matches: own.matches,
            score: score(own),
            faults: is_own.then_some(own.faults),
            is_benched: self.history.is_benched(number),
        }
    }

    /// Returns the strongest built-in bot that a version is surely stronger than.
    fn beaten(&self, player: u32) -> Option<String> {
        let ranking = self.ranking.as_ref()?;
        let beaten = self.players.iter().filter_map(|(number, other)| {
            let elo = ranking.of(*number)?.elo?.value;
            let is_sure = ranking.superiority(player, *number) >= SURE;
            other.built_in().filter(|_| is_sure).map(|name| (elo, name))
        });
        let (_, best) = beaten.max_by(|a, b| a.0.total_cmp(&b.0))?;
        Some(best.to_string())
    }

    /// Returns the results against each other bot, of all versions together.
    fn meetings(&self) -> Result<Vec<LadderMeeting>> {
        let own: Vec<u32> = self.own.values().copied().collect();
        let mut by_other: BTreeMap<(Option<BotId>, String), (u32, f64)> = BTreeMap::new();
        for (number, met) in self.history.met_by(&own) {
            let seat = self.seat(number)?;
            let sums = by_other.entry((seat.bot, seat.name)).or_default();
            *sums = (sums.0 + met.matches, sums.1 + met.points);
        }
        let meeting =
            |((bot, name), (matches, points))| LadderMeeting { bot, name, matches, points };
        let mut meetings: Vec<LadderMeeting> = by_other.into_iter().map(meeting).collect();
        meetings.sort_by_key(|meeting| std::cmp::Reverse(meeting.matches));
        Ok(meetings)
    }

    fn seat(&self, number: u32) -> Result<LadderSeat> {
        let removed = || LadderSeat { bot: None, name: REMOVED.to_string(), version: None };
        Ok(match self.players.get(&number) {
            Some(LadderPlayer::BuiltIn(name)) => {
                LadderSeat { bot: None, name: name.clone(), version: None }
            }
            Some(LadderPlayer::Version { bot, version }) => match self.class.ladder_name(*bot)? {
                Some(LadderName { name, authors, .. }) => LadderSeat {
                    bot: Some(*bot),
                    name: format!("{name} ({authors})"),
                    version: Some(*version),
                },
                None => removed(),
            },
            Some(LadderPlayer::Removed) | None => removed(),
        })
    }

    /// Returns a match of the bot, with the mean Elo of the others.
    fn past(&self, rated: &RatedMatch) -> Result<Option<(LadderPast, f64)>> {
        let order = &rated.played.order;
        let is_own = |player: &u32| self.own.iter().find(|(_, number)| *number == player);
        let found = order.iter().enumerate().find_map(|(at, player)| Some((at, is_own(player)?)));
        let Some((entry, (version, _))) = found else { return Ok(None) };
        let others: Vec<u32> =
            order.iter().enumerate().filter(|(at, _)| *at != entry).map(|(_, it)| *it).collect();
        let elo = |player: &u32| {
            self.ranking.as_ref().and_then(|ranking| Some(ranking.of(*player)?.elo?.value))
        };
        let strengths: Vec<f64> = others.iter().filter_map(elo).collect();
        let mean = strengths.iter().sum::<f64>() / strengths.len().max(1) as f64;
        let score = self.history.scores(&rated.played.ranks).get(entry).copied();
        let past = LadderPast {
            id: rated.has_record.then(|| rated.id.clone()),
            at: rated.at,
            version: *version,
            others: others.iter().map(|other| self.seat(*other)).collect::<Result<_>>()?,
            score: score.unwrap_or_default(),
            plies: rated.played.plies,
        };
        Ok(Some((past, mean)))
    }
}
