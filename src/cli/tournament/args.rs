//! Settings of a tournament, from the command line or a file.

use anyhow::Context;
use jiff::Zoned;
use jiff::civil::Date;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use crate::cli::options::{ClockArgs, HouseRules, cores};
use juez_core::{Budget, OnFault, Seed};
use juez_pool::IsolationKind;
use juez_tournament::{Criterion, FormatName, Partners};

/// Limit on random opening moves; more would be the larger part of a match.
const MAX_OPENING_PLIES: u32 = 40;

/// Everything that may be said, as far as it was. Each option is a key of the file too, with the
/// same name and the same values: [`file`](super::file) reads it through this table.
#[derive(clap::Args, Clone, Default, PartialEq, Debug)]
pub(super) struct Settings {
    /// Name in reports [default: the name of the file, or of the game]
    #[arg(long, help_heading = "Matches")]
    pub name: Option<String>,
    /// Format: round-robin, gauntlet, swiss or knockout [default: round-robin]
    #[arg(long, help_heading = "Matches")]
    pub format: Option<FormatName>,
    /// Gauntlet: number of challengers, the first bots, who meet all others but not each other
    /// [default: the students, or 1]
    #[arg(long, value_name = "N", value_parser = from_one(), help_heading = "Matches")]
    pub challengers: Option<u32>,
    /// Knockout: play for the third place
    #[arg(long, help_heading = "Matches")]
    pub third_place: bool,
    /// Seed by the standings of this earlier tournament or ladder, repeatable: several take turns,
    /// like groups; without bots, its own bots play
    #[arg(long, value_name = "FILE.db", help_heading = "Matches")]
    pub seeded_by: Vec<PathBuf>,
    /// Take only the first N of --seeded-by
    #[arg(long, value_name = "N", value_parser = from_one(), help_heading = "Matches")]
    pub first: Option<u32>,
    /// Partners in games of pairs: same (one bot in both seats) or mixed (they rotate) [default:
    /// same]
    #[arg(long, help_heading = "Matches")]
    pub partners: Option<Partners>,
    /// Rounds: times that all bots meet [default: 1; Swiss: enough for one winner]
    #[arg(long, value_name = "N", value_parser = from_one(), help_heading = "Matches")]
    pub rounds: Option<u32>,
    /// Matches of a pairing in a round, rounded up to whole deals in every seating [default: one
    /// deal]
    #[arg(short = 'n', long, value_name = "N", value_parser = from_one(), help_heading = "Matches")]
    pub games: Option<u32>,
    /// Round robin: matches for each bot, a balanced sample of all tables
    #[arg(long, value_name = "N", value_parser = from_one(), help_heading = "Matches")]
    pub matches_each: Option<u32>,
    /// Play as many matches as fit into this time, such as 10m
    #[arg(long, value_name = "DURATION", value_parser = read_time, help_heading = "Matches")]
    pub time: Option<Duration>,
    /// Random seed: a number or 64 hex digits [default: random; a stored tournament keeps its own,
    /// unless new bots may know its deals]
    #[arg(long, help_heading = "Matches")]
    pub seed: Option<Seed>,
    /// Keep the deals of the last revision, though changed bots may know them; plays only what is
    /// new
    #[arg(long, help_heading = "Matches")]
    pub keep_seed: bool,
    /// Play a day of a ladder: a round robin with its own seed every day, and standings of all days;
    /// DATE such as 2026-11-22 [default: today]
    #[arg(long, value_name = "DATE", num_args = 0..=1, require_equals = true,
          default_missing_value = "today", value_parser = read_day, help_heading = "Matches")]
    pub ladder: Option<Date>,
    /// Openings in games without chance: none, random:K (K random moves) or a file of positions
    /// [default: random:2]
    #[arg(long, value_name = "OPENINGS", help_heading = "Matches")]
    pub openings: Option<OpeningsName>,
    #[command(flatten)]
    pub rules: HouseRules,

    /// Budget of a move: quick (20 ms), normal (100 ms) or long (1 s) [default: normal]
    #[arg(long, help_heading = "Bots")]
    pub budget: Option<Budget>,
    #[command(flatten, next_help_heading = "Bots")]
    pub clock: ClockArgs,
    /// Result of a fault: forfeit or substitute (a random move) [default: forfeit]
    #[arg(long, help_heading = "Bots")]
    pub on_fault: Option<OnFault>,
    /// Faults until a forfeit, with --on-fault substitute [default: 3]
    #[arg(long, value_name = "N", value_parser = from_one(), help_heading = "Bots")]
    pub strikes: Option<u32>,
    /// Script methods to disable, such as path,distance
    #[arg(long, value_name = "NAMES", value_delimiter = ',', help_heading = "Bots")]
    pub without: Vec<String>,
    /// Hide names from bots: true or false; alone it means true [default: true with --roster]
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true,
          default_missing_value = "true", help_heading = "Bots")]
    pub hide_names: Option<bool>,
    /// Bench a bot after K matches in a row lost to faults; 0: never [default: 5]
    #[arg(long, value_name = "K", help_heading = "Bots")]
    pub bench_after: Option<u32>,
    /// Where scripts run: thread (this process) or process (a sandboxed one for each bot) [default:
    /// process]
    #[arg(long, help_heading = "Bots")]
    pub isolation: Option<IsolationKind>,
    /// Fail if the sandbox is incomplete
    #[arg(long, help_heading = "Bots")]
    pub require_sandbox: bool,

    /// Class list: students and their bots, a CSV file with a header
    #[arg(long, value_name = "FILE", help_heading = "Class")]
    pub roster: Option<PathBuf>,
    /// Folder or zip of submissions; the latest valid version of each student plays
    #[arg(long, value_name = "PLACE", help_heading = "Class")]
    pub submissions: Option<PathBuf>,
    /// Ignore later submissions: `2026-05-31 23:59`
    #[arg(long, value_name = "TIME", help_heading = "Class")]
    pub deadline: Option<String>,
    /// Pass criterion, repeatable: `beats greedy in 60 % of 40 games, with 95 % confidence`
    #[arg(long, value_name = "CRITERION", help_heading = "Class")]
    pub pass: Vec<String>,
    /// Bot that plays only the matches of --pass, without a rank; repeatable [default: the built-in
    /// bots that --pass names]
    #[arg(long, value_name = "BOT", help_heading = "Class")]
    pub yardstick: Vec<String>,

    /// Matches to play at once [default: number of CPUs]
    #[arg(short = 'j', long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024), help_heading = "Running")]
    pub concurrency: Option<u32>,
    /// Database of the tournament [default: next to the file, or GAME.db]
    #[arg(long, value_name = "FILE", help_heading = "Running")]
    pub db: Option<PathBuf>,
    /// Print events as JSON lines, and no tables
    #[arg(long, help_heading = "Running")]
    pub json_events: bool,
    /// Print the plan and play nothing
    #[arg(long, help_heading = "Running")]
    pub dry_run: bool,
    /// Print only errors
    #[arg(long, short, help_heading = "Running")]
    pub quiet: bool,
}

