//! `juez test`.

use anyhow::{anyhow, bail};
use serde::Serialize;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

use super::Verdict;
use super::options::Place;
use super::test_text::{expected, failure};
use super::text::{BOLD, GREEN, RED, tell};
use crate::core::Hook;
use crate::pool::IsolationKind;
use crate::registry::{
    AnyGame, Case, CaseResult, FiledCase, MatchSetup, PlayerSpec, PlayerSpecError, SetupError,
    game, read_cases,
};
use crate::script::LoadError;

/// Arguments of `juez test`.
#[derive(clap::Args)]
#[command(after_help = "\
A case is a position (a record without an end) with what is expected there: \
{\"format\":\"juez/1\",\"game\":\"quoridor\",\"moves\":[\"e2\",\"e8\"],\
\"case\":{\"name\":\"walks on\",\"allowed\":[\"e3\"]}}. docs/testing.md tells the rest.

Exit code: 0 all cases pass, 1 some fail, 2 wrong input.")]
pub(super) struct TestArgs {
    /// The bot: a script, or a folder with main.lua or main.rhai
    bot: String,
    /// Files of cases, or folders of such files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Only the cases whose name has this in it
    #[arg(long, value_name = "NAME")]
    only: Option<String>,
    /// Show the position and the answer of cases that pass, too
    #[arg(long, conflicts_with = "json")]
    verbose: bool,
    /// One JSON object a case
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    place: Place,
}

/// A case that can be asked.
pub(super) struct Asked {
    pub file: PathBuf,
    /// Its number in the file, from 1.
    pub number: usize,
    pub name: String,
    pub game: &'static dyn AnyGame,
    pub case: Case,
}

/// One line for programs.
#[derive(Serialize)]
struct Line<'a> {
    file: String,
    case: usize,
    name: &'a str,
    expected: String,
    #[serde(flatten)]
    result: &'a CaseResult,
}

pub(super) fn run(args: &TestArgs) -> anyhow::Result<Verdict> {
    let Some(cases) = cases(args)? else { return Ok(Verdict::Wrong) };
    let place = args.place.open()?;
    let mut out = BufWriter::new(anstream::stdout().lock());
    let (mut player, mut passed, mut drawn) = (None, 0, false);
    for (i, asked) in cases.iter().enumerate() {
        let known = player.take().filter(|(game, _)| *game == asked.game.info().id);
        let of_game = match known {
            Some(known) => known,
            None => match read_player(args, asked)? {
                Some(player) => (asked.game.info().id, player),
                None => return Ok(Verdict::Failed),
            },
        };
        let (_, player) = player.insert(of_game);
        let result =
            place.examine(asked.game, &asked.case, player).map_err(|why| wrong(asked, why))?;
        if let Some(fault) = result.inquiry.fault.as_ref().filter(|fault| fault.hook == Hook::Load)
        {
            // In a worker this is where a bot is loaded for the first time.
            tell(format_args!("{RED}error:{RED:#} {} cannot be asked: {fault}", args.bot));
            return Ok(Verdict::Failed);
        }
        passed += usize::from(result.passed);
        if args.json {
            let Asked { file, number, name, case, .. } = asked;
            let (file, expected) = (file.display().to_string(), expected(&case.expected).join(" "));
            let line = Line { file, case: *number, name, expected, result: &result };
            serde_json::to_writer(&mut out, &line)?;
            writeln!(out)?;
            continue;
        }
        let before = i.checked_sub(1).map(|before| &cases[before].file);
        if before != Some(&asked.file) {
            let blank = if i > 0 { "\n" } else { "" };
            writeln!(out, "{blank}{BOLD}{}{BOLD:#} in {}", player.name, asked.file.display())?;
        }
        let Asked { number, name, .. } = asked;
        match result.passed {
            true => writeln!(out, "  {GREEN}pass{GREEN:#}  {number:>2}  {name}")?,
            false => writeln!(out, "  {RED}FAIL{RED:#}  {number:>2}  {name}")?,
        }
        if !result.passed || args.verbose {
            let again = format!("juez test {} {} --only '{name}'", args.bot, asked.file.display());
            write!(out, "{}", failure(asked, player, &result, again)?)?;
        }
        drawn = !result.passed || args.verbose;
    }
    let all = cases.len();
    if !args.json {
        let style = if passed == all { GREEN } else { RED };
        // A drawing has a blank line below it already.
        let blank = if drawn { "" } else { "\n" };
        writeln!(out, "{blank}{style}{passed} of {all} passed{style:#}")?;
    }
    out.flush()?;
    Ok(if passed == all { Verdict::Done } else { Verdict::Failed })
}

/// The cases to ask; `None` if one of them is wrong, which was told.
fn cases(args: &TestArgs) -> anyhow::Result<Option<Vec<Asked>>> {
    let (mut cases, mut all_good) = (Vec::new(), true);
    for file in &args.files {
        for filed in read_cases(file)? {
            match ready(filed) {
                Ok(asked) => cases.push(asked),
                Err(why) => {
                    tell(format_args!("{RED}error:{RED:#} {why}"));
                    all_good = false;
                }
            }
        }
    }
    if !all_good {
        return Ok(None);
    }
    if let Some(only) = &args.only {
        let wanted = only.to_lowercase();
        let names: Vec<String> = cases.iter().map(|asked| asked.name.clone()).collect();
        cases.retain(|asked| asked.name.to_lowercase().contains(&wanted));
        if cases.is_empty() {
            bail!("no case has {only:?} in its name; there are: {}", names.join(", "));
        }
    }
    Ok(Some(cases))
}

/// A case with its game, checked.
fn ready(filed: FiledCase) -> Result<Asked, String> {
    let FiledCase { file, number, case } = filed;
    let place = format!("{}: case {number}", file.display());
    let case = case.map_err(|error| format!("{place}: {error}"))?;
    let name = case.name.clone().unwrap_or_else(|| format!("case {number}"));
    let of = |error: String| match &case.name {
        Some(name) => format!("{place} ({name}): {error}"),
        None => format!("{place}: {error}"),
    };
    let game = game(&case.record.game).map_err(|error| of(error.to_string()))?;
    game.check_case(&case).map_err(|error| of(error.to_string()))?;
    Ok(Asked { file, number, name, game, case })
}

fn wrong(asked: &Asked, why: impl std::fmt::Display) -> anyhow::Error {
    anyhow!("{}: case {} ({}): {why}", asked.file.display(), asked.number, asked.name)
}

/// The bot, loaded once to see that it can be asked at all; `None` if it cannot, which was told: that
/// is the bot's failure, not wrong input.
fn read_player(args: &TestArgs, asked: &Asked) -> anyhow::Result<Option<PlayerSpec>> {
    let text = &args.bot;
    let fails = |error: &LoadError| {
        tell(format_args!("{RED}error:{RED:#} {text} cannot be asked: {error}"));
        Ok(None)
    };
    let player = match args.place.player(text, asked.game) {
        Err(PlayerSpecError::Script(error @ (LoadError::Syntax(_) | LoadError::Load { .. }))) => {
            return fails(&error);
        }
        other => other?,
    };
    if args.place.isolation == IsolationKind::Process {
        return Ok(Some(player));
    }
    let mut setup = MatchSetup::new(vec![player.clone()]);
    setup.limits = asked.case.record.limits.clone().unwrap_or_default();
    setup.without = asked.case.record.without.clone();
    match asked.game.check_player(&setup, &player) {
        Err(SetupError::Bot { source, .. }) => fails(&source),
        other => Ok(other.map(|()| Some(player))?),
    }
}
