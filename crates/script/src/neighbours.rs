//! Resolves the names by which the files of a bot refer to each other.

use std::collections::BTreeMap;

use super::words;

/// Returns the file name of the hooks in a bot's folder.
pub fn main_file(language: &str) -> String {
    format!("main.{language}")
}

/// Reasons why a file of a bot cannot refer to another file.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoFile {
    /// The path leads outside the bot's folder.
    #[error("{}", words::nothing_outside())]
    Outside,
    /// The bot is a single file.
    #[error("{}", words::single_file(.main, .wanted))]
    Single {
        main: String,
        /// The name it would need in a folder.
        wanted: String,
    },
    /// No file has that name.
    #[error("{}", words::no_such_file())]
    Missing,
}

/// Returns the file of a bundle that `path` in the file `asker` refers to: `./name`,
/// `./folder/name` or the same without `./`, in the asker's folder or else in the bot's folder.
///
/// # Errors
/// The reason why no file matches.
pub fn resolve<V>(
    path: &str,
    asker: &str,
    main: &str,
    files: &BTreeMap<String, V>,
) -> Result<String, NoFile> {
    let extension = main.rsplit_once('.').map_or("", |(_, extension)| extension);
    let found = match within(path, extension) {
        Some(file) => candidates(&file, asker).into_iter().find(|file| files.contains_key(file)),
        None => return Err(NoFile::Outside),
    };
    found.ok_or_else(|| {
        if files.len() == 1 && main != main_file(extension) {
            NoFile::Single { main: main.to_string(), wanted: main_file(extension) }
        } else {
            NoFile::Missing
        }
    })
}

/// Returns the files in folders that a text mentions in quotes: candidates for the files it refers
/// to.
pub fn named_in(text: &str, asker: &str, extension: &str) -> Vec<String> {
    let files =
        quoted(text).filter(|path| is_path(path)).filter_map(|path| within(path, extension));
    let named = files.flat_map(|file| candidates(&file, asker));
    named.filter(|file| file.contains('/')).collect()
}

/// Explains why `asker` does not find `path` ([`NoFile::Missing`]): a file in a folder is part of
/// the bot only if another file mentions it in quotes, in the form of `written`. The caller charges
/// for this first, by [`bytes`].
pub fn missing(
    path: &str,
    asker: &str,
    extension: &str,
    files: &BTreeMap<String, String>,
    written: String,
) -> String {
    if is_named(path, asker, extension, files) {
        NoFile::Missing.to_string()
    } else {
        words::written_out(written)
    }
}

/// Returns the total size of the files in bytes.
pub fn bytes(files: &BTreeMap<String, String>) -> usize {
    files.values().map(String::len).sum()
}

/// Quotes the beginning of a path for a sentence.
pub fn shown(path: &str) -> String {
    format!("{:?}", path.chars().take(60).collect::<String>())
}

/// Returns true if a file mentions in quotes the target of `path` in the file `asker`.
fn is_named(path: &str, asker: &str, extension: &str, files: &BTreeMap<String, String>) -> bool {
    let wanted = within(path, extension).map(|file| candidates(&file, asker)).unwrap_or_default();
    let mut named = files.iter().map(|(name, text)| names(text, name));
    named.any(|names| wanted.iter().any(|file| names(file)))
}

/// Returns true if a file other than `wanted` mentions it in quotes.
pub fn is_asked_for(wanted: &str, files: &BTreeMap<String, String>) -> bool {
    let mut others = files.iter().filter(|(name, _)| *name != wanted);
    others.any(|(name, text)| names(text, name)(wanted))
}

/// Returns a test of whether a text mentions a file in quotes. It allocates nothing, since a text
/// can have half a million quotes.
fn names<'a>(text: &'a str, asker: &'a str) -> impl Fn(&str) -> bool + 'a {
    let folder = asker.rsplit_once('/').map(|(folder, _)| folder);
    move |file| {
        let (stem, extension) = file.rsplit_once('.').unwrap_or((file, ""));
        let here = folder.and_then(|folder| stem.strip_prefix(folder)?.strip_prefix('/'));
        quoted(text).any(|path| {
            let named = stem_of(path, extension);
            (named == stem || Some(named) == here) && is_path(path)
        })
    }
}

/// Returns the parts of a text that may be quoted.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.lines().flat_map(|line| {
        ['"', '\'', '`'].into_iter().flat_map(move |quote| line.split(quote).skip(1))
    })
}

