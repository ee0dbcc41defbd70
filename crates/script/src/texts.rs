//! A list of texts on its way to a VM.

use std::cell::Cell;
use std::mem::take;

/// A list of texts, in memory that later lists of the thread use again.
#[derive(Debug, Default)]
pub struct Texts {
    bytes: String,
    ends: Vec<usize>,
}

thread_local! {
    static SPARE: Cell<Texts> = Cell::default();
}

impl Texts {
    /// Collects the texts that `each` passes to its argument.
    pub fn of(each: impl FnOnce(&mut dyn FnMut(&str))) -> Texts {
        let mut texts = SPARE.take();
        each(&mut |text| {
            texts.bytes.push_str(text);
            texts.ends.push(texts.bytes.len());
        });
        texts
    }

    /// Returns the number of texts.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns the texts in order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.bytes[start..end])
    }
}

impl Drop for Texts {
    fn drop(&mut self) {
        // An empty list has no memory to keep, and `Texts::of` leaves one behind.
        if self.bytes.capacity() > 0 {
            self.bytes.clear();
            self.ends.clear();
            let (bytes, ends) = (take(&mut self.bytes), take(&mut self.ends));
            let _ = SPARE.try_with(|spare| spare.set(Texts { bytes, ends }));
        }
    }
}
