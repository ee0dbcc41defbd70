//! The tables of a tournament: the entrants at each, the entry in each seat, the score of each
//! rank.

use serde_json::{Map, Value};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::iter::successors;

use super::format::{Openings, Partners};
use juez_core::{PerSeat, Seat, Team, Terms, shares};
use juez_match::registry::{AnyGame, MatchSetup, SetupError};

/// The house rule for the number of seats.
const SEATS: &str = "seats";

/// The tables of a tournament: the planned size, and smaller ones for fields that do not fill it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shape {
    /// The side of each seat.
    teams: Vec<Team>,
    /// Entrants at a table: one for each seat, or one for each side.
    entries: usize,
    /// Smaller tables that the game allows under the same house rules, largest first. They have no
    /// smaller tables themselves.
    smaller: Vec<Shape>,
}

impl Shape {
    /// Makes tables of a game with these sides and `entries` entrants each.
    ///
    /// # Panics
    /// If `entries` is neither the number of seats nor of sides.
    pub fn new(teams: Vec<Team>, entries: usize) -> Shape {
        let fits = entries == teams.len() || entries == sides(&teams);
        assert!(fits, "an entrant for each seat or side");
        Shape { teams, entries, smaller: Vec::new() }
    }

    /// Returns the rounds of a Swiss tournament after which at most one of `field` entrants can have
    /// won everything: as many as a knockout would take.
    pub fn rounds_for_one_winner(&self, field: usize) -> u32 {
        let round = |&left: &usize| (left > 1).then(|| left.div_ceil(self.entries.max(2)));
        successors(round(&field), round).count().max(1) as u32
    }

    /// Returns the tables of a game under complete house rules.
    ///
    /// There are smaller tables if every entrant plays alone and `seats` can have other values with
    /// the same other rules. There are none if matches begin from given positions, which have a
    /// fixed number of seats.
    ///
    /// # Errors
    /// If the house rules cannot be played.
    pub fn of(
        game: &dyn AnyGame,
        options: &Map<String, Value>,
        partners: Partners,
        openings: &Openings,
    ) -> Result<Shape, SetupError> {
        let teams = teams_of(game, options.clone())?;
        let sides = sides(&teams);
        let entries = match partners {
            Partners::Same => sides,
            Partners::Mixed => teams.len(),
        };
        let mut shape = Shape::new(teams, entries);
        let rule = game.info().options.iter().find(|option| option.name == SEATS);
        if let (Some(rule), true) = (rule, shape.is_lone())
            && !matches!(openings, Openings::Positions(_))
        {
            let table = |seats: usize| {
                let options = seats_set(options, seats);
                let teams = teams_of(game, game.options(&options).ok()?).ok()?;
                Some(Shape::new(teams, seats)).filter(Shape::is_lone)
            };
            let fewer = (2..entries).rev().filter(|&seats| rule.allowed.admits(&seats.into()));
            shape.smaller = fewer.filter_map(table).collect();
        }
        Ok(shape)
    }

    /// Adds smaller tables of lone entrants.
    #[cfg(test)]
    pub(super) fn with_smaller(mut self, sizes: &[usize]) -> Shape {
        let lone = |&size: &usize| Shape::new((0..size as u8).map(Team).collect(), size);
        self.smaller = sizes.iter().map(lone).collect();
        self
    }

    /// Returns the table of this number of entrants.
    ///
    /// # Panics
    /// If there is none.
    pub fn at(&self, entries: usize) -> &Shape {
        self.sizes().find(|table| table.entries == entries).expect("a table of this size")
    }

    /// Returns true if there is a table of this number of entrants.
    pub(super) fn has(&self, entries: usize) -> bool {
        self.sizes().any(|table| table.entries == entries)
    }

    /// Iterates over the tables by size, largest first.
    fn sizes(&self) -> impl Iterator<Item = &Shape> {
        std::iter::once(self).chain(&self.smaller)
    }

