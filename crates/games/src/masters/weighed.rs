//! The options of a choice with their worths.

/// The worths of the options of a seat, of which it chose one. Of more than `MOST` options, the
/// last ones count only for the highest worth.
pub(crate) struct Weighed<const MOST: usize> {
    worths: [i32; MOST],
    count: usize,
    highest: i32,
    chosen: i32,
}

impl<const MOST: usize> Weighed<MOST> {
    /// Creates it without options.
    pub fn new() -> Weighed<MOST> {
        Weighed { worths: [0; MOST], count: 0, highest: i32::MIN, chosen: i32::MIN }
    }

    /// Adds an option.
    pub fn add(&mut self, worth: i32, is_chosen: bool) {
        if let Some(entry) = self.worths.get_mut(self.count) {
            *entry = worth;
            self.count += 1;
        }
        self.highest = self.highest.max(worth);
        if is_chosen {
            self.chosen = worth;
        }
    }

    /// Returns the difference of each option to the best one.
    pub fn lacks(&self) -> impl Iterator<Item = i32> {
        self.worths[..self.count].iter().map(|worth| self.highest.saturating_sub(*worth))
    }

    /// Returns the difference of the chosen option to the best one.
    pub fn chosen_lack(&self) -> i32 {
        self.highest.saturating_sub(self.chosen)
    }
}
