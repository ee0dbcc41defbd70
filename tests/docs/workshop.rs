//! The folder in which the blocks of a page run.

use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::TempDir;

use super::commands::{self, Line, Run};
use super::outputs::Accuracy;
use super::page::{Block, Page, root};
use super::{fragments, outputs, positions};

/// A page whose blocks are being run.
pub struct Workshop<'a> {
    page: &'a Page,
    folder: TempDir,
    /// The output of the last command.
    printed: Option<String>,
    /// The last position or record.
    position: Option<Value>,
    /// The moves of the bots of the page, by name without its ending.
    played: BTreeMap<String, Vec<Value>>,
}

impl<'a> Workshop<'a> {
    /// Makes a fresh folder for a page, with the bots and examples of the repository.
    pub fn open(page: &'a Page) -> Workshop<'a> {
        let folder = TempDir::new().expect("a folder for the page");
        for name in ["bots", "examples"] {
            copy(&root().join(name), &folder.path().join(name));
        }
        Workshop { page, folder, printed: None, position: None, played: BTreeMap::new() }
    }

    /// Runs every block and returns the failing ones with the reason.
    pub fn run(mut self) -> Vec<String> {
        let mut failures = Vec::new();
        for block in &self.page.blocks {
            if let Err(why) = self.block(block) {
                failures.push(format!("{}:{}: {why}", self.page.path, block.line));
            }
        }
        failures
    }

    fn block(&mut self, block: &Block) -> Result<(), String> {
        match block.language.as_str() {
            "lua" | "rhai" if block.is("fragment") => self.fragment(block),
            "lua" | "rhai" => self.program(block),
            "sh" if block.is("elsewhere") => Ok(()),
            "sh" => self.commands(block),
            "output" => {
                let printed = self.printed.as_ref().ok_or("no command comes before it")?;
                let accuracy = if block.is("about") { Accuracy::About } else { Accuracy::Exact };
                outputs::difference(&block.text, printed, accuracy).map_or(Ok(()), Err)
            }
            "json" => self.json(block),
            "csv" | "toml" => self.kept(block),
            "legal" => {
                let position = self.position.as_ref().ok_or("no position comes before it")?;
                positions::check(self.folder.path(), position, &block.text)
            }
            "python" if !PYTHON.iter().all(|module| !block.is(module) || has(module)) => Ok(()),
            "python" => {
                if block.file().is_some() {
                    self.kept(block)?;
                }
                python(block, self.folder.path())
            }
            "text" if is_commands(&block.text) => self.commands(block),
            "text" => Ok(()),
            "" => Err("a block needs a language: `text` without code".to_string()),
            other => Err(format!("there is no way to run a block of {other:?}")),
        }
    }

    fn juez(&self, line: &str) -> Result<Run, String> {
        match commands::read(line)? {
            Line::Juez(arguments) => Ok(commands::run(self.folder.path(), &arguments, false)),
            other => Err(format!("{other:?} is no command of juez")),
        }
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a file lies in a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }

    fn commands(&mut self, block: &Block) -> Result<(), String> {
        let mut failed = false;
        for line in block.text.lines().filter(|line| !line.trim().is_empty()) {
            let arguments = match commands::read(line)? {
                Line::Juez(arguments) => arguments,
                Line::Workshop => continue,
                Line::Copy(from, to) => {
                    let path = |name: &str| self.folder.path().join(name);
                    fs::copy(path(&from), path(&to)).map_err(|error| format!("{line}: {error}"))?;
                    continue;
                }
                Line::Example(name) => {
                    let examples = root().join("examples");
                    let files = [format!("{name}.rs"), format!("{name}/main.rs")];
                    let there = files.iter().any(|file| examples.join(file).exists());
                    there.then_some(()).ok_or(format!("there is no example {name}"))?;
                    continue;
                }
            };
            let run = commands::run(self.folder.path(), &arguments, block.is("measured"));
            failed |= run.code != 0;
            if run.code != 0 && !block.is("fails") {
                return Err(format!("{line}\nends with {}: {}", run.code, run.printed));
            }
            self.printed = Some(run.printed);
        }
        if block.is("fails") && !failed {
            Err("should fail, and does not".to_string())
        } else {
            Ok(())
        }
    }

    /// Writes a file. If it is a bot it plays, in either seat of two. Many pages show a bot in both
    /// languages: the twins must make the same moves.
    fn program(&mut self, block: &Block) -> Result<(), String> {
        let unnamed = format!("unnamed.{}", block.language);
        let name = block.file().unwrap_or(&unnamed);
        self.write(name, &block.text);
        if !block.text.contains("next_move") {
            return match block.file() {
                Some(_) => Ok(()),
                None => Err("is no bot: say `fragment`, or name the file".to_string()),
            };
        }
        let main = ["/main.lua", "/main.rhai"].iter().find_map(|main| name.strip_suffix(main));
        let (bot, game) = (main.unwrap_or(name), &block.game);
        let others = others(game);
        let mut moves = Vec::new();
        for players in [format!("{bot} {others}"), format!("{others} {bot}")] {
            let run = self.juez(&format!("juez play {game} {players} --seed 1 --json"))?;
            self.expect_fault(block, &run)?;
            let record: Value = serde_json::from_str(&run.stdout).unwrap_or_default();
            moves.push(record["moves"].clone());
        }
        let Some((stem, _)) = bot.rsplit_once('.').filter(|_| block.file().is_some()) else {
            return Ok(());
        };
        match self.played.insert(stem.to_string(), moves.clone()) {
            Some(other) if other != moves => {
                Err(format!("plays other moves than its twin: {moves:?}, not {other:?}"))
            }
            _ => Ok(()),
        }
    }

    fn fragment(&self, block: &Block) -> Result<(), String> {
        let (program, mark) = match block.language.as_str() {
            "lua" => (fragments::lua_bot(&block.text), "--> "),
            _ => (fragments::rhai_bot(&block.text), "//> "),
        };
        let name = format!("fragment.{}", block.language);
        self.write(&name, &program);
        let game = &block.game;
        let others = others(game);
        let from = block.value("at").map_or(String::new(), |file| format!("--from {file} "));
        let run = self.juez(&format!("juez play {game} {name} {others} {from}--seed 1 --json"))?;
        self.expect_fault(block, &run)?;
        let promised = fragments::promised(&block.text, mark);
        let printed = first_log(&run.stdout);
        if promised.is_empty() || promised == printed {
            Ok(())
        } else {
            Err(format!("says it prints {promised:#?}, and prints {printed:#?}"))
        }
    }

    /// Checks that a match has no fault, or the one that the block announces.
    fn expect_fault(&self, block: &Block, run: &Run) -> Result<(), String> {
        let errors = fragments::errors(&block.text);
        match block.is("fails") {
            true if run.code == 0 => Err("should fail, and does not".to_string()),
            true => match errors.iter().find(|error| !said(&run.stderr).contains(error.as_str())) {
                Some(error) => Err(format!("does not say {error:?}: {}", run.stderr)),
                None => Ok(()),
            },
            false if run.code != 0 => Err(format!("ends with {}: {}", run.code, run.stderr)),
            false if !run.stdout.contains("\"faults\":[]") => Err(run.stderr.clone()),
            false => Ok(()),
        }
    }

    /// Keeps a file for the following commands.
    fn kept(&self, block: &Block) -> Result<(), String> {
        let name = block.file().ok_or("the block says which file it is")?;
        self.write(name, &block.text);
        Ok(())
    }

    fn json(&mut self, block: &Block) -> Result<(), String> {
        if block.is("cases") {
            // Several values over any number of lines, as `juez test` reads them.
            let values = serde_json::Deserializer::from_str(&block.text).into_iter::<Value>();
            for value in values {
                value.map_err(|error| error.to_string())?;
            }
            self.write(block.file().ok_or("cases have a file")?, &block.text);
            return Ok(());
        }
        let value: Value = serde_json::from_str(&block.text).map_err(|error| error.to_string())?;
        if block.is("record") {
            if value.get("end").is_none() {
                return Err("a record has an end".to_string());
            }
            if let Some(why) = positions::refusal(self.folder.path(), &value) {
                return Err(why);
            }
        } else if block.is("position") {
            positions::legal(self.folder.path(), &value)?;
        } else {
            return Ok(());
        }
        if let Some(name) = block.file() {
            self.write(name, &format!("{value}\n"));
        }
        self.position = Some(value);
        Ok(())
    }
}

/// Returns the opponents of a bot of the page.
fn others(game: &str) -> &'static str {
    match game {
        "tute" => "random random",
        "scopone" => "random random random",
        _ => "random",
    }
}

