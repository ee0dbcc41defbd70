//! The ladder as all people of the class see it.

use std::sync::Arc;

use super::game_ladder::{GameLadder, wrong};
use super::wire::{LadderBoard, LadderDay, LadderDoing, LadderRow};
use crate::error::Result;
use juez_class::Class;
use juez_core::Seed;
use juez_lobby::LadderStore;
use juez_tournament::{ENOUGH_BLOCKS, LadderPlayer, LadderRanking, LadderStanding, NEW_BLOCKS};

impl LadderDay {
    fn of(day: i32, seed: Seed, is_over: bool) -> LadderDay {
        let shown = is_over.then(|| seed.to_string());
        LadderDay { day, hash: seed.commitment(), seed: shown }
    }
}

/// Computes the ladder of a game, and keeps its ratings for the pages of bots.
///
/// # Errors
/// If the class cannot be read.
pub(super) fn board(
    ladder: &mut GameLadder,
    class: &Class,
    store: &LadderStore,
    doing: LadderDoing,
) -> Result<LadderBoard> {
    ladder.read_players(store)?;
    let ranking = Arc::new(ladder.history.ranking(&ladder.rated()));
    ladder.ranking = Some(ranking.clone());
    let mut rows = Vec::new();
    for contender in &ladder.contenders {
        rows.extend(row(ladder, &ranking, contender.player, class)?);
    }
    // Those without a rating come last, in the order of their names.
    let rank = |row: &LadderRow| row.elo.unwrap_or(f64::NEG_INFINITY);
    rows.sort_by(|a, b| rank(b).total_cmp(&rank(a)).then_with(|| a.name.cmp(&b.name)));
    let before = store.seed_before(ladder.day).map_err(wrong)?;
    let an_hour = ladder.an_hour();
    let left_out = ladder.openings.values().filter(|splits| **splits).count();
    Ok(LadderBoard {
        game: ladder.rules.game.clone(),
        doing,
        day: LadderDay::of(ladder.day, ladder.seed, false),
        before: before.map(|(day, seed)| LadderDay::of(day, seed, true)),
        rows,
        matches: ladder.history.len(),
        an_hour,
        left_out: (!ladder.history.game().has_deals).then_some(left_out),
        enough: ENOUGH_BLOCKS,
    })
}

/// Returns the row of a player; `None` for a built-in bot that has not played.
fn row(
    ladder: &GameLadder,
    ranking: &LadderRanking,
    player: u32,
    class: &Class,
) -> Result<Option<LadderRow>> {
    let unplayed = LadderStanding::default();
    let own = ranking.of(player).unwrap_or(&unplayed);
    let (bot, version, name, authors) = match ladder.players.get(&player) {
        Some(LadderPlayer::Version { bot, version }) => {
            let Some(named) = class.ladder_name(*bot)? else { return Ok(None) };
            (Some(*bot), Some(*version), named.name, named.authors)
        }
        Some(LadderPlayer::BuiltIn(name)) if own.matches > 0 => {
            (None, None, name.clone(), String::new())
        }
        _ => return Ok(None),
    };
    let elo = own.elo.map(|elo| elo.value);
    let before = bot.zip(version).and_then(|(bot, version)| {
        former(ladder, bot, version).and_then(|former| ranking.of(former)?.elo)
    });
    Ok(Some(LadderRow {
        bot,
        version,
        name,
        authors,
        elo,
        within: own.elo.map(|elo| (elo.low, elo.high)),
        matches: own.matches,
        score: score(own),
        trend: elo.zip(before).map(|(elo, before)| elo - before.value),
        is_new: bot.is_some() && ladder.history.blocks_of(player) < NEW_BLOCKS,
        is_benched: ladder.history.is_benched(player) || ladder.broken.contains(&player),
    }))
}

/// Returns the mean score of a player with matches.
pub(super) fn score(own: &LadderStanding) -> Option<f64> {
    (own.matches > 0).then(|| own.points / f64::from(own.matches))
}

/// Returns the newest rated version of a bot before one.
fn former(ladder: &GameLadder, of: i64, before: u32) -> Option<u32> {
    let earlier = ladder.players.iter().filter_map(|(number, player)| match player {
        LadderPlayer::Version { bot, version } if *bot == of && *version < before => {
            (ladder.history.blocks_of(*number) > 0).then_some((*version, *number))
        }
        _ => None,
    });
    earlier.max().map(|(_, number)| number)
}
