//! The announcement before a tournament: entrants, matches, time.

use std::fmt;
use std::path::Path;

use super::resolve::ResolvedPlan;
use crate::cli::columns::width;
use crate::cli::options::hidden_seed;
use crate::cli::text::{BOLD, DIM, RED, about, grouped};
use juez_core::{NO_BREAK, wrap};
use juez_grading::report::listed;
use juez_tournament::{Count, Entry, FormatName, Openings, Partners, SizedPlan, criterion_games};

/// Limit on the names listed; the rest are counted.
const MAX_NAMES: usize = 60;

pub(super) struct Announcement<'a> {
    pub resolved: &'a ResolvedPlan,
    pub sized: &'a SizedPlan,
    pub entries: &'a [Entry],
    pub db: &'a Path,
    pub chance: SeedChoice,
}

/// The seed of a plan compared with the previous revision's.
pub(super) struct SeedChoice {
    /// Revision under which the plan is stored.
    pub revision: u32,
    /// True if some of its matches can be in the store already.
    pub known: bool,
    /// True if the plan's seed is final; false if another will be drawn.
    pub is_final: bool,
    /// Notes on the database file, and on anything the seed reveals.
    pub notes: Vec<String>,
}

impl fmt::Display for Announcement<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plan = &self.sized.plan;
        let numbered = (0..).zip(self.entries).filter(|(_, entry)| entry.plays());
        let (yardsticks, playing): (Vec<_>, Vec<_>) =
            numbered.partition(|(number, _)| plan.yardsticks.contains(number));
        let pairs = if plan.partners == Partners::Mixed { ", partners mixed" } else { "" };
        writeln!(
            f,
            "{BOLD}{}{BOLD:#}: {} of {}{pairs}",
            plan.name,
            self.resolved.format().name(),
            count(playing.len() as u64, &format!("{} bot", plan.game))
        )?;
        let shown: Vec<String> = playing
            .iter()
            .take(MAX_NAMES)
            .map(|(_, entry)| entry.entrant.name().replace(' ', &NO_BREAK.to_string()))
            .collect();
        let mut names = listed(&shown);
        if playing.len() > MAX_NAMES {
            names += &format!(" and {}{NO_BREAK}more", playing.len() - MAX_NAMES);
        }
        for line in wrap(&names, width() - 2) {
            writeln!(f, "  {line}")?;
        }
        for Entry { entrant, .. } in self.entries.iter().filter(|entry| !entry.plays()) {
            let why = entrant.error.as_deref().unwrap_or("no reason is known");
            let why = why.replace('\n', "\n    ");
            writeln!(f, "  {RED}{} cannot play{RED:#}: {why}", entrant.name())?;
        }
        for (_, Entry { entrant, .. }) in yardsticks {
            writeln!(f, "  {}: a yardstick, it plays for the criteria alone", entrant.name())?;
        }
        writeln!(f, "{}", self.matches())?;
        writeln!(f, "{}", self.worth())?;
        let openings = match &plan.openings {
            Openings::None => String::new(),
            Openings::Random { plies } => format!("openings random:{plies}; "),
            Openings::Positions(list) => format!("{}; ", count(list.len() as u64, "opening")),
        };
        let (revision, db) = (self.chance.revision, self.db.display());
        writeln!(f, "{DIM}{openings}revision {revision} of {db}{DIM:#}")?;
        if self.chance.is_final {
            write!(f, "{DIM}{}{DIM:#}", hidden_seed(plan.seed, plan.day))
        } else {
            write!(f, "{DIM}seed: 256 bits, drawn when it is played{DIM:#}")
        }
    }
}

