//! The source of a bot: one file, or a folder with its helpers.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A bot's files by their name within the bundle, byte-order marks and carriage returns removed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Bundle {
    /// The file with the hooks.
    pub main: String,
    /// Every file, the main one included.
    pub files: BTreeMap<String, String>,
    /// blake3 over the sorted names and bytes as they stand on disk, 64 hex digits.
    pub hash: String,
}

impl Bundle {
    /// The most bytes of source in a bundle.
    pub const BYTES: u64 = 1024 * 1024;
    /// The most files in a bundle.
    pub const FILES: usize = 64;

    /// Line `line` (from 1) of a file.
    pub fn line(&self, file: &str, line: u32) -> Option<&str> {
        self.files.get(file)?.lines().nth(line.checked_sub(1)? as usize)
    }
}
