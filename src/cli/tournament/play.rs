//! Plans a tournament, plays it, and shows the tables.

use anyhow::{Context, bail};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use super::Request;
use super::announcement::{Announcement, SeedChoice};
use super::args::Settings;
use super::json_events::JsonEvents;
use super::progress::{Bar, Lines};
use super::resolve::ResolvedPlan;
use super::students;
use super::venue::VenueArgs;
use super::{notes, openings};
use crate::cli::again::{quoted, typed};
use crate::cli::columns::printed;
use crate::cli::interrupt::stop_flag;
use crate::cli::options::{IsolationArgs, cores, seed_or_fresh};
use crate::cli::report::terminal;
use crate::cli::text::tell;
use crate::cli::verdict::Verdict;
use juez_core::{PlayedBy, Seed};
use juez_grading::report::{Tables, text_for};
use juez_grading::{seed_by_standings, stored_entries};
use juez_match::registry::PlayerSpec;
use juez_pool::{Isolation, IsolationKind};
use juez_tournament::{
    Earlier, Ended, Entry, EntryCheck, NextRevision, Plan, Reporter, Results, RunError, RunOptions,
    Sizing, Store, candidates, named_yardsticks, names_differ, opponents_are_there,
    planned_matches, run_timed, yardsticks,
};

/// Plays the requested tournament, or only announces it.
pub(super) fn begin(request: &Request, venue: &VenueArgs) -> anyhow::Result<Verdict> {
    let begun = Instant::now();
    let Request { game, bots, settings, name, db } = request;
    let resolved = ResolvedPlan::new(*game, settings.clone(), name)?;
    let earlier = Earlier::read(db, *game)?;
    let known = match &earlier {
        Some(earlier) => earlier.seed(settings.seed, settings.ladder)?,
        None => settings.seed,
    };
    let seed = seed_or_fresh(known)?;
    let named = candidates(*game, bots)?;
    let isolation = isolation(settings)?;
    let base = resolved.base();
    let entry_check = EntryCheck { game: *game, base: &base, isolation: &isolation };
    // Checks the disabled methods first, before a bot gets blamed for a wrong name.
    game.check_player(&base, &PlayerSpec::read("random", *game)?)?;
    let students = students::students(settings, &entry_check)?;
    let stored = match students.len() + named.len() {
        0 => stored_entries(&settings.seeded_by, *game)?,
        _ => Vec::new(),
    };
    let contest = students.len() + named.len() + stored.len();
    resolved.enough(contest, contest)?;
    let yardsticks = yardsticks(*game, &settings.yardstick)?;
    let mut entries = entry_check.admit(&[&students[..], &named[..], &yardsticks[..]].concat())?;
    entries.splice(..0, stored);
    names_differ(&entries)?;
    let (files, first) = (&settings.seeded_by, settings.first.map(|first| first as usize));
    let contest = seed_by_standings(&mut entries, contest, files, first, *game)?;
    let criteria = &resolved.plan.criteria;
    entries.extend(entry_check.admit(&named_yardsticks(*game, criteria, &entries))?);
    if let (Some(earlier), true, Some(_)) = (&earlier, resolved.chance, settings.ladder) {
        earlier.keep_waiting(seed, &mut entries);
    }
    let field = entries[..contest].iter().filter(|entry| entry.plays()).count();
    resolved.enough(field, contest).inspect_err(|_| {
        for Entry { entrant, .. } in &entries {
            if let Some(error) = &entrant.error {
                tell(format_args!("{} cannot play: {error}", entrant.name()));
            }
        }
    })?;
    let numbers: Vec<u32> = (contest as u32..entries.len() as u32).collect();
    opponents_are_there(*game, criteria, &entries, &numbers)?;
    // After seeding, the students no longer come first.
    let students = if settings.seeded_by.is_empty() { students.len().min(contest) } else { 0 };
    let playing = entries[..students].iter().filter(|entry| entry.plays()).count();
    let outside = outside(&entries);
    let programs: Vec<PlayerSpec> =
        outside.iter().filter(|player| player.mind.time().is_some()).cloned().collect();
    settings.clock.check(&programs)?;
    let clock = base.terms.clock.filter(|_| !programs.is_empty());
    let mut plan = Plan { yardsticks: numbers, ..resolved.plan(field, playing, seed)? };
    plan.terms.clock = clock;
    let sizing = Sizing {
        game: *game,
        shape: &resolved.shape,
        plan: &plan,
        base: &base,
        entries: &entries,
        isolation: &isolation,
        time: settings.time,
        at_once: settings.at_once(),
    };
    let mut sized = sizing.sized(!settings.quiet || settings.dry_run)?;
    if let (Some(time), true, false) = (settings.time, sized.is_too_long, settings.quiet) {
        let time = humantime::format_duration(time);
        tell(format_args!("note: even the smallest plan takes longer than {time}"));
    }
    let chance = chance(&resolved, &mut sized.plan, &entries, earlier.as_ref(), known, db)?;
    announce(&Announcement { resolved: &resolved, sized: &sized, entries: &entries, db, chance })?;
    if settings.dry_run {
        return Ok(Verdict::Done);
    }
    let mut store = Store::create_or_open(db)?;
    let entrants: Vec<_> = entries.into_iter().map(|entry| (entry.entrant, entry.bundle)).collect();
    let revision = store.begin(&sized.plan, &entrants)?;
    let matches = sized.matches(&resolved.shape);
    play((store, revision), &isolation, (settings, venue), (matches, outside), begun)
}

