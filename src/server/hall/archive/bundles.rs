//! Sources of scripts: stored with the match that they play, and played from here when it goes on.

use rusqlite::{Connection, OptionalExtension};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;

use super::{Archive, ArchiveError};
use crate::script::{BotSpec, Bundle, LANGUAGES};
use crate::server::hall::plan::{Plan, Scripts, Who};
use crate::server::words;

/// A bundle as it is stored. Its hash was made from the bytes on disk, before marks and carriage
/// returns were removed.
#[derive(Serialize, Deserialize)]
struct Stored<'a> {
    main: Cow<'a, str>,
    files: Cow<'a, BTreeMap<String, String>>,
}

impl Archive {
    /// The scripts that a match is played by.
    ///
    /// # Errors
    /// If one is not here or cannot be read.
    pub fn scripts(&self, plan: &Plan) -> Result<Scripts, ArchiveError> {
        let mut scripts = Scripts::new();
        for place in &plan.places {
            if let Who::Script(hash) = &place.who {
                scripts.insert(hash.clone(), self.script(hash)?);
            }
        }
        Ok(scripts)
    }

    fn script(&self, hash: &str) -> Result<BotSpec, ArchiveError> {
        let damaged = |why: String| ArchiveError::Damaged {
            path: self.path.clone(),
            what: words::the_source(hash),
            why,
        };
        let row: Option<(String, Vec<u8>)> = self.told(
            self.db()
                .prepare_cached("SELECT language, files FROM bundle WHERE hash = ?1")
                .and_then(|mut rows| {
                    rows.query_row([hash], |row| Ok((row.get(0)?, row.get(1)?))).optional()
                }),
        )?;
        let (id, packed) = row.ok_or_else(|| damaged(words::it_is_not_there()))?;
        let language = LANGUAGES.iter().find(|language| language.id == id);
        let language = language.ok_or_else(|| damaged(words::no_language(id)))?;
        let json = super::read::unpack(&packed).map_err(|error| damaged(error.to_string()))?;
        let Stored { main, files } =
            serde_json::from_slice(&json).map_err(|error| damaged(error.to_string()))?;
        let (main, files) = (main.into_owned(), files.into_owned());
        let bundle = Bundle { main, files, hash: hash.to_string() };
        Ok(BotSpec::uncompiled(String::new(), language, bundle))
    }
}

/// Stores a script, unless it is here already.
pub(super) fn put(db: &Connection, spec: &BotSpec) -> rusqlite::Result<()> {
    let Bundle { main, files, hash } = &*spec.bundle;
    let stored = Stored { main: Cow::Borrowed(main), files: Cow::Borrowed(files) };
    let json = serde_json::to_vec(&stored).expect("a bundle is text");
    db.prepare_cached(
        "INSERT INTO bundle (hash, language, files) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING",
    )?
    .execute((hash, spec.language.id, super::write::pack(&json)))?;
    Ok(())
}
