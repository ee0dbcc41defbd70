//! A ladder as after a week.

use anyhow::ensure;
use rusqlite::Connection;
use std::path::Path;

/// Copies the matches of the newest day to an earlier one. `?1` is the number of days between.
const DAY: &str = "
INSERT INTO rated (id, game, rules, day, nth, players, at, ranks, at_fault, plies, fingerprint, bytes)
    SELECT lower(hex(randomblob(5))), game, rules, day - ?1, nth, players, at - 86400 * ?1, ranks, at_fault, plies,
        lower(hex(randomblob(16))), bytes
    FROM rated WHERE day = (SELECT max(day) FROM rated)";
/// Gives each match of that day its players, and a record of the same length.
const REST: [&str; 2] = [
    "INSERT INTO rated_by (player, match) SELECT value, number FROM rated, json_each(players)
     WHERE number > ?1",
    "INSERT INTO rated_record (match, record) SELECT rated.number, record FROM rated
     JOIN rated AS source USING (game, rules, nth, players) JOIN rated_record ON match = source.number
     WHERE rated.number > ?1 AND source.day = (SELECT max(day) FROM rated)",
];

/// Repeats the matches of a ladder on earlier days until the ladder has `matches`.
pub fn fill(folder: &Path, matches: i64) -> anyhow::Result<()> {
    let mut db = Connection::open(folder.join("matches.db"))?;
    let count = |db: &Connection| {
        db.query_row("SELECT count(*), max(number) FROM rated", [], |row| {
            Ok((row.get::<_, i64>(0)?, row.get::<_, Option<i64>>(1)?))
        })
    };
    ensure!(count(&db)?.0 > 0, "the ladder has no matches");
    for day in 1.. {
        let (stored, last) = count(&db)?;
        if stored >= matches {
            println!("{stored} matches");
            break;
        }
        let transaction = db.transaction()?;
        transaction.execute(DAY, [day])?;
        for sql in REST {
            transaction.execute(sql, [last])?;
        }
        transaction.commit()?;
    }
    Ok(())
}