impl Announcement<'_> {
    /// Formats the size, as in `45 pairings x 10 rounds x 1 deal x 2 seatings = 900 matches`.
    fn matches(&self) -> String {
        let Count { pairings, rounds, deals, seatings, entries, smallest, matches, exact, .. } =
            self.sized.count;
        let block = self.block();
        let (pairings, seatings) = if smallest == entries {
            (count(pairings, "pairing"), count(seatings.into(), "seating"))
        } else {
            let or = if smallest + 1 == entries { "or" } else { "to" };
            let tables = count(pairings, "table");
            (format!("{tables} of {entries} {or} {smallest}"), "every seating".to_string())
        };
        let rounds = count(rounds.into(), "round");
        let each = format!("{} x {seatings}", count(deals.into(), block));
        let matches = count(matches, "match");
        let plan = &self.sized.plan;
        let mut text = match self.resolved.format() {
            // Its rounds have fewer and fewer pairings.
            FormatName::Knockout => format!("{pairings} in {rounds} x {each} = {matches}"),
            _ if plan.is_sample() => {
                format!("{pairings} of a balanced sample, each with its own {block}: {matches}")
            }
            _ => format!("{pairings} x {rounds} x {each} = {matches}"),
        };
        if !exact {
            text.push_str(", more where a tie is drawn");
        }
        if plan.time.is_some() {
            text.push_str(", more or fewer as long as they take");
        }
        let (rounds, shape) = (&self.sized.criteria.rounds, &self.resolved.shape);
        for round in rounds {
            let entrants = grouped(round.pairings.len() as u64);
            let games = count(criterion_games(round, shape), "match");
            text += &format!("\nand {entrants} x {games} {}", round.title);
        }
        if !rounds.is_empty() {
            text += &format!(", {} in all", count(self.sized.matches(shape), "match"));
        }
        text
    }

    /// Returns the word for a block in this game.
    fn block(&self) -> &'static str {
        match (&self.sized.plan.openings, self.resolved.chance) {
            (_, true) => "deal",
            (Openings::None, false) => "seed",
            _ => "opening",
        }
    }

    /// Formats time and precision, as in `about 3 min; tells 15 points of score apart`.
    fn worth(&self) -> String {
        let SizedPlan { plan, count, time, .. } = self.sized;
        let points = (100.0 * count.apart(plan, &self.resolved.shape)).ceil();
        let tie = if self.resolved.format() == FormatName::Knockout { "a tie " } else { "" };
        let worth = match points {
            1.0 => "one point of score apart, of 100".to_string(),
            _ if points < 100.0 => format!("{points:.0} points of score apart, of 100"),
            _ => format!("no two bots apart: that takes more {}s", self.block()),
        };
        let time = time.map(about).map_or(String::new(), |about| {
            let most = self.chance.known && about.starts_with("about");
            format!("{about}{}; ", if most { " at most" } else { "" })
        });
        format!("{time}{tie}tells {worth}")
    }
}

