//! The ladder: which version of each bot plays, and what a bot is called there.

use rusqlite::{OptionalExtension, Row, params};
use serde::{Deserialize, Serialize};

use super::bots::own;
use super::drafts::files_of;
use super::error::ClassErrorKind::{Forbidden, Missing};
use super::error::Result;
use super::settings::{get, set_flag};
use super::{BotId, Class, Person, SourceFiles, TeamId, words};

/// Name of the switch of the ladder; absent in classes that began without one.
pub(super) const LADDER: &str = "ladder";

/// The version of a bot on the ladder.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum LadderPick {
    /// The newest one. A bot of the teacher and one for an exercise have none then.
    Newest,
    /// This one.
    Version(u32),
    /// None, as its team wants.
    Absent,
    /// None, as the teacher wants; only the teacher changes it.
    TakenOff,
}

impl LadderPick {
    /// Reads the stored form: NULL, the number of the version, 0, -1.
    pub(super) fn of(stored: Option<i64>) -> LadderPick {
        match stored {
            None => LadderPick::Newest,
            Some(0) => LadderPick::Absent,
            Some(number) => u32::try_from(number).map_or(LadderPick::TakenOff, LadderPick::Version),
        }
    }

    fn stored(self) -> Option<i64> {
        match self {
            LadderPick::Newest => None,
            LadderPick::Version(number) => Some(number.into()),
            LadderPick::Absent => Some(0),
            LadderPick::TakenOff => Some(-1),
        }
    }
}

/// A version on the ladder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LadderBot {
    pub bot: BotId,
    pub team: TeamId,
    /// Id of its game.
    pub game: String,
    /// The number of the version.
    pub version: u32,
}

/// The public facts of a bot on the ladder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LadderName {
    pub name: String,
    /// The names of its team as one text.
    pub authors: String,
    pub team: TeamId,
    /// Id of its game.
    pub game: String,
    /// The version on the ladder.
    pub pick: LadderPick,
}

/// The bots on the ladder with their versions: of teams with a student who is not paused. NULL in
/// `ladder` is the newest version, except of bots for exercises.
const ON_LADDER: &str = "SELECT bot.id, bot.team, game, version.number
    FROM bot JOIN version ON version.bot = bot.id
    WHERE version.number = CASE WHEN ladder > 0 THEN ladder
        WHEN ladder IS NULL AND exercise IS NULL
            AND NOT EXISTS (SELECT 1 FROM person WHERE person.team = bot.team AND role = 'teacher')
        THEN (SELECT max(number) FROM version AS other WHERE other.bot = bot.id) END
    AND EXISTS (SELECT 1 FROM person WHERE person.team = bot.team AND NOT frozen)
    ORDER BY bot.id";

impl Class {
    /// True if the ladder plays.
    pub fn has_ladder(&self) -> Result<bool> {
        self.with(|db| Ok(get(db, LADDER)?.as_deref() == Some("1")))
    }

    /// Sets whether the ladder plays.
    pub fn set_ladder(&self, plays: bool) -> Result<()> {
        self.with(|db| set_flag(db, LADDER, plays))
    }

