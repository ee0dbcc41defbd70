//! From what was said to tables: a tournament planned, played and shown.

use anyhow::{Context, bail};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use super::Asked;
use super::args::{FormatName, Settings};
use super::decide::Decided;
use super::editions::{self, Earlier};
use super::entrants::{Entry, Gate, wishes};
use super::estimate::{Trial, expected, fit};
use super::interrupt::{go_on, listen};
use super::json_events::JsonEvents;
use super::openings;
use super::people;
use super::progress::{Bar, Lines};
use super::said::Said;
use crate::cli::Verdict;
use crate::cli::again::quoted;
use crate::cli::options::{Place, seed_or_fresh};
use crate::cli::report::terminal;
use crate::cli::text::tell;
use crate::pool::{Isolation, IsolationKind};
use crate::registry::PlayerSpec;
use crate::tournament::report::{Tables, text_for};
use crate::tournament::{
    Count, Ended, Plan, Results, RunOptions, Shape, Store, count, next_round, run,
};

/// Matches that no tournament plays: what looks like it is a slip of the pen.
const MOST: u64 = 50_000_000;

/// Plays what was asked for, or says what would be played.
pub(super) fn begin(asked: &Asked) -> anyhow::Result<Verdict> {
    let Asked { game, bots, said, name, db } = asked;
    let decided = Decided::new(*game, said.clone(), name)?;
    let criteria = people::criteria(said)?;
    let earlier = editions::earlier(db, *game)?;
    let named = wishes(*game, bots)?;
    let place = place(said)?;
    let base = decided.base();
    let entries = decided.shape.entries();
    let gate = Gate { game: *game, base: &base, entries, place: &place };
    // The methods that are switched off are looked up before a bot is blamed for them.
    game.check_player(&base, &PlayerSpec::read("random", *game)?)?;
    let students = people::students(said, &gate)?;
    let all = [&students[..], &named[..]].concat();
    decided.enough(all.len(), all.len())?;
    let entries = gate.admit(&all)?;
    let field: Vec<u32> =
        (0..).zip(&entries).filter(|(_, entry)| entry.plays()).map(|(number, _)| number).collect();
    if let Err(error) = decided.enough(field.len(), entries.len()) {
        cannot_play(&entries);
        return Err(error);
    }
    people::opponents_are_there(&criteria, &entries)?;
    let seed = seed_or_fresh(editions::seed(said.seed, earlier.as_ref()))?;
    let size = decided.size(field.len(), decided.shape.seatings(0).len() as u32);
    let playing = entries.iter().take(students.len()).filter(|entry| entry.plays()).count();
    let plan = decided.plan(field.len(), playing, size, seed, criteria)?;
    let sized = sized(&decided, plan, &field, &entries, &place, said)?;
    announce(&decided, &sized, &entries, earlier.as_ref(), db, said)?;
    if said.dry_run {
        return Ok(Verdict::Done);
    }
    let mut store = Store::create_or_open(db)?;
    let entrants: Vec<_> = entries.into_iter().map(|entry| (entry.entrant, entry.bundle)).collect();
    let edition = store.begin(&sized.plan, &entrants)?;
    play(store, edition, &place, said, sized.count.matches)
}

/// Goes on with the newest edition of a database.
pub(super) fn resume(path: &Path, said: &Settings) -> anyhow::Result<Verdict> {
    let store = Store::open(path)?;
    let edition = store.editions()?;
    if edition == 0 {
        bail!("nothing was planned in {} yet: there is nothing to go on with", path.display());
    }
    let (plan, entrants) = (store.plan(edition)?, store.entrants(edition)?);
    let (_, shape) = plan.table()?;
    let field = entrants.iter().filter(|entrant| entrant.error.is_none()).count();
    let matches = count(&plan, &shape, field).matches;
    play(store, edition, &place(said)?, said, matches)
}

/// Where matches are played: in processes, unless somebody trusts all bots.
fn place(said: &Settings) -> anyhow::Result<Isolation> {
    let isolation = said.isolation.unwrap_or(IsolationKind::Process);
    Place { isolation, require_sandbox: said.require_sandbox }.open()
}