/// Formats a number, as in `1 match` or `2 matches`.
pub(super) fn count(number: u64, what: &str) -> String {
    let plural = match (number, what.ends_with("ch")) {
        (1, _) => "",
        (_, true) => "es",
        (_, false) => "s",
    };
    format!("{} {what}{plural}", grouped(number))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::tournament::args::tests::settings;
    use juez_core::Player;
    use juez_core::{PlayedBy, Seed};
    use juez_match::registry::{PlayerSpec, game};
    use juez_tournament::{Entrant, PlannedCriteria};
    use std::time::Duration;

    fn entry(name: &str, error: Option<&str>) -> Entry {
        let quoridor = game("quoridor").expect("a game");
        let spec = PlayerSpec::read("random", quoridor).expect("a bot");
        let player = Player { name: name.to_string(), bot: PlayedBy::Lua, source: None };
        let path = format!("{name}.lua");
        let error = error.map(str::to_string);
        let plays = error.is_none();
        let entrant = Entrant { player, path, student: None, error };
        Entry { entrant, player: plays.then_some(spec), bundle: None }
    }

    fn words(id: &str, line: &str, entries: &[Entry], count: Count, time: f64) -> String {
        let resolved = ResolvedPlan::new(game(id).expect("a game"), settings(line), "Class 7")
            .expect("decided");
        let field = entries.iter().filter(|entry| entry.plays()).count();
        let plan = resolved.plan(field, 0, Seed::from(7)).expect("a plan");
        let sized = SizedPlan {
            plan,
            count,
            criteria: PlannedCriteria { rounds: Vec::new(), least: Vec::new() },
            time: (time > 0.0).then(|| Duration::from_secs_f64(time)),
            is_too_long: false,
        };
        let settings = Announcement {
            resolved: &resolved,
            sized: &sized,
            entries,
            db: Path::new("class.db"),
            chance: SeedChoice {
                revision: 1,
                known: line.contains("--seed"),
                is_final: true,
                notes: Vec::new(),
            },
        };
        anstream::adapter::strip_str(&settings.to_string()).to_string()
    }

    const ROUND_ROBIN: Count = Count {
        pairings: 45,
        rounds: 10,
        seatings: 2,
        deals: 1,
        field: 10,
        entries: 2,
        smallest: 2,
        matches: 900,
        exact: true,
    };

    #[test]
    fn who_takes_part_and_who_cannot_and_how_many_matches_are_said() {
        let entries = [
            entry("ana", None),
            entry("Zoë Ω", None),
            entry("eve", Some("eve.lua:3: wrong\n    3 | x\n      | ^")),
        ];
        let expected = "\
Class 7: round-robin of 2 quoridor bots
  ana, Zoë Ω
  eve cannot play: eve.lua:3: wrong
        3 | x
          | ^
45 pairings x 10 rounds x 1 opening x 2 seatings = 900 matches
about 3 min; tells 11 points of score apart, of 100
openings random:2; revision 1 of class.db
seed: shown after the last match; its BLAKE3 hash, to check it by:
  HASH";
        let expected = expected.replace("HASH", &Seed::from(7).commitment());
        assert_eq!(words("quoridor", "", &entries, ROUND_ROBIN, 180.0), expected);
    }

    #[test]
    fn what_may_be_stored_already_takes_no_longer() {
        let entries = [entry("a", None), entry("b", None)];
        let reported = words("quoridor", "--seed 1", &entries, ROUND_ROBIN, 180.0);
        assert!(reported.contains("= 900 matches\nabout 3 min at most; tells"), "{reported}");
    }

    #[test]
    fn a_block_is_called_what_it_is_in_the_game() {
        let entries = [entry("a", None), entry("b", None)];
        let line = |id, line| words(id, line, &entries, ROUND_ROBIN, 0.0);
        assert!(line("durak", "").contains("x 1 deal x"), "{}", line("durak", ""));
        assert!(line("quoridor", "--openings none").contains("x 1 seed x"));
    }

    #[test]
    fn a_knockout_says_that_drawn_ties_go_on() {
        let entries = [entry("a", None), entry("b", None)];
        let count =
            Count { pairings: 9, rounds: 4, deals: 2, matches: 36, exact: false, ..ROUND_ROBIN };
        let reported = words("quoridor", "--format knockout -n 4", &entries, count, 0.0);
        let expected = "9 pairings in 4 rounds x 2 openings x 2 seatings = 36 matches, more where a \
                        tie is drawn";
        assert!(reported.contains(expected), "{reported}");
    }

    #[test]
    fn uneven_tables_and_samples_say_what_they_are() {
        let entries: Vec<Entry> = (0..33).map(|n| entry(&format!("b{n}"), None)).collect();
        let line = |id, line| {
            let resolved =
                ResolvedPlan::new(game(id).expect("a game"), settings(line), "x").expect("decided");
            let plan = resolved.plan(33, 0, Seed::from(7)).expect("a plan");
            let count = juez_tournament::count(&plan, &resolved.shape, 33);
            words(id, line, &entries, count, 0.0)
        };
        let swiss = line("durak", "-o seats=6 --format swiss");
        let expected = "6 tables of 6 or 5 x 2 rounds x 1 deal x every seating = 66 matches\n\
                        tells 28 points of score apart, of 100\n";
        assert!(swiss.contains(expected), "{swiss}");
        let sample = line("durak", "-o seats=6 --matches-each 20");
        let expected = "110 pairings of a balanced sample, each with its own deal: 110 matches\n\
                        tells 22 points of score apart, of 100\n";
        assert!(sample.contains(expected), "{sample}");
        let once = line("quoridor", "--format swiss --rounds 1 -n 2");
        assert!(once.contains("\ntells no two bots apart: that takes more openings\n"), "{once}");
    }

    #[test]
    fn a_large_field_is_counted() {
        let entries: Vec<Entry> = (0..100).map(|n| entry(&format!("b{n}"), None)).collect();
        let reported = words("quoridor", "", &entries, ROUND_ROBIN, 0.0);
        assert!(reported.contains("b59 and 40 more\n"), "{reported}");
        assert!(reported.lines().all(|line| line.chars().count() <= 80), "{reported}");
    }

    #[test]
    fn things_are_counted_in_words() {
        assert_eq!(count(1, "match"), "1 match");
        assert_eq!(count(1000, "match"), "1 000 matches");
        assert_eq!(count(0, "seating"), "0 seatings");
    }
}
