//! Unpacks a batch into matches.

use std::collections::BTreeMap;

use super::wire::{Batch, SentJob, SentPlayer};
use juez_core::Player;
use juez_match::registry::{AnyGame, MatchSetup, Mind, PlayerSpec, game};
use juez_script::{BotSpec, LANGUAGES, Language};
use juez_tournament::JobKey;

/// The scripts of a batch, by checksum.
pub type Scripts = BTreeMap<String, BotSpec>;

/// Returns the game of a batch.
///
/// # Errors
/// Returns the reason if this program lacks the game or has other rules of it.
pub fn game_of(batch: &Batch) -> Result<&'static dyn AnyGame, String> {
    let game = game(&batch.game).map_err(|error| error.to_string())?;
    let rules = game.info().rules;
    if rules == batch.rules {
        return Ok(game);
    }
    let (name, theirs) = (&batch.game, batch.rules);
    Err(format!(
        "the coordinator has version {theirs} of the rules of {name}, and this juez {rules}"
    ))
}

/// Returns the language of a player, if it is a script.
pub fn language(player: &Player) -> Option<&'static Language> {
    LANGUAGES.iter().copied().find(|language| language.played_by == player.bot)
}

/// Makes the setup of a match.
///
/// # Errors
/// Returns the reason if the job is invalid.
pub fn setup(
    game: &dyn AnyGame,
    batch: &Batch,
    job: &SentJob,
    scripts: &Scripts,
) -> Result<(JobKey, MatchSetup), String> {
    let key = job.key.parse::<JobKey>().map_err(|error| error.to_string())?;
    let player = |&at: &u32| {
        let sent = batch.players.get(at as usize).ok_or("a player is missing")?;
        player(game, sent, scripts)
    };
    let players = job.players.iter().map(player).collect::<Result<Vec<_>, String>>()?;
    let terms = batch.terms.get(job.terms as usize).ok_or("the terms are missing")?;
    let setup = MatchSetup {
        terms: terms.clone(),
        seed: Some(job.seed),
        moves: job.moves.clone(),
        ..MatchSetup::new(players)
    };
    Ok((key, setup))
}

fn player(game: &dyn AnyGame, sent: &SentPlayer, scripts: &Scripts) -> Result<PlayerSpec, String> {
    let Player { name, source, .. } = sent.player.clone();
    match &sent.files {
        Some((checksum, _)) => {
            let mut spec = scripts.get(checksum).ok_or("a source is missing")?.clone();
            spec.name = name.clone();
            Ok(PlayerSpec { name, mind: Mind::Script(spec) })
        }
        None => {
            let built_in = PlayerSpec::built_in(&source.unwrap_or_default(), game);
            let PlayerSpec { mind, .. } = built_in.map_err(|error| error.to_string())?;
            Ok(PlayerSpec { name, mind })
        }
    }
}
