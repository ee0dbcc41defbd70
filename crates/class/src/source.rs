//! The source of a bot as people save it.

use std::collections::BTreeMap;

use super::error::ClassErrorKind::{Forbidden, Full, Wrong};
use super::error::Result;
use super::words;
use juez_script::{Bundle, Language};

/// Limit on the name of a file, in bytes.
const MAX_FILE_NAME: usize = 40;

/// Source texts by file name.
pub type SourceFiles = BTreeMap<String, String>;

/// Checks the files of a bot.
///
/// # Errors
/// If a name could be a path, the main file is missing, or the source is too large.
pub fn check_files(language: &Language, files: &SourceFiles) -> Result<()> {
    let main = format!("main.{}", language.id);
    if let Some(name) = files.keys().find(|name| !is_file_name(name, language.id)) {
        let is_path = name.contains(['/', '\\']) || name.starts_with('.');
        let kind = if is_path { Forbidden } else { Wrong };
        return Err(kind.because(words::bad_file_name(name)));
    }
    if !files.contains_key(&main) {
        return Err(Wrong.because(words::no_main_file(main)));
    }
    let bytes: usize = files.values().map(String::len).sum();
    if bytes as u64 > Bundle::BYTES || files.len() > Bundle::FILES {
        return Err(Full.because(words::bot_too_large(Bundle::BYTES / 1024, Bundle::FILES)));
    }
    Ok(())
}

fn is_file_name(name: &str, ending: &str) -> bool {
    let sign =
        |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-_".contains(&byte);
    let stem = name.strip_suffix(ending).and_then(|stem| stem.strip_suffix('.'));
    let is_stem = |stem: &str| !stem.is_empty() && stem.bytes().all(sign) && !is_device(stem);
    name.len() <= MAX_FILE_NAME && stem.is_some_and(is_stem)
}

/// True for a name that is reserved on Windows, where students unpack their bots.
pub(super) fn is_device(stem: &str) -> bool {
    let numbered = |kind: &str| {
        let number = stem.strip_prefix(kind).unwrap_or_default();
        number.len() == 1 && number.bytes().all(|digit| digit.is_ascii_digit())
    };
    matches!(stem, "con" | "prn" | "aux" | "nul") || numbered("com") || numbered("lpt")
}

pub(super) fn main_only(language: &Language, source: &str) -> SourceFiles {
    BTreeMap::from([(format!("main.{}", language.id), source.to_string())])
}

/// Files with their stored form.
pub(super) struct PackedFiles<'a> {
    pub files: &'a SourceFiles,
    /// The files as JSON.
    pub json: String,
    /// Number of bytes of their texts.
    pub bytes: i64,
}

impl PackedFiles<'_> {
    pub fn of(files: &SourceFiles) -> PackedFiles<'_> {
        let json = serde_json::to_string(files).expect("texts by names");
        let bytes = files.values().map(|text| text.len() as i64).sum();
        PackedFiles { files, json, bytes }
    }
}

/// Parses the files from JSON.
pub(super) fn unpacked(json: &str) -> SourceFiles {
    serde_json::from_str(json).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use juez_script::LANGUAGES;

    #[test]
    fn a_file_is_never_a_path() {
        let lua = LANGUAGES[0];
        let with = |name: &str| {
            let mut files = main_only(lua, "");
            files.insert(name.to_string(), String::new());
            check_files(lua, &files)
        };
        assert!(with("helper_2.lua").is_ok());
        for bad in [
            "../x.lua", "a/b.lua", "a\\b.lua", ".lua", "x.rhai", "X.lua", "a.b.lua", "\0.lua",
            "con.lua", "lpt1.lua",
        ] {
            assert!(with(bad).is_err(), "{bad:?}");
        }
        assert!(check_files(lua, &SourceFiles::new()).is_err());
    }
}
