//! `juez test`.

use anyhow::{anyhow, bail};
use serde::Serialize;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

use super::options::IsolationArgs;
use super::test_text::{expected, failure};
use super::text::{BOLD, DIM, GREEN, RED, json_line, tell};
use super::verdict::Verdict;
use juez_core::Hook;
use juez_match::registry::{
    AnyGame, Case, CaseResult, FiledCase, MatchSetup, PlayerSpec, PlayerSpecError, SetupError,
    game, read_cases,
};
use juez_pool::IsolationKind;
use juez_script::LoadError;

/// Arguments of `juez test`.
#[derive(clap::Args)]
#[command(after_help = "\
A case is a position (a record without an end) with the expected moves or result: \
{\"format\":\"juez/1\",\"game\":\"quoridor\",\"moves\":[\"e2\",\"e8\"],\
\"case\":{\"name\":\"walks on\",\"allowed\":[\"e3\"]}}. See docs/testing.md.

Exit code: 0 all cases pass, 1 some fail, 2 wrong input.")]
pub(super) struct TestArgs {
    /// The bot: a script, or a folder with main.lua or main.rhai
    bot: String,
    /// Case files, or folders of them
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Run only cases whose name contains NAME
    #[arg(long, value_name = "NAME")]
    only: Option<String>,
    /// Show position and answer of every case, passing ones too
    #[arg(long, conflicts_with = "json")]
    verbose: bool,
    /// Print one JSON object per case
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    isolation: IsolationArgs,
}

pub(super) struct TestCase {
    pub file: PathBuf,
    /// Number in the file, from 1.
    pub number: usize,
    pub name: String,
    pub game: &'static dyn AnyGame,
    pub case: Case,
}

/// One line of JSON output.
#[derive(Serialize)]
struct JsonLine<'a> {
    file: String,
    case: usize,
    name: &'a str,
    expected: String,
    #[serde(flatten)]
    result: &'a CaseResult,
}

pub(super) fn run(args: &TestArgs) -> anyhow::Result<Verdict> {
    let Some(cases) = cases(args)? else { return Ok(Verdict::Wrong) };
    let isolation = args.isolation.open()?;
    let mut out = BufWriter::new(anstream::stdout().lock());
    let (mut player, mut passed, mut shown) = (None, 0, false);
    for (i, test) in cases.iter().enumerate() {
        let id = test.game.info().id;
        let known = match player.take().filter(|(game, _)| *game == id) {
            Some((_, known)) => Some(known),
            None => read_player(args, test)?,
        };
        let Some(known) = known else { return Ok(Verdict::Failed) };
        let (_, player) = player.insert((id, known));
        let result = isolation.examine(test.game, &test.case, player).map_err(|why| {
            anyhow!("{}: case {} ({}): {why}", test.file.display(), test.number, test.name)
        })?;
        let fault = result.inspection.fault.as_ref().filter(|fault| fault.hook == Hook::Load);
        if let Some(fault) = fault {
            // A worker loads the bot here for the first time.
            tell(format_args!("{RED}error:{RED:#} {} cannot be asked: {fault}", args.bot));
            return Ok(Verdict::Failed);
        }
        passed += usize::from(result.passed);
        if args.json {
            let TestCase { file, number, name, case, .. } = test;
            let (file, expected) = (file.display().to_string(), expected(&case.expected).join(" "));
            let line = JsonLine { file, case: *number, name, expected, result: &result };
            json_line(&mut out, &line)?;
            continue;
        }
        let before = i.checked_sub(1).map(|before| &cases[before].file);
        if before != Some(&test.file) {
            let blank = if i > 0 { "\n" } else { "" };
            writeln!(out, "{blank}{BOLD}{}{BOLD:#} in {}", player.name, test.file.display())?;
        }
        let TestCase { number, name, .. } = test;
        let (style, word) = if result.passed { (GREEN, "pass") } else { (RED, "FAIL") };
        writeln!(out, "  {style}{word}{style:#}  {number:>2}  {name}")?;
        shown = !result.passed || args.verbose;
        if shown {
            // Only the first failing case shows its board; many boards would hide the answers.
            let board = args.verbose || passed == i;
            let again = format!("juez test {} {} --only '{name}'", args.bot, test.file.display());
            write!(out, "{}", failure(test, player, &result, board, again)?)?;
        }
    }
    let all = cases.len();
    if !args.json {
        let style = if passed == all { GREEN } else { RED };
        // The rows of a case end with a blank line already.
        let blank = if shown { "" } else { "\n" };
        writeln!(out, "{blank}{style}{passed} of {all} passed{style:#}")?;
        if all - passed > 1 && !args.verbose {
            writeln!(out, "{DIM}--verbose shows the position of each{DIM:#}")?;
        }
    }
    out.flush()?;
    Ok(if passed == all { Verdict::Done } else { Verdict::Failed })
}

/// Reads the cases. Reports invalid ones and returns `None` if there are any.
fn cases(args: &TestArgs) -> anyhow::Result<Option<Vec<TestCase>>> {
    let (mut cases, mut all_good) = (Vec::new(), true);
    for file in &args.files {
        for filed in read_cases(file)? {
            match ready(filed) {
                Ok(test) => cases.push(test),
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
        let names: Vec<String> = cases.iter().map(|test| test.name.clone()).collect();
        cases.retain(|test| test.name.to_lowercase().contains(&wanted));
        if cases.is_empty() {
            bail!("no case has {only:?} in its name; there are: {}", names.join(", "));
        }
    }
    Ok(Some(cases))
}

/// Checks a case and finds its game.
fn ready(filed: FiledCase) -> Result<TestCase, String> {
    let FiledCase { file, number, case } = filed;
    let location = format!("{}: case {number}", file.display());
    let case = case.map_err(|error| format!("{location}: {error}"))?;
    let name = case.name.clone().unwrap_or_else(|| format!("case {number}"));
    let of = |error: String| match &case.name {
        Some(name) => format!("{location} ({name}): {error}"),
        None => format!("{location}: {error}"),
    };
    let game = game(&case.record.game).map_err(|error| of(error.to_string()))?;
    game.check_case(&case).map_err(|error| of(error.to_string()))?;
    Ok(TestCase { file, number, name, game, case })
}

/// Reads the bot and, in this process, loads it once. A bot that does not load is reported, not an
/// error: the test fails, but the input was valid. Returns `None` then.
fn read_player(args: &TestArgs, test: &TestCase) -> anyhow::Result<Option<PlayerSpec>> {
    let text = &args.bot;
    let fails = |error: &LoadError| {
        tell(format_args!("{RED}error:{RED:#} {text} cannot be asked: {error}"));
        Ok(None)
    };
    let player = match args.isolation.reading(None).player(text, test.game) {
        Err(PlayerSpecError::Script(error @ (LoadError::Syntax(_) | LoadError::Load { .. }))) => {
            return fails(&error);
        }
        other => other?,
    };
    if args.isolation.kind == IsolationKind::Process {
        return Ok(Some(player));
    }
    let mut setup = MatchSetup::new(vec![player.clone()]);
    setup.terms = test.case.record.terms();
    match test.game.check_player(&setup, &player) {
        Err(SetupError::Bot { source, .. }) => fails(&source),
        other => Ok(other.map(|()| Some(player))?),
    }
}
