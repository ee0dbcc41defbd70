//! Tables of a sample with about equally many meetings of any two entrants.

use juez_core::Rng;

/// Exchanges tried for each seat, with a minimum and a maximum in total.
const TRIES_PER_SEAT: usize = 400;
const MIN_TRIES: usize = 20_000;
const MAX_TRIES: usize = 2_500_000;
/// Maximum rounds of exchanges if the meetings stay too uneven; fewer if they would exceed
/// `MAX_TRIES`.
const MAX_ROUNDS: usize = 6;
/// Acceptable difference between the most and the fewest meetings of two entrants.
const MAX_SPREAD: u32 = 2;
/// First and last temperature of the exchanges, in units of the cost, and the number of tries
/// between its drops.
const HOT_TEMPERATURE: f64 = 1.0;
const COLD_TEMPERATURE: f64 = 0.05;
const COOLING_TRIES: usize = 64;

/// The number of meetings of any two places.
#[derive(Clone, Debug)]
pub(super) struct Meetings {
    count: usize,
    times: Vec<u32>,
}

impl Meetings {
    /// Starts without meetings among `count` places.
    pub(super) fn new(count: usize) -> Meetings {
        Meetings { count, times: vec![0; count * count] }
    }

    /// Returns the number of meetings of these two.
    pub(super) fn of(&self, a: usize, b: usize) -> u32 {
        self.times[a * self.count + b]
    }

    /// Adds a meeting of any two at a table.
    pub(super) fn add(&mut self, table: &[usize]) {
        for (at, &a) in table.iter().enumerate() {
            table[..at].iter().for_each(|&b| self.change(a, b, 1));
        }
    }

    /// Adds `by` meetings of these two.
    pub(super) fn change(&mut self, a: usize, b: usize, by: i32) {
        for at in [a * self.count + b, b * self.count + a] {
            self.times[at] = self.times[at].wrapping_add_signed(by);
        }
    }

    fn pairs(&self) -> impl Iterator<Item = u32> {
        (0..self.count).flat_map(move |a| (0..a).map(move |b| self.of(a, b)))
    }

    /// Returns the difference between the most and the fewest meetings of two places.
    pub(super) fn spread(&self) -> u32 {
        self.pairs().max().unwrap_or(0) - self.pairs().min().unwrap_or(0)
    }
}

/// Draws tables of `size` so that each place sits `due` times, or once more to fill the last table.
/// `met` holds the meetings at other tables; the meetings at the new tables are added.
///
/// Tables are dealt in turns; every place sits once per turn, so that the first tables are a sample
/// too. Then simulated annealing exchanges two places close to each other in that order, to make
/// the meetings more even; each place keeps its number of tables.
pub(super) fn tables(
    due: &[u32],
    size: usize,
    met: &mut Meetings,
    rng: &mut Rng,
) -> Vec<Vec<usize>> {
    if due.iter().all(|&due| due == 0) {
        return Vec::new();
    }
    let mut seats = dealt(due, size, rng);
    seats.chunks(size).for_each(|table| met.add(table));
    let tries = (TRIES_PER_SEAT * seats.len()).clamp(MIN_TRIES, MAX_TRIES);
    for _ in 0..MAX_ROUNDS.min(MAX_TRIES / tries) {
        anneal(&mut seats, size, tries, met, rng);
        if met.spread() <= MAX_SPREAD {
            break;
        }
    }
    seats.chunks(size).map(<[usize]>::to_vec).collect()
}

/// Deals the seats of tables of `size`, table after table, in turns of all places.
fn dealt(due: &[u32], size: usize, rng: &mut Rng) -> Vec<usize> {
    let mut seats: Vec<usize> = Vec::new();
    let mut dealt = vec![0; due.len()];
    for turn in 0..due.iter().copied().max().unwrap_or(0) {
        let mut waiting: Vec<usize> = (0..due.len()).filter(|&place| due[place] > turn).collect();
        rng.shuffle(&mut waiting);
        while !waiting.is_empty() {
            let open = seats.len() / size * size;
            match waiting.iter().position(|place| !seats[open..].contains(place)) {
                Some(at) => seats.push(waiting.remove(at)),
                None => seats.push(extra(&seats[open..], due, &dealt)),
            }
            dealt[seats[seats.len() - 1]] += 1;
        }
    }
    while !seats.len().is_multiple_of(size) {
        let open = seats.len() / size * size;
        let place = extra(&seats[open..], due, &dealt);
        dealt[place] += 1;
        seats.push(place);
    }
    seats
}

/// Returns the place that fills a table beyond its due number: the one not at the table with the
/// most tables left.
fn extra(table: &[usize], due: &[u32], dealt: &[u32]) -> usize {
    let free = (0..due.len()).filter(|place| !table.contains(place));
    let least = free.min_by_key(|&place| i64::from(dealt[place]) - i64::from(due[place]));
    least.expect("a table takes no more than there are")
}

/// Exchanges two places of different tables again and again: always if that makes the meetings more
/// even, and otherwise with a probability that falls over time (Kirkpatrick, Gelatt and Vecchi,
/// "Optimization by simulated annealing", 1983).
fn anneal(seats: &mut [usize], size: usize, tries: usize, met: &mut Meetings, rng: &mut Rng) {
    let pairs = (met.count * met.count.saturating_sub(1) / 2).max(1);
    let mean = met.pairs().map(f64::from).sum::<f64>() / pairs as f64;
    // The fourth power keeps single pairs from meeting far too often.
    let cost = |times: u32| {
        let square = (f64::from(times) - mean) * (f64::from(times) - mean);
        square + 0.5 * square * square
    };
    // Close in the order, so that numbers of matches still stay even from the start.
    let near = met.count.max(64).min(seats.len());
    let fall = libm::pow(COLD_TEMPERATURE / HOT_TEMPERATURE, COOLING_TRIES as f64 / tries as f64);
    let mut heat = HOT_TEMPERATURE;
    for tried in 0..tries {
        if tried % COOLING_TRIES == COOLING_TRIES - 1 {
            heat *= fall;
        }
        let p = rng.below(seats.len() as u32) as usize;
        let q = p + 1 + rng.below(near as u32) as usize;
        if q >= seats.len() || p / size == q / size {
            continue;
        }
        let (a, b) = (seats[p], seats[q]);
        let table = |seat: usize| &seats[seat / size * size..][..size];
        let (here, there) = (table(p), table(q));
        if a == b || here.contains(&b) || there.contains(&a) {
            continue;
        }
        // A place that is at both tables keeps its meetings.
        let leaves = here.iter().filter(|other| **other != a && !there.contains(other));
        let comes = there.iter().filter(|other| **other != b && !here.contains(other));
        let moved = |from: usize, to: usize, other: usize| {
            let (less, more) = (met.of(from, other), met.of(to, other));
            cost(less - 1) - cost(less) + cost(more + 1) - cost(more)
        };
        let change = leaves.clone().map(|&other| moved(a, b, other)).sum::<f64>()
            + comes.clone().map(|&other| moved(b, a, other)).sum::<f64>();
        if change > 0.0 && rng.unit() >= libm::exp(-change / heat) {
            continue;
        }
        let (leaves, comes): (Vec<usize>, Vec<usize>) =
            (leaves.copied().collect(), comes.copied().collect());
        for (others, from, to) in [(leaves, a, b), (comes, b, a)] {
            for other in others {
                met.change(from, other, -1);
                met.change(to, other, 1);
            }
        }
        seats.swap(p, q);
    }
}
