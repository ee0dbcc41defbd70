//! From what was said to tables: a tournament planned, played and shown.

use anyhow::{Context, bail};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use super::Request;
use super::announcement::Announcement;
use super::args::Settings;
use super::criteria;
use super::entrants::{Entry, EntryCheck, candidates};
use super::json_events::JsonEvents;
use super::openings;
use super::progress::{Bar, Lines};
use super::resolve::ResolvedPlan;
use super::revisions::{self, Earlier};
use super::size::{SizedPlan, concurrency, sized};
use super::students;
use crate::cli::again::quoted;
use crate::cli::columns::prose;
use crate::cli::interrupt::stop_flag;
use crate::cli::options::{IsolationArgs, cores, seed_or_fresh};
use crate::cli::report::terminal;
use crate::cli::text::tell;
use crate::cli::verdict::Verdict;
use crate::core::Seed;
use crate::pool::{Isolation, IsolationKind};
use crate::registry::PlayerSpec;
use crate::tournament::report::{Tables, text_for};
use crate::tournament::{
    Ended, Plan, Reporter, Results, RunOptions, Store, count, planned_criteria, run_timed,
};

/// Plays what was asked for, or says what would be played.
pub(super) fn begin(request: &Request) -> anyhow::Result<Verdict> {
    let begun = Instant::now();
    let Request { game, bots, settings, name, db } = request;
    let resolved = ResolvedPlan::new(*game, settings.clone(), name)?;
    let criteria = criteria::criteria(settings)?;
    let earlier = revisions::earlier(db, *game)?;
    let known = revisions::seed(settings.seed, earlier.as_ref(), settings.ladder)?;
    let seed = seed_or_fresh(known)?;
    let named = candidates(*game, bots)?;
    let isolation = isolation(settings)?;
    let base = resolved.base();
    let entry_check = EntryCheck { game: *game, base: &base, isolation: &isolation };
    // The methods that are switched off are looked up before a bot is blamed for them.
    game.check_player(&base, &PlayerSpec::read("random", *game)?)?;
    let students = students::students(settings, &entry_check)?;
    let contest = students.len() + named.len();
    resolved.enough(contest, contest)?;
    let yardsticks = candidates(*game, &settings.yardstick)?;
    let mut entries = entry_check.admit(&[&students[..], &named[..], &yardsticks[..]].concat())?;
    entries.extend(entry_check.admit(&criteria::named_yardsticks(*game, &criteria, &entries))?);
    if let (true, Some(earlier)) = (resolved.chance && settings.ladder.is_some(), &earlier) {
        earlier.keep_waiting(seed, &mut entries);
    }
    let plays = |number: &u32| entries[*number as usize].plays();
    let field: Vec<u32> = (0..contest as u32).filter(plays).collect();
    if let Err(error) = resolved.enough(field.len(), contest) {
        cannot_play(&entries);
        return Err(error);
    }
    let yardsticks: Vec<u32> = (contest as u32..entries.len() as u32).collect();
    criteria::opponents_are_there(*game, &criteria, &entries, &yardsticks)?;
    let size = resolved.size(field.len(), resolved.shape.seatings(0).len() as u32);
    let playing = entries.iter().take(students.len()).filter(|entry| entry.plays()).count();
    let plan = resolved.plan(field.len(), playing, size, seed, criteria)?;
    let plan = Plan { yardsticks, ..plan };
    let mut sized = sized(&resolved, plan, &field, &entries, &isolation)?;
    let chance = chance(&resolved, &mut sized.plan, &entries, earlier.as_ref(), known)?;
    announce(&resolved, &sized, &entries, earlier.as_ref(), db, &chance)?;
    if settings.dry_run {
        return Ok(Verdict::Done);
    }
    let mut store = Store::create_or_open(db)?;
    let entrants: Vec<_> = entries.into_iter().map(|entry| (entry.entrant, entry.bundle)).collect();
    let revision = store.begin(&sized.plan, &entrants)?;
    let matches = sized.matches(&resolved.shape);
    play(store, revision, &isolation, settings, matches, begun)
}

/// Goes on with the newest revision of a database.
pub(super) fn resume(path: &Path, settings: &Settings) -> anyhow::Result<Verdict> {
    let store = Store::open(path)?;
    let revision = store.revisions()?;
    if revision == 0 {
        bail!("nothing was planned in {} yet: there is nothing to go on with", path.display());
    }
    let (plan, entrants) = (store.plan(revision)?, store.entrants(revision)?);
    let (_, shape) = plan.table()?;
    let of_criteria = planned_criteria(&plan, &shape, &entrants).matches(&shape);
    let matches = count(&plan, &shape, plan.field(&entrants).len()).matches + of_criteria;
    play(store, revision, &isolation(settings)?, settings, matches, Instant::now())
}