/// Returns true if a text can be the path of a file.
fn is_path(text: &str) -> bool {
    let in_path = |c: char| c.is_alphanumeric() || matches!(c, '.' | '/' | '_' | '-' | ' ');
    !text.starts_with(' ') && text.chars().all(in_path)
}

/// Returns the file's name within the bot's folder; `None` if the path leads outside.
fn within(path: &str, extension: &str) -> Option<String> {
    let stem = stem_of(path, extension);
    let is_name = |part: &str| !part.is_empty() && !part.starts_with('.');
    let fits = !stem.contains(['\\', ':', '\0']) && stem.split('/').all(is_name);
    fits.then(|| format!("{stem}.{extension}"))
}

/// Strips `./` and the extension from a path.
fn stem_of<'a>(path: &'a str, extension: &str) -> &'a str {
    let path = path.strip_prefix("./").unwrap_or(path);
    let stem = path.strip_suffix(extension).and_then(|stem| stem.strip_suffix('.'));
    stem.unwrap_or(path)
}

/// Returns the candidate locations of `file`: the asker's folder and the bot's folder.
fn candidates(file: &str, asker: &str) -> Vec<String> {
    let beside = asker.rsplit_once('/').map(|(folder, _)| format!("{folder}/{file}"));
    beside.into_iter().chain([file.to_string()]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resolved(path: &str, asker: &str) -> Result<String, NoFile> {
        let files = ["main.lua", "a.lua", "sub/a.lua", "sub/b.lua"];
        let files = files.map(|name| (name.to_string(), ())).into();
        resolve(path, asker, "main.lua", &files)
    }

    #[test]
    fn a_file_beside_the_asker_comes_before_one_of_the_bots_folder() {
        let found = |path, asker| resolved(path, asker).expect("it is there");
        assert_eq!(found("./a", "main.lua"), "a.lua");
        assert_eq!(found("./sub/a", "main.lua"), "sub/a.lua");
        assert_eq!(found("./a.lua", "sub/b.lua"), "sub/a.lua");
        assert_eq!(found("sub/b", "sub/a.lua"), "sub/b.lua");
        assert_eq!(found("./main", "sub/a.lua"), "main.lua");
    }

    #[test]
    fn nothing_leads_out_of_the_folder() {
        let outside = ["../a", "./../a", "sub/../a", "/a", "", ".", "./.git/a", "a\\b", "C:a"];
        for path in outside {
            assert_eq!(resolved(path, "sub/b.lua"), Err(NoFile::Outside), "{path}");
            let text = format!("require(\"{path}\")");
            assert!(named_in(&text, "main.lua", "lua").is_empty(), "{path}");
        }
    }

    #[test]
    fn a_file_that_no_other_names_is_not_asked_for() {
        let files =
            [("main.lua", "require('./a')"), ("a.lua", "require(\"./b/c\")"), ("d.lua", "")];
        let files = files.map(|(name, text)| (name.to_string(), text.to_string())).into();
        assert!(is_asked_for("a.lua", &files) && is_asked_for("b/c.lua", &files));
        assert!(!is_asked_for("d.lua", &files) && !is_asked_for("main.lua", &files));
        assert!(is_named("./b/c", "a.lua", "lua", &files));
        assert!(!is_named("./b/d", "a.lua", "lua", &files));
        // In a folder, a name refers to a file of that folder or of the bot's folder.
        let folder =
            [("sub/a.lua", "require('c') require(\"./e.lua\")"), ("main.lua", "'c d' 'f(g'")];
        let files = folder.map(|(name, text)| (name.to_string(), text.to_string())).into();
        assert!(is_asked_for("sub/c.lua", &files) && is_asked_for("c.lua", &files));
        assert!(is_asked_for("sub/e.lua", &files) && !is_asked_for("other/c.lua", &files));
        assert!(is_named("./c d", "main.lua", "lua", &files));
        assert!(!is_named("./f(g", "main.lua", "lua", &files));
    }

    #[test]
    fn what_is_named_in_quotes_may_be_asked_for() {
        let text =
            "local a = require(\"./sub/a\")\nlocal b = require('./sub/deep/b.lua') -- ./no/c";
        let found = named_in(text, "main.lua", "lua");
        assert_eq!(found, ["sub/a.lua", "sub/deep/b.lua"]);
    }
}