fn cpus() -> u32 {
    thread::available_parallelism().map_or(1, |cpus| cpus.get() as u32)
}

fn concurrency(said: &Settings) -> u32 {
    said.concurrency.unwrap_or_else(cpus)
}

/// A plan, how much it is and how long it takes, if anybody knows.
struct Sized {
    plan: Plan,
    count: Count,
    time: Option<Duration>,
}

/// The plan with as much of it as fits into the time, if one was given.
fn sized(
    decided: &Decided,
    mut plan: Plan,
    field: &[u32],
    entries: &[Entry],
    place: &Isolation,
    said: &Settings,
) -> anyhow::Result<Sized> {
    let shape = &decided.shape;
    let counted = counted(&plan, shape, field.len())?;
    // Nobody would hear of it, or wants to wait for it.
    if (said.dry_run || said.quiet) && decided.time().is_none() {
        return Ok(Sized { plan, count: counted, time: None });
    }
    let base = decided.base();
    let trial =
        Trial { game: decided.game, base: &base, openings: &plan.openings, seed: plan.seed, place };
    let tables = tables(&plan, shape, field, entries);
    // More matches than CPUs only take turns.
    let at_once = concurrency(said).min(cpus());
    // Where a time decides, there will be more of them.
    let of = if decided.time().is_some() { u64::MAX } else { counted.matches };
    let mean = trial.mean(&tables, of, at_once);
    let takes = |count: &Count| mean.map(|mean| expected(count.matches, mean, at_once));
    let Some(time) = decided.time() else {
        let time = takes(&counted);
        return Ok(Sized { plan, count: counted, time });
    };
    let least = takes(&counted)
        .context("no match could be played on trial, so --time cannot tell how many fit: give --rounds or --games")?;
    let pieces = fit(time, least);
    match decided.format() {
        FormatName::RoundRobin | FormatName::Gauntlet => plan.rounds = pieces,
        FormatName::Swiss | FormatName::Knockout => plan.deals = pieces,
    }
    if least > time {
        tell(format_args!(
            "note: the least that can be played takes longer than {}",
            humantime::format_duration(time)
        ));
    }
    let count = self::counted(&plan, shape, field.len())?;
    let time = takes(&count);
    Ok(Sized { plan, count, time })
}

fn counted(plan: &Plan, shape: &Shape, field: usize) -> anyhow::Result<Count> {
    let count = count(plan, shape, field);
    if count.matches > MOST {
        bail!(
            "that would be {} matches, and a tournament plays {MOST} at most: fewer --rounds or \
             --games, or --format swiss",
            count.matches
        );
    }
    if count.matches == 0 {
        bail!("with {field} bots that is no match at all: more bots are needed for this format");
    }
    Ok(count)
}

/// The tables of the first round, to try out how long a match takes.
fn tables<'e>(
    plan: &Plan,
    shape: &Shape,
    field: &[u32],
    entries: &'e [Entry],
) -> Vec<Vec<&'e PlayerSpec>> {
    let round = next_round(plan, shape, field, &[], &[]);
    let player = |&entrant: &u32| entries.get(entrant as usize)?.player.as_ref();
    let pairings = round.iter().flat_map(|round| &round.pairings);
    pairings.filter_map(|pairing| pairing.iter().map(player).collect()).collect()
}

/// Says who plays what; where nothing else is done, that is the result.
fn announce(
    decided: &Decided,
    sized: &Sized,
    entries: &[Entry],
    earlier: Option<&Earlier>,
    db: &Path,
    said: &Settings,
) -> anyhow::Result<()> {
    let changes = earlier.map(|earlier| earlier.changes(&sized.plan, entries));
    let edition = match (earlier, changes.as_deref()) {
        (None, _) => 1,
        (Some(earlier), Some([])) => earlier.edition,
        (Some(earlier), _) => earlier.edition + 1,
    };
    let text = Said {
        plan: &sized.plan,
        format: decided.format(),
        entries,
        chance: decided.chance,
        count: sized.count,
        time: sized.time,
        kept: (db, edition),
        known: earlier.is_some(),
    }
    .to_string();
    let note = earlier.zip(changes).map(|(earlier, changes)| editions::note(db, earlier, &changes));
    let blocks = sized.plan.deals.saturating_mul(sized.count.rounds);
    let repeats = openings::repeats(decided.game, &sized.plan, blocks)?;
    if said.dry_run {
        let mut out = anstream::stdout().lock();
        writeln!(out, "{text}")?;
        for note in note.iter().chain(&repeats) {
            writeln!(out, "{note}")?;
        }
        return Ok(());
    }
    if !said.quiet {
        tell(text);
        note.iter().chain(&repeats).for_each(tell);
    }
    if concurrency(said) > cpus() && !said.quiet {
        tell(format_args!(
            "note: {} matches at once on {} CPUs take turns; it is not faster",
            concurrency(said),
            cpus()
        ));
    }
    Ok(())
}