/// The place of the matches: processes, unless `--isolation thread` trusts all bots.
fn isolation(settings: &Settings) -> anyhow::Result<Isolation> {
    let isolation = settings.isolation.unwrap_or(IsolationKind::Process);
    IsolationArgs { kind: isolation, require_sandbox: settings.require_sandbox }.open()
}

/// The seed of a plan beside that of the revision before.
struct SeedChoice {
    /// The difference from the revision before, if there is one.
    changes: Option<Vec<String>>,
    /// True if it has a seed of its own because some bots may know the deals of that revision.
    renewed: bool,
    /// True if its seed is drawn, neither given nor kept.
    drawn: bool,
    /// A warning on what its seed gives away.
    notes: Vec<String>,
}

/// Puts a fresh seed into a plan whose deals some of its bots may know, unless the seed was asked
/// for. `known`: the seed that was given or kept.
fn chance(
    resolved: &ResolvedPlan,
    plan: &mut Plan,
    entries: &[Entry],
    earlier: Option<&Earlier>,
    known: Option<Seed>,
) -> anyhow::Result<SeedChoice> {
    let settings = &resolved.settings;
    let changes = earlier.map(|earlier| earlier.changes(plan, entries));
    let is_another = changes.as_ref().is_some_and(|changes| !changes.is_empty());
    let known_by = match earlier {
        Some(earlier) if resolved.chance && is_another => earlier.may_know(plan.seed, entries),
        _ => Vec::new(),
    };
    let renewed = !known_by.is_empty() && settings.seed.is_none() && !settings.keep_seed;
    let drawn = renewed || known.is_none();
    if renewed {
        plan.seed = seed_or_fresh(None)?;
    }
    let mut notes = match (resolved.chance, drawn) {
        (true, false) => revisions::gives_away(plan.seed, settings.seed.is_some(), &known_by),
        _ => Vec::new(),
    };
    // A day ends when the next one is stored.
    let before = earlier.map(|earlier| &earlier.plan).filter(|_| !settings.dry_run);
    if let Some((before, day)) = before.and_then(|before| Some((before, before.day?))) {
        notes.extend((plan.day != before.day).then(|| format!("seed of {day}: {}", before.seed)));
    }
    Ok(SeedChoice { changes, renewed, drawn, notes })
}

/// Says who plays what; where nothing else is done, that is the result.
fn announce(
    resolved: &ResolvedPlan,
    sized: &SizedPlan,
    entries: &[Entry],
    earlier: Option<&Earlier>,
    db: &Path,
    chance: &SeedChoice,
) -> anyhow::Result<()> {
    let settings = &resolved.settings;
    let changes = chance.changes.as_ref();
    let revision = match (earlier, changes.map(Vec::as_slice)) {
        (None, _) => 1,
        (Some(earlier), Some([])) => earlier.revision,
        (Some(earlier), _) => earlier.revision + 1,
    };
    let text = Announcement {
        resolved,
        sized,
        entries,
        kept: (db, revision),
        known: earlier.is_some() && !chance.renewed,
        seed_stands: !(settings.dry_run && chance.drawn),
    }
    .to_string();
    let note = earlier.zip(changes);
    let note = note.map(|(earlier, changes)| revisions::note(db, earlier, changes, chance.renewed));
    // Where rounds follow from results, two meet in one of them.
    let follows = sized.plan.format.follows_from_results();
    let rounds = if follows { 1 } else { sized.count.rounds };
    let blocks = sized.plan.deals.saturating_mul(rounds);
    let repeats = openings::repeats(resolved.game, &sized.plan, blocks)?;
    let notes = note.into_iter().chain(chance.notes.iter().cloned()).chain(repeats);
    if settings.dry_run {
        let mut out = anstream::stdout().lock();
        writeln!(out, "{}", prose(&text, 0).join("\n"))?;
        return Ok(notes
            .into_iter()
            .try_for_each(|note| writeln!(out, "{}", prose(&note, 0).join("\n")))?);
    }
    if !settings.quiet {
        tell(text);
        notes.into_iter().for_each(tell);
    }
    if concurrency(settings) > cores() && !settings.quiet {
        tell(format_args!(
            "note: {} matches at once on {} CPUs take turns; it is not faster",
            concurrency(settings),
            cores()
        ));
    }
    Ok(())
}