/// Returns the entrants that the store only names.
fn outside(entries: &[Entry]) -> Vec<PlayerSpec> {
    let players = entries.iter().filter_map(|entry| entry.player.as_ref());
    players.filter(|player| player.mind.is_outside()).cloned().collect()
}

/// Resumes the newest revision of a database.
pub(super) fn resume(
    path: &Path,
    settings: &Settings,
    venue: &VenueArgs,
) -> anyhow::Result<Verdict> {
    let store = Store::open(path)?;
    let revision = store.revisions()?;
    if revision == 0 {
        bail!("nothing to resume: {} has no plan yet", path.display());
    }
    let (plan, entrants) = (store.plan(revision)?, store.entrants(revision)?);
    let (game, shape) = plan.table()?;
    // Never starts programs named in a database file, which is untrusted.
    for entrant in entrants.iter().filter(|entrant| entrant.player.bot == PlayedBy::External) {
        store.player(game, entrant)?;
    }
    if store.is_complete(revision)? && !settings.json_events {
        show(&store, revision)?;
        return Ok(Verdict::Done);
    }
    let matches = planned_matches(&plan, &shape, &entrants);
    let isolation = isolation(settings)?;
    play((store, revision), &isolation, (settings, venue), (matches, Vec::new()), Instant::now())
}

/// Opens worker processes, or threads if `--isolation thread` trusts all bots.
fn isolation(settings: &Settings) -> anyhow::Result<Isolation> {
    let isolation = settings.isolation.unwrap_or(IsolationKind::Process);
    IsolationArgs { kind: isolation, require_sandbox: settings.require_sandbox }.open()
}

/// Draws a fresh seed if some bots may know the plan's deals, unless a seed was requested. `known`
/// is the given or kept seed.
fn chance(
    resolved: &ResolvedPlan,
    plan: &mut Plan,
    entries: &[Entry],
    earlier: Option<&Earlier>,
    known: Option<Seed>,
    db: &Path,
) -> anyhow::Result<SeedChoice> {
    let settings = &resolved.settings;
    let next = earlier.map(|last| last.next_revision(plan, entries, resolved.chance));
    let NextRevision { changes, known_by } = next.unwrap_or_default();
    let renewed = !known_by.is_empty() && settings.seed.is_none() && !settings.keep_seed;
    let drawn = renewed || known.is_none();
    if renewed {
        plan.seed = seed_or_fresh(None)?;
    }
    let note = earlier.map(|earlier| notes::contents(db, earlier, &changes, renewed));
    let mut texts = Vec::from_iter(note);
    if resolved.chance && !drawn {
        texts.extend(notes::gives_away(plan.seed, settings.seed.is_some(), &known_by));
    }
    // A day's seed is revealed once the next day is stored.
    if let Some(Plan { day: Some(day), seed, .. }) = earlier.map(|earlier| &earlier.plan)
        && plan.day != Some(*day)
        && !settings.dry_run
    {
        texts.push(format!("seed of {day}: {seed}"));
    }
    Ok(SeedChoice {
        revision: earlier.map_or(1, |last| last.revision + u32::from(!changes.is_empty())),
        known: earlier.is_some() && !renewed,
        is_final: !(settings.dry_run && drawn),
        notes: texts,
    })
}

/// Prints the announcement; to stdout on a dry run.
fn announce(announcement: &Announcement<'_>) -> anyhow::Result<()> {
    let Announcement { resolved, sized, chance, .. } = announcement;
    let settings = &resolved.settings;
    // If rounds depend on results, two bots meet in one round.
    let follows = sized.plan.format.follows_from_results();
    let rounds = if follows { 1 } else { sized.count.rounds };
    let blocks = sized.plan.deals.saturating_mul(rounds);
    let repeats = openings::repeats(resolved.game, &sized.plan, blocks)?;
    let notes = chance.notes.iter().cloned().chain(repeats);
    let mut texts = [announcement.to_string()].into_iter().chain(notes);
    if settings.dry_run {
        let mut out = anstream::stdout().lock();
        return Ok(texts.try_for_each(|text| writeln!(out, "{}", printed(&text)))?);
    }
    if settings.quiet {
        return Ok(());
    }
    texts.for_each(tell);
    let (at_once, cores) = (settings.concurrency(), cores());
    if at_once > cores {
        tell(format_args!(
            "note: {at_once} matches at once on {cores} CPUs take turns, which is not faster"
        ));
    }
    Ok(())
}

