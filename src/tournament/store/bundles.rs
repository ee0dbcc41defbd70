//! Sources of bots: stored once, and played from here instead of from disk.

use rusqlite::OptionalExtension;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;

use super::Store;
use super::error::StoreError;
use super::packed::{UnpackError, unpack};
use crate::core::{PlayedBy, gzip};
use crate::registry::{AnyGame, Mind, PlayerSpec};
use crate::script::{BotSpec, Bundle, LANGUAGES, Language};
use crate::tournament::entrant::Entrant;

/// A bundle as it is stored. Its hash was made from the bytes on disk, before marks and carriage
/// returns were removed, so it cannot be made again from this: a checksum goes with it.
#[derive(Serialize, Deserialize)]
struct Stored<'a> {
    main: Cow<'a, str>,
    files: Cow<'a, BTreeMap<String, String>>,
}

impl Store {
    /// The source with this hash, if it is here.
    ///
    /// # Errors
    /// If it is damaged or the file cannot be read.
    pub fn bundle(&self, hash: &str) -> Result<Option<Bundle>, StoreError> {
        let row = self.checked(
            self.db.prepare_cached("SELECT files, checksum FROM bundle WHERE hash = ?1").and_then(
                |mut rows| {
                    rows.query_row([hash], |row| {
                        Ok((row.get::<_, Vec<u8>>(0)?, row.get::<_, Vec<u8>>(1)?))
                    })
                    .optional()
                },
            ),
        )?;
        let Some((files, checksum)) = row else { return Ok(None) };
        let wrong = |source| StoreError::Unpack {
            path: self.path.clone(),
            what: format!("the source {hash}"),
            source,
        };
        let json = unpack(&files, &checksum).map_err(wrong)?;
        let stored: Stored = serde_json::from_slice(&json)
            .map_err(|error| wrong(UnpackError::Record(error.into())))?;
        let Stored { main, files } = stored;
        let (main, files) = (main.into_owned(), files.into_owned());
        Ok(Some(Bundle { main, files, hash: hash.to_string() }))
    }

    /// An entrant as it plays: from the source that is stored here, never from disk. A script is not
    /// compiled here.
    ///
    /// # Errors
    /// If its source is not here, or it is a built-in bot that this juez does not have.
    pub fn player(&self, game: &dyn AnyGame, entrant: &Entrant) -> Result<PlayerSpec, StoreError> {
        let name = entrant.name().to_string();
        let nowhere =
            || StoreError::NoSource { path: self.path.clone(), name: entrant.name().to_string() };
        let source = entrant.player.source.as_deref();
        let Some(language) = language(entrant.player.bot) else {
            let text = source.unwrap_or(entrant.name());
            let bot = text.split_once(':').map_or(text, |(bot, _)| bot);
            // Any other text would be looked for on disk.
            if entrant.player.bot != PlayedBy::Builtin
                || game.bots().iter().all(|known| known.name != bot)
            {
                return Err(nowhere());
            }
            let spec =
                PlayerSpec::read_source(text, game).map_err(|source| StoreError::BuiltIn {
                    path: self.path.clone(),
                    name: name.clone(),
                    source: Box::new(source),
                })?;
            return Ok(PlayerSpec { name, mind: spec.mind });
        };
        let hash = source.ok_or_else(nowhere)?;
        let bundle = self.bundle(hash)?.ok_or_else(nowhere)?;
        let mind = Mind::Script(BotSpec::uncompiled(name.clone(), language, bundle));
        Ok(PlayerSpec { name, mind })
    }

    /// Stores a source, unless it is here already.
    pub(super) fn put_bundle(&self, bot: PlayedBy, bundle: &Bundle) -> rusqlite::Result<()> {
        let Bundle { main, files, hash } = bundle;
        let stored = Stored { main: Cow::Borrowed(main), files: Cow::Borrowed(files) };
        let json = serde_json::to_vec(&stored).expect("a bundle is text");
        let bytes: usize = files.values().map(String::len).sum();
        let language = language(bot).map_or("", |language| language.id);
        let checksum: [u8; 32] = blake3::hash(&json).into();
        self.db
            .prepare_cached(
                "INSERT INTO bundle (hash, language, bytes, checksum, files)
                 VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO NOTHING",
            )?
            .execute((hash, language, bytes as u32, checksum, gzip::pack(&json)))?;
        Ok(())
    }
}

fn language(bot: PlayedBy) -> Option<&'static Language> {
    LANGUAGES.iter().copied().find(|language| language.played_by == bot)
}
