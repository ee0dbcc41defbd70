//! `juez new`: a first bot that works, and the files an editor needs for it.

mod editor;

use anyhow::{Context, bail, ensure};
use serde_json::Map;
use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf, is_separator};

use super::again::quoted;
use super::columns::{entry, width};
use super::text::BOLD;
use juez_core::{Team, Terms, listed};
use juez_match::registry::{AnyGame, MatchSetup, game};
use juez_script::{LANGUAGES, Language};

/// Arguments of `juez new`.
#[derive(clap::Args)]
#[command(after_help = "\
Nothing is ever overwritten. docs/editor.md explains how an editor finds the files in .juez.")]
pub(super) struct NewArgs {
    /// The game
    game: String,
    /// The bot to write: mine.lua or mine.rhai; mine/main.lua makes a bot in a folder of its own
    #[arg(required_unless_present = "editor", value_name = "FILE")]
    bot: Option<PathBuf>,
    /// Write only the files for editors, into this folder; files that an older juez made there
    /// for the game are made again
    #[arg(long, value_name = "FOLDER", conflicts_with = "bot")]
    editor: Option<PathBuf>,
}

pub(super) fn run(args: &NewArgs) -> anyhow::Result<()> {
    let game = game(&args.game)?;
    if let Some(folder) = &args.editor {
        ensure!(folder.is_dir(), "folder {} does not exist", folder.display());
        editor::write(game, &editor::languages_in(folder)?, folder, true)?;
        return Ok(());
    }
    let path = args.bot.as_deref().expect("clap asks for it");
    let language = language_of(path)?;
    let text = game.info().template(language.id);
    let text = text.with_context(|| format!("juez has no first bot for {}", game.info().id))?;
    write_new(path, text)?;
    let shown = path.display();
    writeln!(anstream::stdout(), "wrote {shown}, a first bot for {}", game.info().title)?;
    let written = editor::write(game, &[language], folder_of(path), false);
    written.with_context(|| format!("{shown} is written, but not all files for editors"))?;
    next_steps(game, path)?;
    Ok(())
}

/// Returns the language of a new bot from its file name.
fn language_of(path: &Path) -> anyhow::Result<&'static Language> {
    let shown = path.display().to_string();
    if path.is_dir() || shown.ends_with(is_separator) {
        let folder = shown.trim_end_matches(is_separator);
        let main = either(&format!("{folder}/main"));
        bail!("{folder} is a folder; for a bot in it name its main file: {main}");
    }
    let extension = path.extension().with_context(|| {
        let is_hidden = shown.rsplit('/').next().is_some_and(|name| name.starts_with('.'));
        let help = if is_hidden {
            format!("name the bot, as in {}", either("mine"))
        } else {
            format!("write {}", either(&shown))
        };
        format!("cannot determine the language of {shown:?}: {help}")
    })?;
    let extension = extension.to_string_lossy();
    let language = LANGUAGES.iter().find(|language| language.id == extension);
    language.copied().with_context(|| {
        let stem = path.with_extension("").display().to_string();
        format!("no bot is written in .{extension}: write {}", either(&stem))
    })
}

/// Formats a file name with the extension of each language.
fn either(stem: &str) -> String {
    listed(LANGUAGES.iter().map(|language| format!("{stem}.{}", language.id)), "or")
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Writes a new bot, and creates the folder of a main file.
fn write_new(path: &Path, text: &str) -> anyhow::Result<()> {
    let folder = folder_of(path);
    let is_main = path.file_stem().is_some_and(|stem| stem == "main");
    if is_main && !folder.exists() && folder_of(folder).is_dir() {
        fs::create_dir(folder)
            .with_context(|| format!("cannot create folder {}", folder.display()))?;
    }
    let (file, shown) = (path.display(), folder.display());
    let is_folder = folder.is_dir() || !folder.exists();
    ensure!(is_folder, "{shown} is not a folder, so {file} cannot be in it");
    ensure!(folder.is_dir(), "folder {shown} does not exist: create it first, or choose another");
    match create(path, text) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            bail!("{file} already exists: choose another name")
        }
        made => made.with_context(|| format!("cannot write {file}")),
    }
}

/// Creates a file; fails if it exists, even if another process has just created it.
fn create(path: &Path, text: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(text.as_bytes())
}

/// Prints the next steps for the new bot.
fn next_steps(game: &dyn AnyGame, path: &Path) -> anyhow::Result<()> {
    // A bot in a folder goes by the folder's name.
    let bot =
        if path.file_stem().is_some_and(|stem| stem == "main") { folder_of(path) } else { path };
    let bot = quoted(&bot.display().to_string());
    let id = game.info().id;
    let others = vec!["random"; sides(game) - 1].join(" ");
    let steps = [
        (format!("juez check {bot}"), "is everything right with it?"),
        (format!("juez watch {id} {bot} {others}"), "plays again whenever you save it"),
        (format!("juez play {id} {bot} {others} --show"), "one match, move by move"),
    ];
    let longest = steps.iter().map(|(command, _)| command.chars().count()).max().unwrap_or(0);
    // On a narrow terminal each explanation wraps below its command.
    let at = (longest + 5).min(width().saturating_sub(30));
    let mut out = anstream::stdout().lock();
    writeln!(out, "\nnext")?;
    for (command, what) in &steps {
        entry(&mut out, (BOLD, command), at, what)?;
    }
    Ok(())
}

/// Returns the number of players of the smallest table, one per side.
fn sides(game: &dyn AnyGame) -> usize {
    let options = game.info().with_seats(&Map::new(), game.info().seats.0.into()).into_owned();
    let terms = Terms { options, ..Terms::default() };
    let setup = MatchSetup { terms, ..MatchSetup::new(Vec::new()) };
    let teams = game.teams(&setup).expect("the smallest table has rules");
    teams.into_iter().map(|Team(team)| usize::from(team)).max().unwrap_or(1) + 1
}
