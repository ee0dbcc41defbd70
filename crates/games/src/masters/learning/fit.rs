//! The weights with the lowest cost, by a search along one weight and along two weights at a time.

use super::Bounds;

/// Parts of the limits of a weight that are tried first.
const PARTS: i32 = 8;
/// Signs of a step along two weights.
const DIAGONALS: [[i32; 2]; 4] = [[1, 1], [-1, -1], [1, -1], [-1, 1]];
/// Searches over all weights with one step size, at most.
const MOST_SWEEPS: u32 = 6;

/// Returns weights with the lowest cost found, beginning with `from`; another weight must lower it.
/// Calls `proceed` with the completed share, from 0 to 1, and returns `None` once that returns
/// false.
///
/// First each weight is tried at values all over its limits, then with steps that halve. Where no step
/// along one weight lowers the cost, steps along two can, since weights balance each other.
pub(super) fn fit(
    bounds: &[Bounds],
    from: &[i32],
    cost: impl Fn(&[i32]) -> u64,
    proceed: &mut dyn FnMut(f64) -> bool,
) -> Option<Vec<i32>> {
    let widest = bounds.iter().map(Bounds::width).max().unwrap_or(0);
    let levels = 1 + (widest / PARTS).max(1).ilog2();
    let mut search = Descent { bounds, least: cost(from), best: from.to_vec(), cost };
    for level in 0..=levels {
        for sweep in 0..MOST_SWEEPS {
            let done = f64::from(level * MOST_SWEEPS + sweep);
            if !proceed(done / f64::from((levels + 1) * MOST_SWEEPS)) {
                return None;
            }
            let before = search.best.clone();
            let has_improved = match level {
                0 => search.scan(),
                _ => search.sweep(level) || search.pairs(level),
            };
            if !has_improved {
                break;
            }
            search.repeat(&before);
        }
    }
    Some(search.best)
}

impl Bounds {
    fn step(&self, halvings: u32) -> i32 {
        ((self.width() / PARTS) >> halvings).max(1)
    }
}

struct Descent<'a, C> {
    bounds: &'a [Bounds],
    cost: C,
    best: Vec<i32>,
    least: u64,
}

impl<C: Fn(&[i32]) -> u64> Descent<'_, C> {
    /// Takes other weights if they cost less.
    fn improve(&mut self, numbers: Vec<i32>) -> bool {
        let is_new = numbers != self.best;
        let cost = if is_new { (self.cost)(&numbers) } else { self.least };
        let is_better = cost < self.least;
        if is_better {
            (self.best, self.least) = (numbers, cost);
        }
        is_better
    }

    /// Steps along each two weights.
    fn pairs(&mut self, halvings: u32) -> bool {
        let mut has_improved = false;
        for second in 0..self.bounds.len() {
            for first in 0..second {
                has_improved |= DIAGONALS.into_iter().any(|signs| {
                    let mut numbers = self.best.clone();
                    for (nth, sign) in [first, second].into_iter().zip(signs) {
                        let bounds = self.bounds[nth];
                        let moved = numbers[nth] + sign * bounds.step(halvings);
                        numbers[nth] = moved.clamp(bounds.least, bounds.most);
                    }
                    self.improve(numbers)
                });
            }
        }
        has_improved
    }

    fn set(&mut self, nth: usize, number: i32) -> bool {
        let mut numbers = self.best.clone();
        numbers[nth] = number.clamp(self.bounds[nth].least, self.bounds[nth].most);
        self.improve(numbers)
    }

    /// Tries values all over the limits of each weight.
    fn scan(&mut self) -> bool {
        let mut has_improved = false;
        for (nth, bounds) in self.bounds.iter().enumerate() {
            for part in 0..=PARTS {
                has_improved |= self.set(nth, bounds.least + bounds.width() * part / PARTS);
            }
        }
        has_improved
    }

    /// Steps along each weight: the part of its limits between two values of a scan, halved.
    fn sweep(&mut self, halvings: u32) -> bool {
        let mut has_improved = false;
        for (nth, bounds) in self.bounds.iter().enumerate() {
            let step = bounds.step(halvings);
            let up = self.set(nth, self.best[nth] + step);
            has_improved |= up || self.set(nth, self.best[nth] - step);
        }
        has_improved
    }

    /// Repeats the last change of all weights together, as long as it lowers the cost.
    fn repeat(&mut self, before: &[i32]) {
        let change: Vec<i32> = self.best.iter().zip(before).map(|(new, old)| new - old).collect();
        loop {
            let moved =
                self.best.iter().zip(&change).zip(self.bounds).map(|((number, change), bounds)| {
                    (number + change).clamp(bounds.least, bounds.most)
                });
            let moved = moved.collect();
            if !self.improve(moved) {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOUNDS: [Bounds; 3] = [
        Bounds { name: "one", least: -40, most: 40 },
        Bounds { name: "two", least: 0, most: 300 },
        Bounds { name: "three", least: 1, most: 12 },
    ];

    #[test]
    fn the_lowest_cost_is_found_inside_the_bounds() {
        for goal in [[-17, 211, 5], [40, 0, 1], [90, 120, -3]] {
            // A valley along which two weights change together.
            let cost = |numbers: &[i32]| {
                let apart: Vec<i64> =
                    numbers.iter().zip(goal).map(|(one, goal)| i64::from(one - goal)).collect();
                (apart[0].pow(2) + (apart[1] - apart[0]).pow(2) + 50 * apart[2].pow(2)) as u64
            };
            let found = fit(&BOUNDS, &[0, 100, 4], cost, &mut |_| true).expect("weights");
            let best = [goal[0].clamp(-40, 40), goal[1], goal[2].clamp(1, 12)];
            let least = if goal[0] > 40 { cost(&[40, 70, 1]) } else { cost(&best) };
            assert!(cost(&found) <= least, "{found:?} for {goal:?}");
        }
    }

    #[test]
    fn equal_costs_change_nothing_and_a_stop_ends_the_search() {
        assert_eq!(fit(&BOUNDS, &[1, 2, 3], |_| 7, &mut |_| true), Some(vec![1, 2, 3]));
        let mut shares = Vec::new();
        let mut proceed = |share| {
            shares.push(share);
            share < 0.5
        };
        assert_eq!(fit(&BOUNDS, &[1, 2, 3], |numbers| numbers[1] as u64, &mut proceed), None);
        assert!(shares.is_sorted() && shares[0] == 0.0, "{shares:?}");
    }
}
