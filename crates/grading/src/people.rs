//! Finds the people of a class list by the names and ids in file names.

use std::collections::{BTreeMap, BTreeSet};

use super::name::{bare, loose, tidy};
use super::roster::{Roster, RosterRow};

/// The name and id under which something belonging to a person is kept.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Called<'c> {
    /// The name tried first.
    pub name: &'c str,
    /// An id that a platform added to the name.
    pub id: Option<&'c str>,
    /// Other possible names, tried if the first fits no person: the part after a team's name.
    pub others: &'c [String],
}

/// The people of a class list, by all their possible names.
pub(super) struct People<'r> {
    rows: &'r [RosterRow],
    /// The people that a name can mean, by increasingly loose comparison: without letter case and
    /// marks, without accents, then both with first and last names rotated.
    called: [BTreeMap<String, Vec<usize>>; 4],
    /// All names of each person without accents, in every rotation of their words.
    names: Vec<BTreeSet<String>>,
    /// The ids of each person, without case, accents and separators.
    ids: Vec<Vec<String>>,
}

/// Maximum words of a name that is also rotated; longer texts are not names.
const MOST_WORDS: usize = 12;

/// A form of names for comparison.
type Fold = fn(&str) -> String;

impl<'r> People<'r> {
    pub fn new(roster: &'r Roster) -> People<'r> {
        let rows = roster.rows();
        let folds: [(Fold, bool); 4] = [(loose, false), (bare, false), (loose, true), (bare, true)];
        let called = folds.map(|(fold, is_turned)| {
            let mut called: BTreeMap<String, Vec<usize>> = BTreeMap::new();
            for (number, row) in rows.iter().enumerate() {
                let callings = if is_turned { turned_callings(row) } else { callings(row) };
                let folded: BTreeSet<String> = callings.iter().map(|name| fold(name)).collect();
                for name in folded.into_iter().filter(|name| !name.is_empty()) {
                    called.entry(name).or_default().push(number);
                }
            }
            called
        });
        let all_names = |row: &RosterRow| {
            names(row).iter().chain(&turned(&row.name)).map(|name| bare(name)).collect()
        };
        let bare_ids = |row: &RosterRow| row.ids.iter().map(|id| bare(id)).collect();
        let (names, ids) =
            (rows.iter().map(all_names).collect(), rows.iter().map(bare_ids).collect());
        People { rows, called, names, ids }
    }

    /// Assigns each thing to a person, by row of the list. Names match if they are equal, or equal
    /// without case, accents and separators and unique in that form. If several things match one
    /// person, none is assigned.
    pub fn assigned(&self, things: &[Called<'_>]) -> Vec<Option<usize>> {
        let mut given = vec![None; things.len()];
        settle(things, &mut given, |thing| self.with_id_and_name(thing));
        settle(things, &mut given, |thing| {
            (0..self.rows.len()).filter(|&row| self.rows[row].student == thing.name).collect()
        });
        settle(things, &mut given, |thing| self.by_name(thing));
        settle(things, &mut given, |thing| self.with_id(thing));
        given
    }

    /// Like [`People::assigned`], by names alone.
    pub fn called<N: AsRef<str>>(&self, names: &[N]) -> Vec<Option<usize>> {
        let tidy: Vec<String> = names.iter().map(|name| tidy(name.as_ref())).collect();
        let called: Vec<Called<'_>> =
            tidy.iter().map(|name| Called { name, ..Called::default() }).collect();
        self.assigned(&called)
    }

    /// Returns true if something with this name or id could belong to a person of the list.
    pub fn knows(&self, thing: &Called<'_>) -> bool {
        !self.by_name(thing).is_empty()
            || !self.with_id(thing).is_empty()
            || !self.with_id_and_name(thing).is_empty()
    }

    /// Returns all people who could have this name.
    pub fn like(&self, thing: &Called<'_>) -> BTreeSet<usize> {
        let name = bare(thing.name);
        let namesakes = (0..self.rows.len()).filter(|&row| self.names[row].contains(&name));
        namesakes.chain(self.by_name(thing)).chain(self.with_id_and_name(thing)).collect()
    }

    /// Returns the names of a person without accents, in every rotation of their words.
    pub fn spellings(&self, row: usize) -> impl Iterator<Item = &str> {
        self.names[row].iter().map(String::as_str)
    }

    /// Returns the people with that name, by the strictest comparison that finds any.
    fn by_name(&self, thing: &Called<'_>) -> Vec<usize> {
        let folds: [Fold; 4] = [loose, bare, loose, bare];
        let names = [thing.name].into_iter().chain(thing.others.iter().map(String::as_str));
        let mut found = names.flat_map(|name| {
            let known = |(fold, called): (Fold, &BTreeMap<String, Vec<usize>>)| {
                called.get(&fold(name)).cloned()
            };
            folds.into_iter().zip(&self.called).find_map(known)
        });
        found.next().unwrap_or_default()
    }

    /// Returns the people with both the name and the id: the id itself, or the number in
    /// `Participant 12345` of a Moodle worksheet, which can hide names.
    fn with_id_and_name(&self, thing: &Called<'_>) -> Vec<usize> {
        let Some(id) = thing.id else { return Vec::new() };
        let names: Vec<String> = [thing.name]
            .into_iter()
            .chain(thing.others.iter().map(String::as_str))
            .map(bare)
            .collect();
        let bare_id = bare(id);
        let hidden: Vec<String> = names.iter().map(|name| format!("{name}{id}")).collect();
        let fits = |row: &usize| {
            let is_named = names.iter().any(|name| self.names[*row].contains(name));
            let (ids, bare_ids) = (&self.rows[*row].ids, &self.ids[*row]);
            let has_id =
                || ids.iter().any(|own| last_word(own) == id) || bare_ids.contains(&bare_id);
            is_named && has_id() || bare_ids.iter().any(|own| hidden.contains(own))
        };
        (0..self.rows.len()).filter(fits).collect()
    }

    /// Returns the people with the id of something, if no person has its name.
    fn with_id(&self, thing: &Called<'_>) -> Vec<usize> {
        let Some(id) = thing.id.filter(|_| self.by_name(thing).is_empty()) else {
            return Vec::new();
        };
        let bare_id = bare(id);
        let has = |row: &usize| self.ids[*row].contains(&bare_id);
        let numbered = |row: &usize| {
            self.rows[*row].ids.iter().any(|own| own.contains(' ') && last_word(own) == id)
        };
        let numbered: Vec<usize> = (0..self.rows.len()).filter(numbered).collect();
        if numbered.is_empty() { (0..self.rows.len()).filter(has).collect() } else { numbered }
    }
}

/// Returns the row of the class list for each of these names; `None` if several fit, as for
/// submissions.
pub fn people_called(names: &[String], roster: &Roster) -> Vec<Option<usize>> {
    People::new(roster).called(names)
}

/// Assigns each thing to the only row that it fits, unless another thing fits that row too.
fn settle<'t>(
    things: &[Called<'t>],
    given: &mut [Option<usize>],
    fits: impl Fn(&Called<'t>) -> Vec<usize>,
) {
    let open = (0..things.len()).filter(|&thing| given[thing].is_none());
    let found: Vec<(usize, Vec<usize>)> = open.map(|thing| (thing, fits(&things[thing]))).collect();
    let mut rivals: BTreeMap<usize, usize> = BTreeMap::new();
    found.iter().flat_map(|(_, rows)| rows).for_each(|row| *rivals.entry(*row).or_default() += 1);
    let mut taken: BTreeSet<usize> = given.iter().flatten().copied().collect();
    for (thing, rows) in &found {
        if let [row] = rows[..]
            && rivals[&row] == 1
            && taken.insert(row)
        {
            given[*thing] = Some(row);
        }
    }
}

fn last_word(id: &str) -> &str {
    id.rsplit([' ', '_', '-']).next().unwrap_or_default()
}

/// Returns the names of a row, with first and last names in both orders.
pub(super) fn names(row: &RosterRow) -> Vec<String> {
    let turned = row
        .parts
        .iter()
        .flat_map(|[first, last]| [format!("{first} {last}"), format!("{last} {first}")]);
    [row.name.clone()].into_iter().chain(turned).collect()
}

/// Returns the rotations of a name, such as last words first.
fn turned(name: &str) -> Vec<String> {
    let words: Vec<&str> = name.split_whitespace().collect();
    if words.len() > MOST_WORDS {
        return Vec::new();
    }
    (1..words.len()).map(|at| [&words[at..], &words[..at]].concat().join(" ")).collect()
}

/// Returns true if others on the roster have the same name.
fn is_namesake(row: &RosterRow) -> bool {
    row.student != row.name
}

/// Returns the possible names of something belonging to a row: its name (only with an id if others
/// share it) and its ids (of an address, also the part before the @).
pub(super) fn callings(row: &RosterRow) -> Vec<String> {
    let ids: Vec<&str> = row
        .ids
        .iter()
        .flat_map(|id| [Some(id.as_str()), id.split_once('@').map(|(user, _)| user)])
        .flatten()
        .collect();
    let mut all: Vec<String> = ids.iter().map(|id| id.to_string()).collect();
    for name in names(row) {
        all.extend(ids.iter().flat_map(|id| [format!("{name} {id}"), format!("{id} {name}")]));
        all.extend((!is_namesake(row)).then_some(name));
    }
    all.push(row.student.clone());
    all
}

fn turned_callings(row: &RosterRow) -> Vec<String> {
    if is_namesake(row) { Vec::new() } else { turned(&row.name) }
}
