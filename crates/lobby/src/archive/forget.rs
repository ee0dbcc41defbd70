//! Takes deleted bots and removed visitors out of the finished matches of others.

use rusqlite::{Connection, params};

use super::Archive;
use super::read::{json, rows, unpack};
use super::write::{delete_unused_scripts, measure};
use crate::error::ArchiveError;
use crate::plan::MatchPlan;
use crate::policy::Author;
use crate::wire::json as to_json;
use crate::{REMOVED, VisitorId};
use juez_core::{Seat, SeatSet};
use juez_match::registry::game;
use juez_storage::gzip;

impl Archive {
    /// Returns the bots of authors that play in stored matches or on a ladder.
    pub fn bots(&self) -> Result<Vec<i64>, ArchiveError> {
        // Author::Bot is stored with a minus sign.
        let sql = "SELECT bot FROM rated_player WHERE bot IS NOT NULL
                   UNION SELECT -json_extract(value, '$.author') FROM match, json_each(plan, '$.places')
                   WHERE json_extract(value, '$.author') < 0";
        self.with(|db| rows(db, sql, [], |row| row.get(0)))
    }

    /// Takes bots and visitors out of finished matches: their names, the scripts and notes of the
    /// bots. Moves and results stay. Returns the ids of the changed matches.
    pub fn forget_players(
        &self,
        bots: &[i64],
        visitors: &[VisitorId],
    ) -> Result<Vec<String>, ArchiveError> {
        let with_bots = "SELECT DISTINCT match.id FROM match, json_each(plan, '$.places')
                         WHERE match.status <> 'running' AND -json_extract(value, '$.author') IN
                             (SELECT value FROM json_each(?1))";
        let with_visitor = "SELECT match.id FROM match JOIN seat ON seat.match = match.number
                            WHERE status <> 'running' AND visitor = ?1";
        let changed = self.transaction(|db| {
            let mut ids: Vec<String> = rows(db, with_bots, [to_json(&bots)], |row| row.get(0))?;
            for visitor in visitors {
                ids.extend(rows(db, with_visitor, [visitor.bytes()], |row| row.get(0))?);
            }
            ids.sort_unstable();
            ids.dedup();
            for id in &ids {
                forget_in(db, id, bots, visitors)?;
            }
            delete_unused_scripts(db)?;
            Ok(ids)
        })?;
        if !changed.is_empty() {
            // The log of SQLite still contains the old data.
            self.with(|db| db.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())))?;
        }
        Ok(changed)
    }
}

/// Takes the bots and visitors out of one match.
fn forget_in(
    db: &Connection,
    id: &str,
    bots: &[i64],
    visitors: &[VisitorId],
) -> rusqlite::Result<()> {
    let sql = "SELECT number, plan, names, record FROM match WHERE id = ?1";
    let found = db
        .query_row(sql, [id], |row| Ok((row.get(0)?, json(row, 1)?, json(row, 2)?, row.get(3)?)))?;
    let (number, mut plan, mut names, packed): (i64, MatchPlan, Vec<String>, Option<Vec<u8>>) =
        found;
    let (mut of_bots, mut of_people) = (SeatSet::EMPTY, SeatSet::EMPTY);
    for (seat, planned) in Seat::all(plan.players.len() as u8).zip(&plan.players) {
        if matches!(planned.author, Some(Author::Bot(bot)) if bots.contains(&bot)) {
            of_bots = of_bots.with(seat);
        }
    }
    let sql = "SELECT seat FROM seat WHERE match = ?1 AND visitor = ?2";
    for visitor in visitors {
        for seat in rows(db, sql, params![number, visitor.bytes()], |row| row.get::<_, u8>(0))? {
            of_people = of_people.with(Seat::new(seat));
        }
        let sql = "UPDATE seat SET visitor = NULL, name = NULL WHERE match = ?1 AND visitor = ?2";
        db.execute(sql, params![number, visitor.bytes()])?;
    }
    let mut record = packed.and_then(|packed| unpack(&packed).ok());
    for seat in Seat::all(plan.players.len() as u8) {
        let (at, is_bot) = (seat.index(), of_bots.has(seat));
        if !is_bot && !of_people.has(seat) {
            continue;
        }
        // A bot whose seat a person has taken keeps its script, and the other way round.
        let planned = &mut plan.players[at];
        if is_bot || !planned.is_bot() {
            planned.player.name = REMOVED.to_string();
        }
        if is_bot {
            (planned.player.source, planned.author, planned.version) = (None, None, None);
        }
        if let Some(name) = names.get_mut(at) {
            *name = REMOVED.to_string();
        }
        if let Some(player) = record.as_mut().and_then(|record| record.players.get_mut(at)) {
            player.name = REMOVED.to_string();
            if is_bot {
                player.source = None;
            }
        }
    }
    if let Some(own) = &mut record {
        let forgotten = game(&plan.game).ok().and_then(|game| game.forget_notes(own, of_bots).ok());
        if forgotten.is_none() {
            // A record that cannot be read shows nothing.
            record = None;
        }
    }
    let record = record.map(|record| gzip::pack(record.to_line().as_bytes()));
    let sql = "UPDATE match SET plan = ?2, names = ?3, record = ?4 WHERE number = ?1";
    db.execute(sql, params![number, to_json(&plan), to_json(&names), record])?;
    measure(db, id)
}