/// Returns an error without the source lines that it shows.
fn said(stderr: &str) -> String {
    let source =
        |line: &str| line.trim_start().starts_with(|c: char| c.is_ascii_digit() || c == '|');
    stderr.lines().filter(|line| !source(line)).collect::<Vec<_>>().join("\n")
}

/// Returns true if every line of a text is a command of juez.
fn is_commands(text: &str) -> bool {
    text.lines().all(|line| line.starts_with("juez "))
}

/// Returns the log of the first decision that has one; empty without a record.
fn first_log(record: &str) -> Vec<String> {
    let record: Value = serde_json::from_str(record).unwrap_or_default();
    let plies = record["plies"].as_array().cloned().unwrap_or_default();
    let logs = plies.iter().filter_map(|ply| ply["log"].as_array());
    let first = logs.filter(|log| !log.is_empty()).take(1).flatten();
    first.map(|line| line.as_str().expect("text").to_string()).collect()
}

/// Modules of Python that blocks can need.
const PYTHON: [&str; 4] = ["gymnasium", "juez", "numpy", "pettingzoo"];

fn has(module: &str) -> bool {
    let import = format!("import {module}");
    let tried = Command::new("python3").args(["-c", &import]).stderr(Stdio::null()).status();
    tried.is_ok_and(|status| status.success())
}

fn python(block: &Block, folder: &Path) -> Result<(), String> {
    let child = Command::new("python3")
        .arg("-")
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    // Python is only for comparison, and is not on every machine.
    let Ok(mut child) = child else { return Ok(()) };
    let mut stdin = child.stdin.take().expect("stdin is piped");
    stdin.write_all(block.text.as_bytes()).map_err(|error| error.to_string())?;
    drop(stdin);
    let output = child.wait_with_output().map_err(|error| error.to_string())?;
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    let printed: Vec<&str> = printed.lines().map(str::trim_end).collect();
    let promised = fragments::promised(&block.text, "#> ");
    if output.status.success() && printed == promised {
        Ok(())
    } else {
        Err(format!(
            "says it prints {promised:#?}, and prints {printed:#?}{}",
            String::from_utf8_lossy(&output.stderr)
        ))
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder of the repository") {
        let path = entry.expect("an entry").path();
        let target = to.join(path.file_name().expect("a name"));
        if path.is_dir() {
            copy(&path, &target);
        } else {
            fs::copy(&path, &target).expect("a copy");
        }
    }
}
