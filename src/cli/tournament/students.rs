//! The students of a class: a roster, a folder of what they handed in, or both.

use anyhow::Context;
use std::cell::RefCell;
use std::path::{Path, PathBuf};

use super::args::Settings;
use super::entrants::{Candidate, EntryCheck};
use crate::cli::text::tell;
use crate::registry::{Mind, PlayerSpec};
use crate::script::BotSpec;
use crate::tournament::class::submissions::{Submission, collect, matched};
use crate::tournament::class::{Columns, Deadline, Roster, RosterRow};

/// The students, each with the bot that plays for them or the reason why none does.
///
/// # Errors
/// If the roster or the folder cannot be used.
pub(super) fn students(
    settings: &Settings,
    entry_check: &EntryCheck<'_>,
) -> anyhow::Result<Vec<Candidate>> {
    let read = |path: &PathBuf| {
        // Beside a folder the roster says only who is in the class; the folder, what they play.
        let columns =
            Columns { bots_optional: settings.submissions.is_some(), ..Columns::default() };
        let roster = Roster::read(path, &columns)?;
        // What had to be guessed to read it.
        if let Some(note) = roster.note().filter(|_| !settings.quiet) {
            tell(format_args!("note: {note}"));
        }
        anyhow::Ok(roster)
    };
    let roster = settings.roster.as_ref().map(read).transpose()?;
    let submissions = match (roster, &settings.submissions) {
        (None, None) => return Ok(Vec::new()),
        (Some(roster), None) => {
            roster.check()?;
            return Ok(roster.rows().iter().map(of_row).collect());
        }
        (None, Some(folder)) => submitted(folder, settings, entry_check)?,
        (Some(roster), Some(folder)) => {
            let matched = matched(submitted(folder, settings, entry_check)?, &roster);
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
    let none =
        || Candidate { problem: Some("handed in nothing".to_string()), ..Candidate::default() };
    let (name, student) = (Some(row.student.clone()), Some(row.student.clone()));
    let bot = row.bot.as_deref().map_or_else(none, Candidate::of_path);
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

fn submitted(
    folder: &Path,
    settings: &Settings,
    entry_check: &EntryCheck<'_>,
) -> anyhow::Result<Vec<Submission>> {
    let deadline: Option<Deadline> =
        settings.deadline.as_deref().map(str::parse).transpose().context("--deadline")?;
    // What is no fault of the version must not be held against it.
    let broken = RefCell::new(None);
    let check = |path: &Path| {
        let spec = BotSpec::read_source(path).map_err(|error| error.to_string())?;
        let player = PlayerSpec { name: spec.name.clone(), mind: Mind::Script(spec) };
        match entry_check.loads(&player) {
            Ok(None) => Ok(()),
            Ok(Some(why)) => Err(why),
            Err(error) => {
                let why = format!("{error:#}");
                broken.borrow_mut().get_or_insert(error);
                Err(why)
            }
        }
    };
    let submissions = collect(folder, deadline.as_ref(), &check)?;
    if !settings.quiet {
        if let Some(deadline) = &deadline {
            tell(format_args!("deadline {deadline}"));
        }
        submissions.iter().flat_map(Submission::notes).for_each(tell);
    }
    match broken.into_inner() {
        Some(error) => Err(error.context(format!("cannot check {}", folder.display()))),
        None => Ok(submissions),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::tournament::args::tests::settings;
    use crate::core::Limits;
    use crate::pool::Isolation;
    use crate::registry::{MatchSetup, game};
    use std::fs;
    use tempfile::TempDir;

    const GOOD: &str = "return { next_move = function(view) return view:moves()[1] end }\n";

    /// Bots of the students of a class: `name place`, or `name: why not`.
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
        let base = MatchSetup { options, limits: Limits::default(), ..MatchSetup::new(Vec::new()) };
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
    fn a_deadline_that_cannot_be_read_is_refused() {
        let files = [("in/bo/main.lua", GOOD)];
        let error = reported(&files, "--submissions in --deadline soon").expect_err("refused");
        let error = format!("{error:#}");
        assert!(error.starts_with("--deadline: cannot read deadline \"soon\""), "{error}");
    }
}
