//! Sources of bots: stored once, and played from the store instead of from disk.

use rusqlite::ToSql;

use super::Store;
use super::error::StoreError;
use super::packed::{UnpackError, unpack};
use super::write::insert;
use juez_core::PlayedBy;

use crate::plan::Entrant;
use juez_match::registry::{AnyGame, Mind, PlayerSpec};
use juez_script::{BotSpec, Bundle, LANGUAGES, Language};
use juez_storage::gzip;

impl Store {
    /// Returns the source with this hash, if it is stored.
    ///
    /// # Errors
    /// If the source is damaged or cannot be read.
    pub fn bundle(&self, hash: &str) -> Result<Option<Bundle>, StoreError> {
        let row: Option<(Vec<u8>, Vec<u8>)> =
            self.one("SELECT files, checksum FROM bundle WHERE hash = ?1", [hash], |row| {
                Ok((row.get(0)?, row.get(1)?))
            })?;
        let Some((files, checksum)) = row else { return Ok(None) };
        let wrong = |source| StoreError::Unpack {
            path: self.path.clone(),
            what: format!("the source {hash}"),
            source,
        };
        let json = unpack(&files, &checksum).map_err(wrong)?;
        let bundle = Bundle::from_json(&json, hash);
        bundle.map(Some).map_err(|error| wrong(UnpackError::Record(error.into())))
    }

    /// Returns an entrant as a player, from its stored source and never from disk. Does not compile
    /// scripts.
    ///
    /// # Errors
    /// If the source is not stored, or the entrant is an unknown built-in bot or an external
    /// program.
    pub fn player(&self, game: &dyn AnyGame, entrant: &Entrant) -> Result<PlayerSpec, StoreError> {
        let (path, name) = (|| self.path.clone(), entrant.name().to_string());
        let nowhere = || StoreError::NoSource { path: path(), name: name.clone() };
        let source = entrant.player.source.as_deref();
        if entrant.player.bot == PlayedBy::External {
            return Err(StoreError::Program { path: path(), name });
        }
        let Some(language) = language(entrant.player.bot) else {
            let text = source.unwrap_or(entrant.name());
            let bot = text.split_once(':').map_or(text, |(bot, _)| bot);
            if entrant.player.bot != PlayedBy::Builtin
                || game.bots().iter().all(|known| known.name != bot)
            {
                return Err(nowhere());
            }
            let source = |error| {
                let source = Box::new(error);
                StoreError::BuiltIn { path: path(), name: name.clone(), source }
            };
            let PlayerSpec { mind, .. } = PlayerSpec::built_in(text, game).map_err(source)?;
            return Ok(PlayerSpec { name, mind });
        };
        let hash = source.ok_or_else(nowhere)?;
        let bundle = self.bundle(hash)?.ok_or_else(nowhere)?;
        let mind = Mind::Script(BotSpec::uncompiled(name.clone(), language, bundle));
        Ok(PlayerSpec { name, mind })
    }

    /// Stores a source, unless it is stored already.
    pub(super) fn put_bundle(&self, bot: PlayedBy, bundle: &Bundle) -> rusqlite::Result<()> {
        let Bundle { files, hash, .. } = bundle;
        let json = bundle.to_json();
        let bytes: usize = files.values().map(String::len).sum();
        let language = language(bot).map_or("", |language| language.id);
        let checksum: [u8; 32] = blake3::hash(&json).into();
        let columns: [(&str, &dyn ToSql); 5] = [
            ("hash", hash),
            ("language", &language),
            ("bytes", &(bytes as u32)),
            ("checksum", &checksum),
            ("files", &gzip::pack(&json)),
        ];
        insert(&self.db, "bundle", &columns, "ON CONFLICT DO NOTHING").map(drop)
    }
}

fn language(bot: PlayedBy) -> Option<&'static Language> {
    LANGUAGES.iter().copied().find(|language| language.played_by == bot)
}