    /// Returns the terms of a table of `entries` entrants, given the `planned` terms of the
    /// tournament.
    pub fn terms<'a>(&self, planned: &'a Terms, entries: usize) -> Cow<'a, Terms> {
        if entries == self.entries {
            return Cow::Borrowed(planned);
        }
        let options = seats_set(&planned.options, entries);
        Cow::Owned(Terms { options, ..planned.clone() })
    }

    /// Returns the sizes of the tables for `field` entrants that play at once, largest first.
    /// Leaves over as few entrants as possible, and uses as few tables as possible, with sizes as
    /// equal as possible. Empty if the field does not fill a planned table.
    ///
    /// ```
    /// use juez_core::Team;
    /// use juez_tournament::Shape;
    /// let duels = Shape::new(vec![Team(0), Team(1)], 2);
    /// assert_eq!(duels.split(5), [2, 2]);
    /// ```
    pub fn split(&self, field: usize) -> Vec<usize> {
        if field < self.entries {
            return Vec::new();
        }
        let sizes: Vec<usize> = self.sizes().map(|table| table.entries).collect();
        let least = sizes[sizes.len() - 1];
        for playing in (1..=field).rev() {
            for tables in playing.div_ceil(self.entries)..=playing / least {
                if let Some(split) = even(&sizes, playing, tables) {
                    return split;
                }
            }
        }
        unreachable!("a full table can be split off")
    }

    /// Returns true if every entrant plays alone.
    pub fn is_lone(&self) -> bool {
        self.sides() == self.teams.len()
    }

    /// Returns the side of each seat.
    pub fn teams(&self) -> &[Team] {
        &self.teams
    }

    /// Returns the number of entrants at a table.
    pub fn entries(&self) -> usize {
        self.entries
    }

    /// Returns true if several entrants share a side.
    pub fn has_partners(&self) -> bool {
        self.entries == self.teams.len() && self.sides() < self.teams.len()
    }

    /// Returns the number of sides at a table.
    pub fn sides(&self) -> usize {
        sides(&self.teams)
    }

    /// Returns the entry in each seat.
    pub fn seating(&self) -> Vec<usize> {
        seating(self.entries, &self.teams)
    }

    pub fn seats(&self, entry: usize) -> Vec<Seat> {
        let seating = self.seating();
        (0..seating.len()).filter(|&s| seating[s] == entry).map(|s| Seat::new(s as u8)).collect()
    }

    /// Returns the score of each entry of a match with these ranks ([`shares`]).
    pub fn scores(&self, ranks: &PerSeat<u8>) -> Vec<f64> {
        let scores = shares(ranks, &self.teams);
        (0..self.entries).map(|entry| scores[self.seats(entry)[0].index()]).collect()
    }

    /// Returns the score of each entry of a walkover, given the benched entries: the sides of the
    /// others share first place, and the benched get nothing.
    pub fn walkover(&self, benched: &[usize]) -> Vec<f64> {
        let out = |entry: &usize| benched.contains(entry);
        let seating = self.seating();
        let beaten =
            |team: Team| (0..self.teams.len()).any(|s| self.teams[s] == team && out(&seating[s]));
        let ranks = PerSeat::from_fn(self.teams.len() as u8, |seat| {
            if beaten(self.teams[seat.index()]) { 2 } else { 1 }
        });
        let scores = self.scores(&ranks);
        (0..self.entries).map(|entry| if out(&entry) { 0.0 } else { scores[entry] }).collect()
    }
}

/// Splits entrants over `tables` tables of two neighbouring sizes, or all of the largest size.
/// `sizes` are given largest first.
fn even(sizes: &[usize], entrants: usize, tables: usize) -> Option<Vec<usize>> {
    let neighbours = sizes.windows(2).map(|pair| (pair[0], pair[1]));
    for (large, small) in std::iter::once((sizes[0], sizes[0])).chain(neighbours) {
        let over = entrants.checked_sub(tables * small);
        let fits = |over: usize| match large - small {
            0 => (over == 0).then_some(0),
            gap => (over.is_multiple_of(gap) && over / gap <= tables).then_some(over / gap),
        };
        if let Some(many) = over.and_then(fits) {
            return Some([vec![large; many], vec![small; tables - many]].concat());
        }
    }
    None
}

fn seats_set(options: &Map<String, Value>, seats: usize) -> Map<String, Value> {
    let mut options = options.clone();
    options.insert(SEATS.to_string(), seats.into());
    options
}

fn teams_of(game: &dyn AnyGame, options: Map<String, Value>) -> Result<Vec<Team>, SetupError> {
    let terms = Terms { options, ..Terms::default() };
    game.teams(&MatchSetup { terms, ..MatchSetup::new(Vec::new()) })
}

/// Returns the number of distinct sides.
pub(super) fn sides(teams: &[Team]) -> usize {
    teams.iter().collect::<BTreeSet<&Team>>().len()
}

