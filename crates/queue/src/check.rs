//! Checks results before they are stored: legal matches that match their job. Only times are taken
//! on trust.

use std::time::Duration;

use super::wire::SentMatch;
use juez_core::{By, Limits, OtherLanguages, Reason, Record};

use juez_match::registry::{AnyGame, MatchSetup};
use juez_pool::Timed;
use juez_storage::gzip;
use juez_tournament::{Packed, Summary, summarise};

/// Why a result is not stored.
pub enum Unusable {
    /// The match cannot have been played like this; says why.
    Lie(String),
    /// The worker has another version of the script languages. It is not distrusted for that.
    Languages(OtherLanguages),
}

impl From<String> for Unusable {
    fn from(why: String) -> Unusable {
        Unusable::Lie(why)
    }
}

/// Checks a match that a worker played. Returns its summary and record as if it had been played
/// here.
///
/// # Errors
/// If it cannot have been played like this, or not with these languages.
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
    let wrong = |fault: juez_match::registry::RecordFault| fault.to_string();
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

/// Unpacks a record.
///
/// # Errors
/// Returns the reason if the bytes are not a record.
pub fn read(packed: &[u8]) -> Result<Record, String> {
    let line = gzip::unpack(packed).map_err(|error| error.to_string())?;
    let line = String::from_utf8(line).map_err(|_| "the record is not text".to_string())?;
    Record::from_line(&line).map_err(|error| error.to_string())
}

/// Compares everything that is fixed before the first decision.
fn check_head(game: &dyn AnyGame, setup: &MatchSetup, record: &Record) -> Result<(), String> {
    let expected = game.left_after(setup, &[]).map_err(|error| error.to_string())?;
    let moves = &setup.moves[..];
    let same = [
        ("format", record.format == expected.format),
        ("game", record.game == expected.game),
        ("rules", record.rules == expected.rules),
        // A record without limits has the default terms.
        ("limits", record.limits == expected.limits),
        ("terms", record.terms() == expected.terms()),
        ("seed", record.seed == expected.seed),
        ("players", record.players == expected.players),
        ("deals", record.given_deals == expected.given_deals),
        ("opening", record.moves.starts_with(moves) && is_given(record, moves.len())),
    ];
    match same.iter().find(|(_, same)| !same) {
        Some((what, _)) => Err(format!("the record and the match differ in {what}")),
        None => Ok(()),
    }
}

/// Returns true if exactly the first `count` moves were given.
fn is_given(record: &Record, count: usize) -> bool {
    record.plies.len() == record.moves.len()
        && record.plies.iter().enumerate().all(|(at, ply)| (ply.by == By::Given) == (at < count))
}