/// Plays a revision to its end or until it is stopped, and shows the tables. `matches` is the
/// expected number, `outside` the players that the store only names, `begun` the start of the clock.
fn play(
    (mut store, revision): (Store, u32),
    isolation: &Isolation,
    (settings, venue): (&Settings, &VenueArgs),
    (matches, outside): (u64, Vec<PlayerSpec>),
    begun: Instant,
) -> anyhow::Result<Verdict> {
    // Only the full command line names programs and files, so `--resume` cannot use them.
    let resume = match &outside[..] {
        [] => resume_command(store.path(), settings, venue),
        _ => typed(),
    };
    let interrupted = format!("interrupted; to resume: {resume}");
    let stop = stop_flag(Some(format!("\n{interrupted}")))?;
    let options = RunOptions { concurrency: settings.concurrency(), stop: stop.clone(), outside };
    let clock = || begun.elapsed();
    let venue = venue.open(&store, revision, isolation, &options)?;
    let mut run = |reporter: &mut dyn Reporter| {
        run_timed(&mut store, revision, venue.venue(), &options, &clock, reporter)
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
    venue.leave(ended.as_ref().ok());
    let ended = ended.inspect_err(|error| {
        // Such a refusal is final, so a hint to resume would mislead.
        if !matches!(error, RunError::Languages { .. }) {
            tell(format_args!("to resume later: {resume}"));
        }
    })?;
    if let Ended::Interrupted { .. } = ended {
        tell(interrupted);
        return Ok(Verdict::Interrupted);
    }
    if !settings.json_events {
        show(&store, revision)?;
    }
    if let Ended::Failed { .. } = ended {
        tell(format_args!("to retry the matches that could not be played: {resume}"));
        return Ok(Verdict::Failed);
    }
    Ok(Verdict::Done)
}

/// Shows the tables of a revision.
fn show(store: &Store, revision: u32) -> anyhow::Result<()> {
    let results = Results::read_ladder(store, revision)?;
    let mut out = anstream::stdout().lock();
    text_for(&Tables::of(&results), &terminal(), &mut out)?;
    Ok(out.flush()?)
}

/// Returns the command that resumes the tournament.
fn resume_command(path: &Path, settings: &Settings, venue: &VenueArgs) -> String {
    let mut words = vec![format!("juez tournament --resume {}", quoted(&path.to_string_lossy()))];
    words.extend(settings.concurrency.map(|number| format!("--concurrency {number}")));
    words.extend(settings.isolation.map(|isolation| format!("--isolation {isolation}")));
    words.extend(venue.words());
    let flag = |is_set: bool, flag: &str| is_set.then(|| flag.to_string());
    words.extend(flag(settings.require_sandbox, "--require-sandbox"));
    words.extend(flag(settings.json_events, "--json-events"));
    words.extend(flag(settings.quiet, "--quiet"));
    words.join(" ")
}

/// Finds the only database in the current folder.
///
/// # Errors
/// If there is none, or several.
pub(super) fn only_one_here() -> anyhow::Result<PathBuf> {
    let entries = std::fs::read_dir(".").context("cannot read this folder")?;
    let mut found: Vec<PathBuf> = entries
        .flatten()
        .map(|entry| PathBuf::from(entry.file_name()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "db"))
        .filter(|path| Store::read(path).is_ok_and(|store| store.revisions().unwrap_or(0) > 0))
        .collect();
    found.sort();
    match &found[..] {
        [] => {
            bail!("no tournament in this folder: name its file, as in --resume class.db")
        }
        [one] => Ok(one.clone()),
        several => {
            let names: Vec<_> = several.iter().map(|path| path.to_string_lossy()).collect();
            bail!("there are several tournaments here: name one of {}", names.join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::tournament::args::tests::settings;

    #[test]
    fn the_command_that_goes_on_says_all_that_is_not_in_the_database() {
        let path = Path::new("my class.db");
        let plain = resume_command(path, &Settings::default(), &VenueArgs::default());
        assert_eq!(plain, "juez tournament --resume 'my class.db'");
        let all = settings("--concurrency 2 --isolation thread --quiet --rounds 3 --seed 1");
        assert_eq!(
            resume_command(path, &all, &VenueArgs::default()),
            "juez tournament --resume 'my class.db' --concurrency 2 --isolation thread --quiet"
        );
    }
}
