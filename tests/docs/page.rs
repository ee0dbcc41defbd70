//! Pages of the documentation and their fenced blocks.

use std::fs;
use std::path::{Path, PathBuf};

/// A Markdown file.
pub struct Page {
    /// Its path in the repository, with `/`.
    pub path: String,
    /// Its text outside of blocks, by line; empty where a block is.
    pub prose: Vec<String>,
    /// Its blocks in order.
    pub blocks: Vec<Block>,
}

/// A fenced block.
pub struct Block {
    /// The line of its fence, counted from 1.
    pub line: usize,
    /// The first word after the fence.
    pub language: String,
    /// The other words.
    pub words: Vec<String>,
    pub text: String,
    /// The game of the page at this place.
    pub game: String,
}

impl Block {
    /// Returns true if one of its words is `word`.
    pub fn is(&self, word: &str) -> bool {
        self.words.iter().any(|other| other == word)
    }

    /// Returns the file name among its words.
    pub fn file(&self) -> Option<&str> {
        let named = |word: &&String| word.contains('.') && !word.contains('=');
        self.words.iter().find(named).map(String::as_str)
    }

    /// Returns the value of the word `name=value`.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.words.iter().find_map(|word| word.strip_prefix(name)?.strip_prefix('='))
    }
}

/// Returns the root of the repository.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Returns every page, ordered by path. The rules of a game are in its folder.
pub fn all() -> Vec<Page> {
    let mut paths = vec![root().join("README.md"), root().join("CONTRIBUTING.md")];
    collect(&root().join("docs"), &mut paths);
    collect(&root().join("examples"), &mut paths);
    collect(&root().join("crates/games/src"), &mut paths);
    paths.sort();
    paths.iter().map(|path| read(path)).collect()
}

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of the repository") {
        let path = entry.expect("an entry").path();
        match path.is_dir() {
            true => collect(&path, paths),
            false if path.extension().is_some_and(|ending| ending == "md") => paths.push(path),
            false => {}
        }
    }
}

fn read(path: &Path) -> Page {
    let text = fs::read_to_string(path).expect("a page is text");
    let path = path.strip_prefix(root()).expect("a page of the repository");
    of_text(&path.to_string_lossy().replace('\\', "/"), &text)
}

/// Parses the text of a page.
pub fn of_text(path: &str, text: &str) -> Page {
    let (prose, blocks) = split(path, text);
    Page { path: path.to_string(), prose, blocks }
}

fn split(path: &str, text: &str) -> (Vec<String>, Vec<Block>) {
    let (mut prose, mut blocks) = (Vec::new(), Vec::new());
    let mut game = "quoridor".to_string();
    let mut open: Option<(Block, usize)> = None;
    for (i, line) in text.lines().enumerate() {
        let fence = line.trim_start().strip_prefix("```");
        match (&mut open, fence) {
            (None, Some(info)) => {
                let mut words = info.split_whitespace().map(String::from);
                let language = words.next().unwrap_or_default();
                let (words, game) = (words.collect(), game.clone());
                let block = Block { line: i + 1, language, words, text: String::new(), game };
                open = Some((block, line.len() - line.trim_start().len()));
            }
            (Some(_), Some("")) => blocks.extend(open.take().map(|(block, _)| block)),
            (Some((block, indent)), _) => {
                block.text.push_str(line.get(*indent..).unwrap_or_default());
                block.text.push('\n');
            }
            (None, None) => {
                if let Some(named) = line.trim().strip_prefix("<!-- game:") {
                    game = named.trim_end_matches("-->").trim().to_string();
                }
                prose.resize(i, String::new());
                prose.push(line.to_string());
            }
        }
    }
    assert!(open.is_none(), "{path}: a block is not closed");
    (prose, blocks)
}
