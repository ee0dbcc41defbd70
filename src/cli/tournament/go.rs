//! From what was said to tables: a tournament planned, played and shown.

use anyhow::{Context, bail};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use super::Asked;
use super::args::Settings;
use super::decide::Decided;
use super::editions::{self, Earlier};
use super::entrants::{Entry, Gate, wishes};
use super::interrupt::{go_on, listen};
use super::json_events::JsonEvents;
use super::openings;
use super::passing;
use super::people;
use super::progress::{Bar, Lines};
use super::said::Said;
use super::size::{SizedPlan, concurrency, cpus, sized};
use crate::cli::Verdict;
use crate::cli::again::quoted;
use crate::cli::columns::prose;
use crate::cli::options::{Place, seed_or_fresh};
use crate::cli::report::terminal;
use crate::cli::text::tell;
use crate::core::Seed;
use crate::pool::{Isolation, IsolationKind};
use crate::registry::PlayerSpec;
use crate::tournament::report::{Tables, text_for};
use crate::tournament::{
    Ended, Plan, Results, RunOptions, Store, count, planned_criteria, run_timed,
};

/// Plays what was asked for, or says what would be played.
pub(super) fn begin(asked: &Asked) -> anyhow::Result<Verdict> {
    let begun = Instant::now();
    let Asked { game, bots, said, name, db } = asked;
    let decided = Decided::new(*game, said.clone(), name)?;
    let criteria = passing::criteria(said)?;
    let earlier = editions::earlier(db, *game)?;
    let known = editions::seed(said.seed, earlier.as_ref(), decided.day())?;
    let seed = seed_or_fresh(known)?;
    let named = wishes(*game, bots)?;
    let place = place(said)?;
    let base = decided.base();
    let gate = Gate { game: *game, base: &base, place: &place };
    // The methods that are switched off are looked up before a bot is blamed for them.
    game.check_player(&base, &PlayerSpec::read("random", *game)?)?;
    let students = people::students(said, &gate)?;
    let contest = students.len() + named.len();
    decided.enough(contest, contest)?;
    let yardsticks = wishes(*game, &said.yardstick)?;
    let mut entries = gate.admit(&[&students[..], &named[..], &yardsticks[..]].concat())?;
    entries.extend(gate.admit(&passing::named_yardsticks(*game, &criteria, &entries))?);
    if let (true, Some(earlier)) = (decided.chance && decided.day().is_some(), &earlier) {
        earlier.keep_waiting(seed, &mut entries);
    }
    let plays = |number: &u32| entries[*number as usize].plays();
    let field: Vec<u32> = (0..contest as u32).filter(plays).collect();
    if let Err(error) = decided.enough(field.len(), contest) {
        cannot_play(&entries);
        return Err(error);
    }
    let yardsticks: Vec<u32> = (contest as u32..entries.len() as u32).collect();
    passing::opponents_are_there(*game, &criteria, &entries, &yardsticks)?;
    let size = decided.size(field.len(), decided.shape.seatings(0).len() as u32);
    let playing = entries.iter().take(students.len()).filter(|entry| entry.plays()).count();
    let plan = decided.plan(field.len(), playing, size, seed, criteria)?;
    let plan = Plan { yardsticks, ..plan };
    let mut sized = sized(&decided, plan, &field, &entries, &place, said)?;
    let chance = chance(&decided, &mut sized.plan, &entries, earlier.as_ref(), said, known)?;
    announce(&decided, &sized, &entries, earlier.as_ref(), db, said, &chance)?;
    if said.dry_run {
        return Ok(Verdict::Done);
    }
    let mut store = Store::create_or_open(db)?;
    let entrants: Vec<_> = entries.into_iter().map(|entry| (entry.entrant, entry.bundle)).collect();
    let edition = store.begin(&sized.plan, &entrants)?;
    let matches = sized.matches(&decided.shape);
    play(store, edition, &place, said, matches, begun)
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
    let of_criteria = planned_criteria(&plan, &shape, &entrants).matches(&shape);
    let matches = count(&plan, &shape, plan.field(&entrants).len()).matches + of_criteria;
    play(store, edition, &place(said)?, said, matches, Instant::now())
}

/// The place of the matches: processes, unless `--isolation thread` trusts all bots.
fn place(said: &Settings) -> anyhow::Result<Isolation> {
    let isolation = said.isolation.unwrap_or(IsolationKind::Process);
    Place { isolation, require_sandbox: said.require_sandbox }.open()
}

/// The seed of a plan beside that of the edition before.
struct SeedChoice {
    /// The difference from the edition before, if there is one.
    changes: Option<Vec<String>>,
    /// True if it has a seed of its own because some bots may know the deals of that edition.
    renewed: bool,
    /// True if its seed is drawn, neither given nor kept.
    drawn: bool,
    /// A warning on what its seed gives away.
    notes: Vec<String>,
}