impl Settings {
    /// Merges these settings with the settings of `file`. Values given here win. A list given here
    /// replaces the whole list; house rules are merged one by one.
    #[must_use]
    pub fn over(self, file: Settings) -> Settings {
        let list = |mine: Vec<String>, other| if mine.is_empty() { other } else { mine };
        // `--time`, rounds and games, and matches for each bot all decide the size of a tournament:
        // one given here overrules the others in the file.
        let (timed, each) = (self.time.is_some(), self.matches_each.is_some());
        let sized = self.rounds.is_some() || self.games.is_some();
        // No `..`, so that a new option must be added here.
        Settings {
            name: self.name.or(file.name),
            format: self.format.or(file.format),
            challengers: self.challengers.or(file.challengers),
            third_place: self.third_place || file.third_place,
            seeded_by: if self.seeded_by.is_empty() { file.seeded_by } else { self.seeded_by },
            first: self.first.or(file.first),
            partners: self.partners.or(file.partners),
            rounds: self.rounds.or(file.rounds.filter(|_| !timed && !each)),
            games: self.games.or(file.games.filter(|_| !timed && !each)),
            matches_each: self.matches_each.or(file.matches_each.filter(|_| !sized && !timed)),
            time: self.time.or(file.time.filter(|_| !sized && !each)),
            seed: self.seed.or(file.seed.filter(|_| !self.keep_seed)),
            keep_seed: self.keep_seed || (file.keep_seed && self.seed.is_none()),
            ladder: self.ladder.or(file.ladder),
            openings: self.openings.or(file.openings),
            rules: joined(self.rules, file.rules),
            budget: self.budget.or(file.budget),
            clock: self.clock.over(file.clock),
            on_fault: self.on_fault.or(file.on_fault),
            strikes: self.strikes.or(file.strikes),
            without: list(self.without, file.without),
            hide_names: self.hide_names.or(file.hide_names),
            bench_after: self.bench_after.or(file.bench_after),
            isolation: self.isolation.or(file.isolation),
            require_sandbox: self.require_sandbox || file.require_sandbox,
            roster: self.roster.or(file.roster),
            submissions: self.submissions.or(file.submissions),
            deadline: self.deadline.or(file.deadline),
            pass: list(self.pass, file.pass),
            yardstick: list(self.yardstick, file.yardstick),
            concurrency: self.concurrency.or(file.concurrency),
            db: self.db.or(file.db),
            json_events: self.json_events || file.json_events,
            dry_run: self.dry_run || file.dry_run,
            quiet: self.quiet || file.quiet,
        }
    }

