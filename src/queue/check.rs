//! Results that are worth storing: legal matches with the head of their job. Only times are believed.

use std::time::Duration;

use super::wire::SentMatch;
use crate::core::{By, Limits, OtherLanguages, Reason, Record, gzip};
use crate::pool::Timed;
use crate::registry::{AnyGame, MatchSetup};
use crate::tournament::{Packed, Summary, summarise};

/// A result that is not stored.
pub enum Unusable {
    /// It cannot have been played so, in words.
    Lie(String),
    /// It was played with another version of the script languages, which is no lie.
    Languages(OtherLanguages),
}

impl From<String> for Unusable {
    fn from(why: String) -> Unusable {
        Unusable::Lie(why)
    }
}

/// The summary and the record of a match that a worker played, as they would be if it had been played
/// here.
///
/// # Errors
/// If it cannot have been played so, or not with these languages.
pub fn check(
    game: &dyn AnyGame,
    setup: &MatchSetup,
    sent: &SentMatch,
) -> Result<(Box<Summary>, Packed), Unusable> {
    let record = read(&sent.record)?;
    if let Some(Err(other)) = record.limits.as_ref().map(Limits::check_languages) {
        return Err(Unusable::Languages(other));
    }
    check_head(game, setup, &record)?;
    let wrong = |fault: crate::registry::RecordFault| fault.to_string();
    game.verify(&record).map_err(wrong)?;
    game.audit(&record).map_err(wrong)?;
    match record.end.as_ref().map(|end| end.reason) {
        None => return Err("the match has no end".to_string().into()),
        Some(Reason::Stopped) => return Err("the match was stopped".to_string().into()),
        Some(_) => {}
    }
    let movers = game.moves(&record).map_err(wrong)?.into_iter().map(|made| made.seat).collect();
    let took = sent.took_us.iter().map(|&us| Duration::from_micros(us)).collect();
    let timed = Timed { record, took, movers };
    let summary = summarise(game, &timed, Duration::from_micros(sent.wall_us))?;
    Ok((Box::new(summary), Packed::of(&timed.record)))
}

/// The record that was sent.
///
/// # Errors
/// If it is none, in words.
pub fn read(packed: &[u8]) -> Result<Record, String> {
    let line = gzip::unpack(packed).map_err(|error| error.to_string())?;
    let line = String::from_utf8(line).map_err(|_| "the record is no text".to_string())?;
    Record::from_line(&line).map_err(|error| error.to_string())
}

/// Compares everything that was settled before the first decision.
fn check_head(game: &dyn AnyGame, setup: &MatchSetup, record: &Record) -> Result<(), String> {
    let expected = game.left_after(setup, &[]).map_err(|error| error.to_string())?;
    let moves = &setup.moves[..];
    let same = [
        ("format", record.format == expected.format),
        ("game", record.game == expected.game),
        ("rules", record.rules == expected.rules),
        ("house rules", record.options == expected.options),
        ("seed", record.seed == expected.seed),
        ("players", record.players == expected.players),
        ("limits", record.limits == expected.limits),
        ("methods", record.without == expected.without),
        ("names", record.hide_names == expected.hide_names),
        ("deals", record.given_deals == expected.given_deals),
        ("opening", record.moves.starts_with(moves) && is_given(record, moves.len())),
    ];
    match same.iter().find(|(_, same)| !same) {
        Some((what, _)) => Err(format!("the record has other {what} than the match")),
        None => Ok(()),
    }
}

/// True if the first `count` moves were given, and no other.
fn is_given(record: &Record, count: usize) -> bool {
    record.plies.len() == record.moves.len()
        && record.plies.iter().enumerate().all(|(at, ply)| (ply.by == By::Given) == (at < count))
}
