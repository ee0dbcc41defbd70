//! The students of a class: from a roster, a folder of submissions, or both.

use anyhow::Context;
use std::cell::RefCell;
use std::path::{Path, PathBuf};

use super::args::Settings;
use super::class_bots::{ClassBot, class_bots};
use crate::cli::text::tell;
use juez_grading::submissions::{Submission, collect, decide, matched};
use juez_grading::{Columns, Deadline, Roster, RosterRow, people_called};
use juez_match::registry::{Mind, PlayerSpec};
use juez_script::BotSpec;
use juez_tournament::{Candidate, EntryCheck};

/// Returns the students, each with a bot or the reason why there is none.
pub(super) fn students(
    settings: &Settings,
    entry_check: &EntryCheck<'_>,
) -> anyhow::Result<Vec<Candidate>> {
    let read = |path: &PathBuf| {
        // With a folder, the roster lists only the class; the bots come from the folder.
        let columns =
            Columns { bots_optional: settings.submissions.is_some(), ..Columns::default() };
        let roster = Roster::read(path, &columns)?;
        // Says how ambiguous parts of the file were read.
        if let Some(note) = roster.note().filter(|_| !settings.quiet) {
            tell(format_args!("note: {note}"));
        }
        anyhow::Ok(roster)
    };
    let roster = settings.roster.as_ref().map(read).transpose()?;
    let deadline: Option<Deadline> =
        settings.deadline.as_deref().map(str::parse).transpose().context("--deadline")?;
    let deadline = deadline.as_ref();
    if let Some(folder) = &settings.submissions
        && let Some(bots) = class_bots(folder, entry_check.game.info().id, deadline)?
    {
        return of_class(bots, roster.as_ref(), deadline, settings, entry_check);
    }
    let submissions = match (roster, &settings.submissions) {
        (None, None) => return Ok(Vec::new()),
        (Some(roster), None) => {
            roster.check()?;
            return Ok(roster.rows().iter().map(of_row).collect());
        }
        (None, Some(folder)) => {
            let submissions = submitted(folder, deadline, None, settings, entry_check)?;
            tell_notes(&submissions, settings);
            submissions
        }
        (Some(roster), Some(folder)) => {
            let submissions = submitted(folder, deadline, Some(&roster), settings, entry_check)?;
            let matched = matched(submissions, &roster);
            tell_notes(&matched.submissions, settings);
            for stranger in matched.strangers.iter().filter(|_| !settings.quiet) {
                let why = match (&stranger.claims[..], &stranger.meant) {
                    ([], None) => " and is not on the roster".to_string(),
                    ([], Some(name)) => format!(" and is not on the roster; did {name} mean it?"),
                    (claims, _) => {
                        let claims = claims.join(" or of ");
                        format!(", and it is not clear whether that is of {claims}")
                    }
                };
                tell(format_args!("note: {} handed in{why}", stranger.submission.student));
            }
            matched.submissions
        }
    };
    Ok(submissions.iter().map(of_submission).collect())
}

fn of_row(row: &RosterRow) -> Candidate {
    of_bot(row, row.bot.as_deref())
}

/// Returns a student of the roster with this bot.
fn of_bot(row: &RosterRow, bot: Option<&Path>) -> Candidate {
    let none =
        || Candidate { problem: Some("handed in nothing".to_string()), ..Candidate::default() };
    let (name, student) = (Some(row.student.clone()), Some(row.student.clone()));
    let bot = bot.map_or_else(none, Candidate::of_path);
    Candidate { name, student, ..bot }
}

fn of_submission(submission: &Submission) -> Candidate {
    let version = submission.taken().or(submission.versions.first());
    let unpacked = version.and_then(|v| Some((v.shown.clone(), v.scratch.clone()?)));
    let source = version.map(|version| version.path.display().to_string());
    let (source, problem) = (source.unwrap_or_default(), submission.problem());
    let student = Some(submission.student.clone());
    Candidate { name: student.clone(), source, student, problem, unpacked }
}

/// Prints notes about newer versions and files that cannot play.
fn tell_notes(submissions: &[Submission], settings: &Settings) {
    if !settings.quiet {
        submissions.iter().flat_map(Submission::notes).for_each(tell);
    }
}

fn submitted(
    folder: &Path,
    deadline: Option<&Deadline>,
    roster: Option<&Roster>,
    settings: &Settings,
    entry_check: &EntryCheck<'_>,
) -> anyhow::Result<Vec<Submission>> {
    let collected = checked(entry_check, &|check| collect(folder, deadline, roster, check))
        .with_context(|| format!("cannot check {}", folder.display()))??;
    if !settings.quiet {
        tell_deadline(deadline);
        collected.notes.iter().for_each(|note| tell(format_args!("note: {note}")));
    }
    Ok(collected.submissions)
}