    /// Returns the settings that change only how a tournament is run. Only these are allowed on
    /// resuming.
    pub fn of_the_run(&self) -> Settings {
        let Settings { isolation, require_sandbox, concurrency, json_events, quiet, .. } = *self;
        let (db, rest) = (self.db.clone(), Settings::default());
        Settings { isolation, require_sandbox, concurrency, db, json_events, quiet, ..rest }
    }

    /// Parses the pass criteria.
    ///
    /// # Errors
    /// If a sentence is invalid.
    pub fn criteria(&self) -> anyhow::Result<Vec<Criterion>> {
        let read = |text: &String| text.parse().with_context(|| format!("--pass {text:?}"));
        self.pass.iter().map(read).collect()
    }

    pub fn concurrency(&self) -> u32 {
        self.concurrency.unwrap_or_else(cores)
    }

    /// Returns the number of matches that run at once: more matches than CPUs only take turns.
    pub fn at_once(&self) -> u32 {
        self.concurrency().min(cores())
    }
}

/// Merges house rules; the first list wins.
fn joined(mut rules: HouseRules, other: HouseRules) -> HouseRules {
    let name = |rule: &str| rule.split('=').next().unwrap_or_default().to_string();
    let settings: Vec<String> = rules.options.iter().map(|rule| name(rule)).collect();
    rules.options.extend(other.options.into_iter().filter(|rule| !settings.contains(&name(rule))));
    rules
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum OpeningsName {
    None,
    /// A number of random moves.
    Random(u32),
    File(PathBuf),
}

impl FromStr for OpeningsName {
    type Err = String;
    fn from_str(text: &str) -> Result<OpeningsName, String> {
        let Some(plies) = text.strip_prefix("random") else {
            return Ok(match text {
                "none" => OpeningsName::None,
                _ => OpeningsName::File(PathBuf::from(text)),
            });
        };
        let plies = plies.strip_prefix(':').and_then(|plies| plies.parse().ok());
        let plies = plies.filter(|plies| (1..=MAX_OPENING_PLIES).contains(plies));
        plies.map(OpeningsName::Random).ok_or_else(|| {
            format!("expected random:K with 1 to {MAX_OPENING_PLIES} moves, as in random:2")
        })
    }
}

/// Returns a parser of numbers from 1.
fn from_one() -> clap::builder::RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(1..=1_000_000)
}

fn read_time(text: &str) -> Result<Duration, String> {
    let time = humantime::parse_duration(text)
        .map_err(|_| "expected a time such as 90s, 10m or 1h30m".to_string())?;
    let is_enough = time >= Duration::from_secs(1);
    is_enough.then_some(time).ok_or_else(|| "a tournament needs a second or more".to_string())
}