    /// Returns the versions on the ladder, by bot.
    pub fn ladder_bots(&self) -> Result<Vec<LadderBot>> {
        self.with(|db| {
            let read = |row: &Row<'_>| {
                Ok(LadderBot {
                    bot: row.get(0)?,
                    team: row.get(1)?,
                    game: row.get(2)?,
                    version: row.get(3)?,
                })
            };
            let mut statement = db.prepare_cached(ON_LADDER)?;
            Ok(statement.query_map([], read)?.collect::<rusqlite::Result<_>>()?)
        })
    }

    /// Sets the version of a bot on the ladder.
    ///
    /// # Errors
    /// If the person cannot change the bot, it has no such version, or the teacher has taken it off.
    pub fn pick_for_ladder(&self, by: &Person, id: BotId, pick: LadderPick) -> Result<()> {
        by.must_be_active()?;
        self.with(|db| {
            let present = own(db, by, id)?.ladder;
            let off = LadderPick::TakenOff;
            if !by.is_teacher() && (present == off || pick == off) {
                return Err(Forbidden.because(words::taken_off_the_ladder()));
            }
            if let LadderPick::Version(number) = pick {
                let there = "SELECT 1 FROM version WHERE bot = ?1 AND number = ?2";
                if !db.prepare_cached(there)?.exists(params![id, number])? {
                    return Err(Missing.because(words::no_such_version(number)));
                }
            }
            db.execute("UPDATE bot SET ladder = ?2 WHERE id = ?1", params![id, pick.stored()])?;
            Ok(())
        })
    }

    /// Returns a version with its language, to play it on the ladder.
    ///
    /// # Errors
    /// If it does not exist.
    pub fn ladder_source(&self, id: BotId, version: u32) -> Result<(String, SourceFiles)> {
        self.with(|db| {
            let sql = "SELECT language FROM bot WHERE id = ?1";
            let found = db.prepare_cached(sql)?.query_row([id], |row| row.get(0)).optional()?;
            let language = found.ok_or_else(|| Missing.because(words::no_such_bot()))?;
            Ok((language, files_of(db, id, version)?))
        })
    }

    /// Returns the public facts of a bot on the ladder; `None` if it was deleted.
    pub fn ladder_name(&self, id: BotId) -> Result<Option<LadderName>> {
        self.with(|db| {
            let sql = "SELECT name, coalesce((SELECT group_concat(person.name, ', ') FROM person
                    WHERE person.team = bot.team), ''), team, game, ladder FROM bot WHERE id = ?1";
            let read = |row: &Row<'_>| {
                Ok(LadderName {
                    name: row.get(0)?,
                    authors: row.get(1)?,
                    team: row.get(2)?,
                    game: row.get(3)?,
                    pick: LadderPick::of(row.get(4)?),
                })
            };
            Ok(db.prepare_cached(sql)?.query_row([id], read).optional()?)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Origin;

    fn class() -> (tempfile::TempDir, Class, Person) {
        let folder = tempfile::tempdir().expect("a folder");
        let (class, _) = Class::open(folder.path()).expect("a class");
        let teacher = class.people().expect("people").remove(0);
        (folder, class, teacher)
    }

    /// Puts a bot with these versions into the file, whatever languages this build has.
    fn bot(class: &Class, by: &Person, exercise: Option<&str>, versions: u32) -> BotId {
        let put = class.with(|db| {
            let sql = "INSERT INTO bot (team, maker, name, name_key, game, language, exercise)
                       VALUES (?1, ?2, ?3, ?3, 'quoridor', 'lua', ?4)";
            db.execute(sql, params![by.team, by.id, format!("bot of {}", by.id), exercise])?;
            let id = db.last_insert_rowid();
            db.execute("INSERT INTO draft VALUES (?1, 1, '{}', 2, ?2, 0)", [id, by.id])?;
            Ok(id)
        });
        let id = put.expect("a bot");
        (1..=versions).for_each(|number| version(class, id, number));
        id
    }

    fn version(class: &Class, id: BotId, number: u32) {
        let sql = "INSERT INTO version (bot, number, files, bytes, by, at) VALUES (?1, ?2, '{}', 2, 1, 0)";
        let put = class.with(|db| Ok(db.execute(sql, params![id, number])?));
        put.expect("a version");
    }

    fn student(class: &Class, name: &str) -> Person {
        let code = class.join_code().expect("a code");
        let from = Origin { browser: &"a".repeat(64), address: None };
        class.set_asks_about_second_names(false).expect("a switch");
        class.join(&code, name, from).expect("they join");
        let people = class.people().expect("people");
        people.into_iter().find(|person| person.name == name).expect("the person")
    }

    fn versions(class: &Class) -> Vec<(BotId, u32)> {
        let bots = class.ladder_bots().expect("bots");
        bots.into_iter().map(|bot| (bot.bot, bot.version)).collect()
    }

    #[test]
    fn the_newest_version_plays_or_the_one_that_is_picked_or_none() {
        let (_folder, class, teacher) = class();
        let ana = student(&class, "Ana");
        let racer = bot(&class, &ana, None, 0);
        assert_eq!(versions(&class), [], "a bot without a version");
        version(&class, racer, 1);
        assert_eq!(versions(&class), [(racer, 1)]);
        version(&class, racer, 2);
        assert_eq!(versions(&class), [(racer, 2)]);
        let pick = |by: &Person, pick| class.pick_for_ladder(by, racer, pick);
        pick(&ana, LadderPick::Version(1)).expect("a pick");
        assert_eq!(versions(&class), [(racer, 1)]);
        assert!(pick(&ana, LadderPick::Version(3)).is_err());
        pick(&ana, LadderPick::Absent).expect("a pick");
        assert_eq!(versions(&class), []);
        assert!(pick(&ana, LadderPick::TakenOff).is_err(), "only the teacher");
        pick(&teacher, LadderPick::TakenOff).expect("a pick");
        assert!(pick(&ana, LadderPick::Newest).is_err(), "the teacher has taken it off");
        pick(&teacher, LadderPick::Newest).expect("a pick");
        assert_eq!(versions(&class), [(racer, 2)]);
        class.freeze(&[ana.id], true).expect("a pause");
        assert_eq!(versions(&class), []);
    }

    #[test]
    fn bots_for_exercises_and_of_the_teacher_play_only_if_picked() {
        let (_folder, class, teacher) = class();
        let ana = student(&class, "Ana");
        let bots = [bot(&class, &ana, Some("x"), 1), bot(&class, &teacher, None, 1)];
        assert_eq!(versions(&class), []);
        for (by, id) in [(&ana, bots[0]), (&teacher, bots[1])] {
            class.pick_for_ladder(by, id, LadderPick::Version(1)).expect("a pick");
        }
        assert_eq!(versions(&class), [(bots[0], 1), (bots[1], 1)]);
        class.delete_bot(&ana, bots[0]).expect("it is deleted");
        assert_eq!(class.ladder_name(bots[0]).expect("a class"), None);
    }
}