fn tell_deadline(deadline: Option<&Deadline>) {
    if let Some(deadline) = deadline {
        tell(format_args!("deadline {deadline}"));
    }
}

/// Work that needs a check of the bot at a path; the check returns the reason why it cannot play.
type CheckedWork<'w, T> = dyn Fn(&dyn Fn(&Path) -> Result<(), String>) -> T + 'w;

/// Runs `work` with a check that loads the bot at a path.
///
/// # Errors
/// If a check failed for another reason than the bot, which must not count against it.
fn checked<T>(entry_check: &EntryCheck<'_>, work: &CheckedWork<'_, T>) -> anyhow::Result<T> {
    let broken = RefCell::new(None);
    let done = work(&|path| {
        let spec = BotSpec::read_source(path).map_err(|error| error.to_string())?;
        let player = PlayerSpec { name: spec.name.clone(), mind: Mind::Script(spec) };
        match entry_check.loads(&player) {
            Ok(None) => Ok(()),
            Ok(Some(why)) => Err(why),
            Err(error) => {
                let why = error.to_string();
                broken.borrow_mut().get_or_insert(error);
                Err(why)
            }
        }
    });
    broken.into_inner().map_or(Ok(done), |error| Err(error.into()))
}

/// Enters the bots of a class, each for its team; with a roster, only for people on it.
fn of_class(
    bots: Vec<ClassBot>,
    roster: Option<&Roster>,
    deadline: Option<&Deadline>,
    settings: &Settings,
    entry_check: &EntryCheck<'_>,
) -> anyhow::Result<Vec<Candidate>> {
    let decided = |check: &dyn Fn(&Path) -> Result<(), String>| {
        let mut submissions: Vec<Submission> =
            bots.iter().map(|bot| bot.submission.clone()).collect();
        decide(&mut submissions, deadline, check);
        submissions
    };
    let submissions = checked(entry_check, &decided)?;
    if !settings.quiet {
        tell_deadline(deadline);
    }
    tell_notes(&submissions, settings);
    let mut names: Vec<String> = bots.iter().flat_map(|bot| bot.team.clone()).collect();
    names.sort();
    names.dedup();
    let rows = roster.map(|roster| people_called(&names, roster));
    let row_of = |name: &String| {
        let at = names.binary_search(name).ok()?;
        rows.as_ref().and_then(|rows| rows[at])
    };
    let mut candidates = Vec::new();
    for (ClassBot { team, name, .. }, submission) in bots.iter().zip(&submissions) {
        let team_name = team.join(", ");
        if rows.is_some() && team.iter().all(|name| row_of(name).is_none()) {
            if !settings.quiet {
                tell(format_args!("note: {name} has a bot but is not on the roster"));
            }
            continue;
        }
        let candidate = of_submission(submission);
        let (name, student) = (Some(name.clone()), Some(team_name));
        candidates.push(Candidate { name, student, ..candidate });
    }
    let found: Vec<usize> = names.iter().filter_map(row_of).collect();
    let absent = roster.into_iter().flat_map(Roster::rows).enumerate();
    let absent = absent.filter(|(row, _)| !found.contains(row));
    candidates.extend(absent.map(|(_, row)| of_bot(row, None)));
    Ok(candidates)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::tournament::args::tests::settings;
    use juez_core::Terms;
    use juez_match::registry::{MatchSetup, game};
    use juez_pool::Isolation;
    use std::fs;
    use tempfile::TempDir;

    const GOOD: &str = "return { next_move = function(view) return view:moves()[1] end }\n";

    /// Enters the bots of students of a class. Formats each as `name path`, or `name: reason`.
    fn reported(files: &[(&str, &str)], line: &str) -> anyhow::Result<Vec<String>> {
        let folder = TempDir::new()?;
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("a parent"))?;
            fs::write(path, text)?;
        }
        let mut settings = settings(line);
        for path in [&mut settings.roster, &mut settings.submissions].into_iter().flatten() {
            *path = folder.path().join(&*path);
        }
        let quoridor = game("quoridor")?;
        let options = quoridor.options(&serde_json::Map::new())?;
        let terms = Terms { options, ..Terms::default() };
        let base = MatchSetup { terms, ..MatchSetup::new(Vec::new()) };
        let entry_check = EntryCheck { game: quoridor, base: &base, isolation: &Isolation::Thread };
        let words = |candidate: &Candidate| {
            let name = candidate.name.as_deref().unwrap_or("?");
            let source = Path::new(&candidate.source).file_name().unwrap_or_default();
            match &candidate.problem {
                Some(problem) => format!("{name}: {}", problem.lines().next().unwrap_or_default()),
                None => format!("{name} {}", source.to_string_lossy()),
            }
        };
        Ok(students(&settings, &entry_check)?.iter().map(words).collect())
    }

    #[test]
    fn a_roster_names_students_and_their_bots() {
        let roster = "student,group,bot\nAna Ω,1,ana.lua\nBo,2,\n";
        let files = [("class.csv", roster), ("ana.lua", GOOD)];
        let reported = reported(&files, "--roster class.csv").expect("a class");
        assert_eq!(reported, ["Ana Ω ana.lua", "Bo: handed in nothing"]);
    }

    #[test]
    fn a_roster_with_a_bot_that_is_not_there_is_refused_with_its_line() {
        let roster = "student,bot\nAna,ana.lua\nBo,bob.lua\n";
        let files = [("class.csv", roster), ("ana.lua", GOOD)];
        let error = format!("{:#}", reported(&files, "--roster class.csv").expect_err("refused"));
        assert!(error.contains("line 3, Bo:") && error.contains("bob.lua"), "{error}");
    }

    #[test]
    fn of_what_was_handed_in_the_newest_that_plays_takes_part() {
        let files = [
            ("in/ana/ana.2026-01-01T10-00.lua", GOOD),
            ("in/ana/ana.2026-01-02T10-00.lua", "return {"),
            ("in/bo/bo.2026-03-01T10-00.lua", GOOD),
        ];
        let all = reported(&files, "--submissions in").expect("a class");
        assert_eq!(all, ["ana ana.2026-01-01T10-00.lua", "bo bo.2026-03-01T10-00.lua"]);
        let late = reported(&files, "--submissions in --deadline 2026-02-01T00:00+00:00")
            .expect("a class");
        assert_eq!(late[0], "ana ana.2026-01-01T10-00.lua");
        assert!(late[1].starts_with("bo: handed in too late"), "{}", late[1]);
    }

    #[test]
    fn with_a_roster_those_take_part_who_are_on_it() {
        let files = [
            ("class.csv", "student\nBo\nCy\n"),
            ("in/bo/main.lua", GOOD),
            ("in/zed/main.lua", GOOD),
        ];
        let reported = reported(&files, "--submissions in --roster class.csv").expect("a class");
        assert_eq!(reported, ["Bo bo", "Cy: handed in nothing"]);
    }

    #[test]
    fn a_download_of_a_class_brings_each_team_with_its_newest_bot_that_plays() {
        let bots = r#"[
            {"id": 4, "team": ["Eva", "Leo"], "name": "fox", "game": "quoridor", "versions": [
                {"number": 2, "at": 1796000000, "folder": "Eva, Leo/fox 4/version 2"},
                {"number": 1, "at": 1795000000, "folder": "Eva, Leo/fox 4/version 1"}]},
            {"id": 5, "team": ["Noa"], "name": "a", "game": "quoridor", "versions": [
                {"number": 1, "at": 1795000000, "folder": "Noa/a 5/version 1"}]},
            {"id": 6, "team": ["Noa"], "name": "b", "game": "quoridor", "versions": [
                {"number": 1, "at": 1795000000, "folder": "Noa/b 6/version 1"}]},
            {"id": 7, "team": ["Noa"], "name": "c", "game": "tute", "versions": []},
            {"id": 8, "team": ["Teacher"], "of_teacher": true, "name": "d", "game": "quoridor",
             "versions": []}]"#;
        let files = [
            ("in/bots.json", bots),
            ("in/Eva, Leo/fox 4/version 2/main.lua", "return {"),
            ("in/Eva, Leo/fox 4/version 1/main.lua", GOOD),
            ("in/Noa/a 5/version 1/main.lua", GOOD),
            ("in/Noa/b 6/version 1/main.lua", GOOD),
            ("class.csv", "student\nLeo\nIvy\nNoa\n"),
        ];
        let all = reported(&files, "--submissions in").expect("a class");
        assert_eq!(all, ["Eva, Leo version 1", "Noa (a) version 1", "Noa (b) version 1"]);
        let listed = reported(&files, "--submissions in --roster class.csv").expect("a class");
        assert_eq!(listed[..3], all);
        assert_eq!(listed[3..], ["Ivy: handed in nothing"]);
        let late = "--submissions in --deadline 2026-11-18T00:00Z";
        assert!(reported(&files, late).expect("a class")[0].contains("handed in too late"));
    }

    #[test]
    fn a_deadline_that_cannot_be_read_is_refused() {
        let files = [("in/bo/main.lua", GOOD)];
        let error = reported(&files, "--submissions in --deadline soon").expect_err("refused");
        let error = format!("{error:#}");
        assert!(error.starts_with("--deadline: cannot read deadline \"soon\""), "{error}");
    }
}
