//! The source of a bot: one file, or a folder with its helpers.

use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// A bot's files by their name within the bundle. Byte-order marks, carriage returns and the words of a
/// first line `#!...` are removed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Bundle {
    /// The file with the hooks.
    pub main: String,
    /// Every file, the main one included.
    pub files: BTreeMap<String, String>,
    /// blake3 over the sorted names and bytes as they stand on disk, 64 hex digits.
    pub hash: String,
}

/// A bundle as it is stored and sent. Its hash was made from the bytes on disk, before marks and carriage
/// returns were removed, so it cannot be made again from this: a checksum goes with it.
#[derive(Serialize, Deserialize)]
struct Packed<'a> {
    main: Cow<'a, str>,
    files: Cow<'a, BTreeMap<String, String>>,
}

impl Bundle {
    /// The most bytes of source in a bundle.
    pub const BYTES: u64 = 1024 * 1024;
    /// The most files in a bundle.
    pub const FILES: usize = 64;

    /// The files as JSON, without the hash.
    pub fn to_json(&self) -> Vec<u8> {
        let Bundle { main, files, .. } = self;
        let packed = Packed { main: Cow::Borrowed(main), files: Cow::Borrowed(files) };
        serde_json::to_vec(&packed).expect("a bundle is text")
    }

    /// The bundle with this hash, from [`Bundle::to_json`].
    ///
    /// # Errors
    /// If that is something else.
    pub fn from_json(json: &[u8], hash: &str) -> serde_json::Result<Bundle> {
        let Packed { main, files } = serde_json::from_slice(json)?;
        let (main, files) = (main.into_owned(), files.into_owned());
        Ok(Bundle { main, files, hash: hash.to_string() })
    }

    /// Line `line` (from 1) of a file.
    pub fn line(&self, file: &str, line: u32) -> Option<&str> {
        self.files.get(file)?.lines().nth(line.checked_sub(1)? as usize)
    }
}
