//! What happens is written down, each step whole or not at all.

use rusqlite::{Connection, params};

use super::{Archive, ArchiveError, Brief, Decided, Sitter, StoredMove, bundles};
use crate::core::{Record, Seat, SeatFault};
use crate::server::Status;
use crate::server::hall::Visitor;
use crate::server::hall::plan::{Plan, Scripts};

/// A match that begins.
pub(in super::super) struct Beginning<'a> {
    /// Its id.
    pub id: &'a str,
    /// When, in seconds since 1970.
    pub begun: u64,
    /// What it is started with.
    pub plan: &'a Plan,
    /// The scripts that play it.
    pub scripts: &'a Scripts,
    /// Who sits where from the beginning, in seat order.
    pub sitters: &'a [Option<Sitter>],
    /// The match that it is the rematch of.
    pub rematch_of: Option<&'a str>,
}

impl Archive {
    /// Stores a match that begins.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn begin(&self, new: &Beginning<'_>) -> Result<(), ArchiveError> {
        let plan = serde_json::to_string(new.plan).expect("a plan is plain data");
        let names: Vec<&str> = new.plan.places.iter().map(|place| &*place.name).collect();
        let names = serde_json::to_string(&names).expect("names are text");
        self.transaction(|db| {
            new.scripts.values().try_for_each(|spec| bundles::put(db, spec))?;
            db.execute(
                "INSERT INTO match (id, game, begun, plan, status, names)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                params![
                    new.id,
                    new.plan.game,
                    new.begun as i64,
                    plan,
                    text(Status::Running),
                    names
                ],
            )?;
            for (seat, sitter) in Seat::all(new.sitters.len() as u8).zip(new.sitters) {
                if let Some(sitter) = sitter {
                    sit(db, new.id, seat, Some(sitter))?;
                    knows(db, new.id, &sitter.visitor, seat)?;
                }
            }
            if let Some(earlier) = new.rematch_of {
                db.execute("UPDATE match SET rematch = ?2 WHERE id = ?1", (earlier, new.id))?;
            }
            Ok(())
        })
    }

    /// Stores a move, or that a person has given up.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn put_move(&self, id: &str, ply: u32, made: &StoredMove) -> Result<(), ArchiveError> {
        let StoredMove { seat, decided, mv, ms } = made;
        self.told(
            self.db()
                .prepare_cached(
                    "INSERT INTO move (match, ply, seat, decided, text, ms)
                     SELECT number, ?2, ?3, ?4, ?5, ?6 FROM match WHERE id = ?1
                     ON CONFLICT DO UPDATE SET text = excluded.text",
                )
                .and_then(|mut row| {
                    let ms = ms.map(|ms| ms as i64);
                    row.execute(params![id, ply, u8::from(*seat), decided.text(), mv, ms])
                })
                .map(drop),
        )
    }

    /// Stores a call that is not to be made again.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn put_crash(&self, id: &str, fault: &SeatFault) -> Result<(), ArchiveError> {
        let json = serde_json::to_string(fault).expect("a fault is plain data");
        let sql = "INSERT INTO crash (match, fault) SELECT number, ?2 FROM match WHERE id = ?1";
        self.told(self.db().execute(sql, (id, json)).map(drop))
    }

    /// Stores who sits in a seat now.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn put_sitter(
        &self,
        id: &str,
        seat: Seat,
        sitter: Option<&Sitter>,
    ) -> Result<(), ArchiveError> {
        self.told(sit(&self.db(), id, seat, sitter))
    }

    /// Stores that a visitor has been shown what is hidden in a seat.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn put_knows(&self, id: &str, visitor: &Visitor, seat: Seat) -> Result<(), ArchiveError> {
        self.told(knows(&self.db(), id, visitor, seat))
    }

    /// Stores the end of a match in place of its moves.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(
        &self,
        brief: &Brief,
        why: Option<&str>,
        record: Option<&Record>,
        times: &[Option<u64>],
    ) -> Result<(), ArchiveError> {
        let names = serde_json::to_string(&brief.names).expect("names are text");
        let ranks =
            brief.ranks.map(|ranks| serde_json::to_string(&ranks).expect("ranks are numbers"));
        let times = serde_json::to_string(times).expect("times are numbers");
        let record = record.map(|record| pack(record.to_line().as_bytes()));
        self.transaction(|db| {
            db.execute(
                "UPDATE match SET status = ?2, why = ?3, names = ?4, plies = ?5, ranks = ?6,
                                  record = ?7, times = ?8 WHERE id = ?1",
                params![
                    brief.id,
                    text(brief.status),
                    why,
                    names,
                    brief.plies,
                    ranks,
                    record,
                    times
                ],
            )?;
            for table in ["move", "crash", "knows"] {
                let sql = format!(
                    "DELETE FROM {table} WHERE match = (SELECT number FROM match WHERE id = ?1)"
                );
                db.execute(&sql, [&brief.id])?;
            }
            Ok(())
        })
    }

    /// Stores that a match cannot even be read.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn break_off(&self, id: &str, why: &str) -> Result<(), ArchiveError> {
        let sql = "UPDATE match SET status = 'broken', why = ?2 WHERE id = ?1";
        self.told(self.db().execute(sql, (id, why)).map(drop))
    }

    fn transaction(
        &self,
        write: impl FnOnce(&Connection) -> rusqlite::Result<()>,
    ) -> Result<(), ArchiveError> {
        let mut db = self.db();
        let written = db.transaction().and_then(|transaction| {
            write(&transaction)?;
            transaction.commit()
        });
        self.told(written)
    }
}

fn sit(db: &Connection, id: &str, seat: Seat, sitter: Option<&Sitter>) -> rusqlite::Result<()> {
    let (visitor, name) = (sitter.map(|s| s.visitor.bytes()), sitter.map(|s| &s.name));
    db.prepare_cached(
        "INSERT INTO seat (match, seat, visitor, name)
         SELECT number, ?2, ?3, ?4 FROM match WHERE id = ?1
         ON CONFLICT DO UPDATE SET visitor = excluded.visitor, name = excluded.name",
    )?
    .execute(params![id, u8::from(seat), visitor, name])?;
    Ok(())
}

fn knows(db: &Connection, id: &str, visitor: &Visitor, seat: Seat) -> rusqlite::Result<()> {
    db.prepare_cached(
        "INSERT INTO knows (match, visitor, seat)
         SELECT number, ?2, ?3 FROM match WHERE id = ?1 ON CONFLICT DO NOTHING",
    )?
    .execute((id, visitor.bytes(), u8::from(seat)))?;
    Ok(())
}

/// `bytes` as zstd.
pub(super) fn pack(bytes: &[u8]) -> Vec<u8> {
    zstd::encode_all(bytes, zstd::DEFAULT_COMPRESSION_LEVEL).expect("memory can be compressed")
}

/// A status as it is stored.
pub(super) fn text(status: Status) -> &'static str {
    match status {
        Status::Running => "running",
        Status::Finished => "finished",
        Status::Stopped => "stopped",
        Status::Broken => "broken",
    }
}

impl Decided {
    pub(super) fn text(self) -> &'static str {
        match self {
            Decided::Bot => "bot",
            Decided::Person => "person",
            Decided::Chance => "chance",
            Decided::Resigned => "resigned",
            Decided::Nobody => "nobody",
        }
    }
}