/// Prints the reason for which each bot cannot play.
fn cannot_play(entries: &[Entry]) {
    for entry in entries {
        if let Some(error) = &entry.entrant.error {
            tell(format_args!("{} cannot play: {error}", entry.entrant.name()));
        }
    }
}

/// Plays a revision of about so many matches, of which the time began then, to its end or until it
/// is stopped, and shows the tables.
fn play(
    mut store: Store,
    revision: u32,
    isolation: &Isolation,
    settings: &Settings,
    matches: u64,
    begun: Instant,
) -> anyhow::Result<Verdict> {
    let resume = resume_command(store.path(), settings);
    let stop = stop_flag(Some(format!("\n{}", how_to_go_on(&resume))))?;
    let options = RunOptions { concurrency: concurrency(settings), stop: stop.clone() };
    let clock = || begun.elapsed();
    let mut run = |reporter: &mut dyn Reporter| {
        run_timed(&mut store, revision, isolation, &options, &clock, reporter)
    };
    let ended = if settings.json_events {
        let mut reporter = JsonEvents::new(io::stdout().lock(), stop);
        let ended = run(&mut reporter);
        reporter.end()?;
        ended
    } else if settings.quiet {
        run(&mut ())
    } else if io::stderr().is_terminal() {
        run(&mut Bar::new(matches))
    } else {
        run(&mut Lines::new(anstream::stderr(), clock, matches))
    };
    let ended = ended.inspect_err(|_| tell(format_args!("to go on later: {resume}")))?;
    if let Ended::Interrupted { .. } = ended {
        tell(how_to_go_on(&resume));
        return Ok(Verdict::Interrupted);
    }
    if !settings.json_events {
        let results = Results::read_ladder(&store, revision)?;
        let tables = Tables::of(&results);
        let mut out = anstream::stdout().lock();
        text_for(&tables, &terminal(), &mut out)?;
        out.flush()?;
    }
    Ok(match ended {
        Ended::Failed { .. } => {
            tell(format_args!("to try the matches again that could not be played: {resume}"));
            Verdict::Failed
        }
        _ => Verdict::Done,
    })
}

/// Hint on how to resume after an interruption.
fn how_to_go_on(resume: &str) -> String {
    format!("interrupted; to go on: {resume}")
}

/// The command that goes on.
fn resume_command(path: &Path, settings: &Settings) -> String {
    let mut line = format!("juez tournament --resume {}", quoted(&path.to_string_lossy()));
    if let Some(concurrency) = settings.concurrency {
        line += &format!(" --concurrency {concurrency}");
    }
    if let Some(isolation) = settings.isolation {
        line += &format!(" --isolation {isolation}");
    }
    for (flag, is_set) in [
        ("--require-sandbox", settings.require_sandbox),
        ("--json-events", settings.json_events),
        ("--quiet", settings.quiet),
    ] {
        if is_set {
            line += &format!(" {flag}");
        }
    }
    line
}

/// The database where none is named: the only one here.
///
/// # Errors
/// If there is none, or several.
pub(super) fn only_one_here() -> anyhow::Result<PathBuf> {
    let entries = std::fs::read_dir(".").context("cannot read this folder")?;
    let paths =
        entries.filter_map(|entry| entry.ok()).map(|entry| PathBuf::from(entry.file_name()));
    let mut found: Vec<PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|extension| extension == "db"))
        .filter(|path| Store::read(path).is_ok_and(|store| store.revisions().unwrap_or(0) > 0))
        .collect();
    found.sort();
    match &found[..] {
        [] => {
            bail!("there is no tournament in this folder: name its file, as in --resume class.db")
        }
        [one] => Ok(one.clone()),
        several => {
            let names: Vec<String> =
                several.iter().map(|path| path.display().to_string()).collect();
            bail!("there are several tournaments here: name one of {}", names.join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::tournament::args::settings;

    #[test]
    fn the_command_that_goes_on_says_all_that_is_not_in_the_database() {
        let path = Path::new("my class.db");
        let plain = resume_command(path, &Settings::default());
        assert_eq!(plain, "juez tournament --resume 'my class.db'");
        let all = settings("--concurrency 2 --isolation thread --quiet --rounds 3 --seed 1");
        assert_eq!(
            resume_command(path, &all),
            "juez tournament --resume 'my class.db' --concurrency 2 --isolation thread --quiet"
        );
    }
}
