//! The source of a bot: one file, or a folder with its helpers.

use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// A bot's files by name within the bundle, without byte-order marks, carriage returns and the text
/// of a first line `#!...`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Bundle {
    /// The file with the hooks.
    pub main: String,
    /// Every file, including the main one.
    pub files: BTreeMap<String, String>,
    /// blake3 over the sorted names and the original bytes on disk, 64 hex digits.
    pub hash: String,
}

/// A bundle in its stored and sent form. The hash cannot be recomputed from it, since it covers the
/// bytes on disk before marks and carriage returns were removed, so a checksum accompanies it.
#[derive(Serialize, Deserialize)]
struct Packed<'a> {
    main: Cow<'a, str>,
    files: Cow<'a, BTreeMap<String, String>>,
}

impl Bundle {
    /// Size limit of the source in bytes.
    pub const BYTES: u64 = 1024 * 1024;
    /// Limit on the number of files.
    pub const FILES: usize = 64;

    /// Encodes the files as JSON, without the hash.
    pub fn to_json(&self) -> Vec<u8> {
        let Bundle { main, files, .. } = self;
        let packed = Packed { main: Cow::Borrowed(main), files: Cow::Borrowed(files) };
        serde_json::to_vec(&packed).expect("a bundle is text")
    }

    /// Reads a bundle from the JSON of [`Bundle::to_json`] and gives it this hash.
    ///
    /// # Errors
    /// If the JSON is not a bundle.
    pub fn from_json(json: &[u8], hash: &str) -> serde_json::Result<Bundle> {
        let Packed { main, files } = serde_json::from_slice(json)?;
        let (main, files) = (main.into_owned(), files.into_owned());
        Ok(Bundle { main, files, hash: hash.to_string() })
    }

    /// Returns line `line` (from 1) of a file.
    pub fn line(&self, file: &str, line: u32) -> Option<&str> {
        self.files.get(file)?.lines().nth(line.checked_sub(1)? as usize)
    }
}