/// Returns the entry in each seat: each entry in its own seat or, with one entry per team, in all
/// seats of its team.
///
/// ```
/// use juez_core::Team;
/// use juez_tournament::seating;
/// let pairs = [Team(0), Team(1), Team(0), Team(1)];
/// assert_eq!(seating(4, &pairs), [0, 1, 2, 3]);
/// assert_eq!(seating(2, &pairs), [0, 1, 0, 1]);
/// ```
pub fn seating(entries: usize, teams: &[Team]) -> Vec<usize> {
    if entries == teams.len() {
        return (0..entries).collect();
    }
    let sides: Vec<Team> = teams.iter().copied().collect::<BTreeSet<Team>>().into_iter().collect();
    teams.iter().filter_map(|team| sides.iter().position(|side| side == team)).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use juez_match::registry::game;

    fn shape(id: &str, options: Value, openings: &Openings) -> Shape {
        let game = game(id).expect("a game");
        let Value::Object(options) = options else { panic!("options are an object") };
        let options = game.options(&options).expect("house rules");
        Shape::of(game, &options, Partners::Same, openings).expect("tables")
    }

    fn sizes(id: &str, options: Value) -> Vec<usize> {
        let shape = shape(id, options, &Openings::None);
        shape.smaller.iter().map(|table| table.entries).collect()
    }

    #[test]
    fn a_swiss_tournament_takes_as_many_rounds_as_a_knockout() {
        let rounds = |seats: usize| {
            let shape = shape("durak", json!({"seats": seats}), &Openings::None);
            move |field| shape.rounds_for_one_winner(field)
        };
        assert_eq!([2, 3, 8, 9].map(rounds(2)), [1, 2, 3, 4]);
        assert_eq!([3, 27, 28].map(rounds(3)), [1, 3, 4]);
    }

    #[test]
    fn a_game_says_itself_which_smaller_tables_there_are() {
        assert_eq!(sizes("durak", json!({"seats": 6})), [5, 4, 3, 2]);
        assert_eq!(sizes("durak", json!({"seats": 2})), [0; 0]);
        assert_eq!(sizes("tute", json!({"seats": 4})), [3]);
        assert_eq!(sizes("quoridor", json!({"seats": 4})), [2]);
        assert_eq!(sizes("dominoes", json!({})), [0; 0]);
        let positions = Openings::Positions(Vec::new());
        let fixed = shape("quoridor", json!({"seats": 4}), &positions);
        assert!(fixed.smaller.is_empty(), "a position is of one number of seats");
    }

    #[test]
    fn a_field_is_split_as_evenly_as_the_game_allows() {
        let durak = shape("durak", json!({"seats": 6}), &Openings::None);
        assert_eq!(durak.split(33), [6, 6, 6, 5, 5, 5]);
        assert_eq!(durak.split(7), [4, 3]);
        assert_eq!(durak.split(6), [6]);
        assert_eq!(durak.split(5), [0; 0]);
        let tute = shape("tute", json!({"seats": 4}), &Openings::None);
        assert_eq!(tute.split(30), [4, 4, 4, 4, 4, 4, 3, 3]);
        assert_eq!(tute.split(7), [4, 3]);
        assert_eq!(tute.split(5), [4], "five are no two tables");
        let quoridor = shape("quoridor", json!({"seats": 4}), &Openings::None);
        assert_eq!(quoridor.split(10), [4, 4, 2]);
        assert_eq!(quoridor.split(9), [4, 4]);
        let pairs = shape("dominoes", json!({}), &Openings::None);
        assert_eq!(pairs.split(7), [2, 2, 2]);
    }

    #[test]
    fn every_table_of_a_split_is_one_that_the_game_plays() {
        for (id, seats) in [("durak", 3), ("durak", 6), ("tute", 4), ("tute", 6), ("quoridor", 4)] {
            let shape = shape(id, json!({"seats": seats}), &Openings::None);
            for field in seats..=70 {
                let split = shape.split(field);
                let least = shape.smaller.last().expect("smaller tables").entries;
                assert!(split.iter().all(|&size| shape.at(size).teams.len() == size));
                assert!(split.is_sorted_by(|a, b| a >= b) && split[0] <= seats);
                assert!(field - split.iter().sum::<usize>() < least, "{id}: {field} {split:?}");
            }
        }
    }

    #[test]
    fn only_a_smaller_table_has_other_house_rules() {
        let durak = shape("durak", json!({"seats": 6}), &Openings::None);
        let Value::Object(options) = json!({"seats": 6, "deck": 52}) else { unreachable!() };
        let planned = Terms { options, ..Terms::default() };
        assert!(matches!(durak.terms(&planned, 6), Cow::Borrowed(_)));
        assert_eq!(
            Value::Object(durak.terms(&planned, 5).into_owned().options),
            json!({"seats": 5, "deck": 52})
        );
    }
}