/// Why nobody is left to play.
fn cannot_play(entries: &[Entry]) {
    for entry in entries {
        if let Some(error) = &entry.entrant.error {
            tell(format_args!("{} cannot play: {error}", entry.entrant.name()));
        }
    }
}

/// Plays an edition to its end, or until somebody stops it, and shows the tables.
fn play(
    mut store: Store,
    edition: u32,
    place: &Isolation,
    said: &Settings,
    matches: u64,
) -> anyhow::Result<Verdict> {
    let resume = resume_command(store.path(), said);
    let stop = listen(resume.clone())?;
    let options = RunOptions { concurrency: concurrency(said), stop: stop.clone() };
    let begun = Instant::now();
    let ended = if said.json_events {
        let mut reporter = JsonEvents::new(io::stdout().lock(), stop);
        let ended = run(&mut store, edition, place, &options, &mut reporter);
        reporter.end()?;
        ended
    } else if said.quiet {
        run(&mut store, edition, place, &options, &mut ())
    } else if io::stderr().is_terminal() {
        run(&mut store, edition, place, &options, &mut Bar::new(matches))
    } else {
        let mut lines = Lines::new(anstream::stderr(), || begun.elapsed(), matches);
        run(&mut store, edition, place, &options, &mut lines)
    };
    let ended = ended.inspect_err(|_| tell(format_args!("to go on later: {resume}")))?;
    if let Ended::Interrupted { .. } = ended {
        tell(go_on(&resume));
        return Ok(Verdict::Interrupted);
    }
    if !said.json_events {
        let results = Results::read(&store, edition)?;
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

/// The command that goes on.
fn resume_command(path: &Path, said: &Settings) -> String {
    let mut line = format!("juez tournament --resume {}", quoted(&path.to_string_lossy()));
    if let Some(concurrency) = said.concurrency {
        line += &format!(" --concurrency {concurrency}");
    }
    if let Some(isolation) = said.isolation {
        line += &format!(" --isolation {isolation}");
    }
    for (flag, is_set) in [
        ("--require-sandbox", said.require_sandbox),
        ("--json-events", said.json_events),
        ("--quiet", said.quiet),
    ] {
        if is_set {
            line += &format!(" {flag}");
        }
    }
    line
}

/// The database that somebody means who does not name it: the only one here.
///
/// # Errors
/// If there is none, or several.
pub(super) fn only_one_here() -> anyhow::Result<PathBuf> {
    let entries = std::fs::read_dir(".").context("cannot read this folder")?;
    let paths =
        entries.filter_map(|entry| entry.ok()).map(|entry| PathBuf::from(entry.file_name()));
    let mut found: Vec<PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|extension| extension == "db"))
        .filter(|path| Store::read(path).is_ok_and(|store| store.editions().unwrap_or(0) > 0))
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
    use crate::cli::tournament::args::said;

    #[test]
    fn the_command_that_goes_on_says_all_that_is_not_in_the_database() {
        let path = Path::new("my class.db");
        let plain = resume_command(path, &Settings::default());
        assert_eq!(plain, "juez tournament --resume 'my class.db'");
        let all = said("--concurrency 2 --isolation thread --quiet --rounds 3 --seed 1");
        assert_eq!(
            resume_command(path, &all),
            "juez tournament --resume 'my class.db' --concurrency 2 --isolation thread --quiet"
        );
    }
}