/// Puts a fresh seed into a plan whose deals some of its bots may know, unless the seed was asked
/// for. `known`: the seed that was given or kept.
fn chance(
    decided: &Decided,
    plan: &mut Plan,
    entries: &[Entry],
    earlier: Option<&Earlier>,
    said: &Settings,
    known: Option<Seed>,
) -> anyhow::Result<SeedChoice> {
    let changes = earlier.map(|earlier| earlier.changes(plan, entries));
    let is_another = changes.as_ref().is_some_and(|changes| !changes.is_empty());
    let known_by = match earlier {
        Some(earlier) if decided.chance && is_another => earlier.may_know(plan.seed, entries),
        _ => Vec::new(),
    };
    let renewed = !known_by.is_empty() && said.seed.is_none() && !said.keep_seed;
    let drawn = renewed || known.is_none();
    if renewed {
        plan.seed = seed_or_fresh(None)?;
    }
    let mut notes = match (decided.chance, drawn) {
        (true, false) => editions::gives_away(plan.seed, said.seed.is_some(), &known_by),
        _ => Vec::new(),
    };
    // A day ends when the next one is stored.
    let before = earlier.map(|earlier| &earlier.plan).filter(|_| !said.dry_run);
    if let Some((before, day)) = before.and_then(|before| Some((before, before.day?))) {
        notes.extend((plan.day != before.day).then(|| format!("seed of {day}: {}", before.seed)));
    }
    Ok(SeedChoice { changes, renewed, drawn, notes })
}

/// Says who plays what; where nothing else is done, that is the result.
fn announce(
    decided: &Decided,
    sized: &SizedPlan,
    entries: &[Entry],
    earlier: Option<&Earlier>,
    db: &Path,
    said: &Settings,
    chance: &SeedChoice,
) -> anyhow::Result<()> {
    let changes = chance.changes.as_ref();
    let edition = match (earlier, changes.map(Vec::as_slice)) {
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
        criteria: &sized.criteria.rounds,
        shape: &decided.shape,
        time: sized.time,
        kept: (db, edition),
        known: earlier.is_some() && !chance.renewed,
        seed_stands: !(said.dry_run && chance.drawn),
    }
    .to_string();
    let note = earlier.zip(changes);
    let note = note.map(|(earlier, changes)| editions::note(db, earlier, changes, chance.renewed));
    // Where rounds follow from results, two meet in one of them.
    let follows = sized.plan.format.follows_from_results();
    let rounds = if follows { 1 } else { sized.count.rounds };
    let blocks = sized.plan.deals.saturating_mul(rounds);
    let repeats = openings::repeats(decided.game, &sized.plan, blocks)?;
    let notes = note.into_iter().chain(chance.notes.iter().cloned()).chain(repeats);
    if said.dry_run {
        let mut out = anstream::stdout().lock();
        writeln!(out, "{}", prose(&text, 0).join("\n"))?;
        return Ok(notes
            .into_iter()
            .try_for_each(|note| writeln!(out, "{}", prose(&note, 0).join("\n")))?);
    }
    if !said.quiet {
        tell(text);
        notes.into_iter().for_each(tell);
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

/// Prints the reason for which each bot cannot play.
fn cannot_play(entries: &[Entry]) {
    for entry in entries {
        if let Some(error) = &entry.entrant.error {
            tell(format_args!("{} cannot play: {error}", entry.entrant.name()));
        }
    }
}

/// Plays an edition of about so many matches, of which the time began then, to its end or until it
/// is stopped, and shows the tables.
fn play(
    mut store: Store,
    edition: u32,
    place: &Isolation,
    said: &Settings,
    matches: u64,
    begun: Instant,
) -> anyhow::Result<Verdict> {
    let resume = resume_command(store.path(), said);
    let stop = listen(resume.clone())?;
    let options = RunOptions { concurrency: concurrency(said), stop: stop.clone() };
    let clock = || begun.elapsed();
    let ended = if said.json_events {
        let mut reporter = JsonEvents::new(io::stdout().lock(), stop);
        let ended = run_timed(&mut store, edition, place, &options, &clock, &mut reporter);
        reporter.end()?;
        ended
    } else if said.quiet {
        run_timed(&mut store, edition, place, &options, &clock, &mut ())
    } else if io::stderr().is_terminal() {
        run_timed(&mut store, edition, place, &options, &clock, &mut Bar::new(matches))
    } else {
        let mut lines = Lines::new(anstream::stderr(), clock, matches);
        run_timed(&mut store, edition, place, &options, &clock, &mut lines)
    };
    let ended = ended.inspect_err(|_| tell(format_args!("to go on later: {resume}")))?;
    if let Ended::Interrupted { .. } = ended {
        tell(go_on(&resume));
        return Ok(Verdict::Interrupted);
    }
    if !said.json_events {
        let results = Results::read_ladder(&store, edition)?;
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