fn read_day(text: &str) -> Result<Date, String> {
    match text {
        "today" => Ok(Zoned::now().date()),
        _ => text.parse().map_err(|_| "expected a day such as 2026-11-22, or today".to_string()),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Parses the settings of a command line.
    pub fn settings(line: &str) -> Settings {
        use clap::{Args as _, Command, FromArgMatches as _};
        let command = Settings::augment_args(Command::new("juez").no_binary_name(true));
        let matches = command.try_get_matches_from(line.split_whitespace());
        Settings::from_arg_matches(&matches.expect("options")).expect("values")
    }

    #[test]
    fn what_the_command_line_says_comes_before_the_file() {
        let file =
            settings("--format swiss --rounds 5 --seed 1 -o seats=4 -o walls=5 --pass a --pass b");
        let line = settings("--rounds 7 -o walls=3 --pass c --quiet");
        let both = line.over(file);
        assert_eq!((both.format, both.rounds), (Some(FormatName::Swiss), Some(7)));
        assert_eq!(both.seed, Some(Seed::from(1)));
        assert_eq!(both.rules.options, ["walls=3", "seats=4"]);
        assert_eq!(both.pass, ["c"]);
        assert!(both.quiet);
    }

    #[test]
    fn a_time_on_the_command_line_overrules_the_sizes_of_the_file_and_the_other_way_round() {
        let timed = settings("--time 10m").over(settings("--rounds 5 --games 8"));
        assert_eq!((timed.time, timed.rounds), (Some(Duration::from_secs(600)), None));
        assert_eq!(timed.games, None);
        let sized = settings("--rounds 5").over(settings("--time 10m"));
        assert_eq!((sized.time, sized.rounds), (None, Some(5)));
        let each = settings("--matches-each 20").over(settings("--time 10m --games 4"));
        assert_eq!((each.matches_each, each.time, each.games), (Some(20), None, None));
        assert_eq!(settings("--games 4").over(settings("--matches-each 20")).matches_each, None);
    }

    #[test]
    fn what_is_said_nowhere_is_nowhere() {
        assert_eq!(Settings::default().over(Settings::default()), Settings::default());
        let all = settings("--format swiss --rounds 5 --db a.db --concurrency 2 --quiet");
        assert_eq!(all.clone().over(Settings::default()), all);
        assert_eq!(Settings::default().over(all.clone()), all);
        assert_eq!(all.of_the_run(), settings("--db a.db --concurrency 2 --quiet"));
    }

    #[test]
    fn a_kept_seed_and_a_given_one_overrule_each_other_across_places() {
        let late = settings("--margin 200ms").over(settings("--clock 60s+1s --margin 1s"));
        assert_eq!(late.clock, settings("--clock 60s+1s --margin 200ms").clock);
        let kept = settings("--keep-seed").over(settings("--seed 5"));
        assert_eq!((kept.seed, kept.keep_seed), (None, true));
        let given = settings("--seed 5").over(settings("--keep-seed"));
        assert_eq!((given.seed, given.keep_seed), (Some(Seed::from(5)), false));
    }

    #[test]
    fn names_are_hidden_shown_or_as_usual() {
        assert_eq!(settings("").hide_names, None);
        assert_eq!(settings("--hide-names").hide_names, Some(true));
        let shown = settings("--hide-names=false").over(settings("--hide-names"));
        assert_eq!(shown.hide_names, Some(false));
    }

    #[test]
    fn openings_are_none_random_or_a_file() {
        assert_eq!("none".parse(), Ok(OpeningsName::None));
        assert_eq!("random:2".parse(), Ok(OpeningsName::Random(2)));
        assert_eq!("book.jsonl".parse(), Ok(OpeningsName::File("book.jsonl".into())));
        for wrong in ["random", "random:0", "random:x", "random:41"] {
            let error = wrong.parse::<OpeningsName>().unwrap_err();
            assert_eq!(error, "expected random:K with 1 to 40 moves, as in random:2");
        }
    }

    #[test]
    fn a_misspelt_format_is_told_its_name() {
        let error = "round_robbin".parse::<FormatName>().unwrap_err();
        assert!(error.contains("did you mean round-robin?"), "{error}");
    }

    #[test]
    fn times_are_written_as_people_do() {
        assert_eq!(read_time("1h30m"), Ok(Duration::from_secs(5400)));
        assert_eq!(read_time("10"), Err("expected a time such as 90s, 10m or 1h30m".into()));
        assert_eq!(read_time("5ms"), Err("a tournament needs a second or more".into()));
    }
}
