//! Work on scripts that one person may ask for at once, so that others do not wait for it.

use parking_lot::Mutex;
use std::collections::HashMap;
use std::sync::Arc;

use crate::class::PersonId;

/// Pieces of work of a person at once. A page asks for one after the other.
const MAX_OF_PERSON: u32 = 3;

/// The work that is under way, by person.
#[derive(Clone, Default)]
pub(super) struct Turns(Arc<Mutex<HashMap<PersonId, u32>>>);

/// A piece of work of a person, until it is dropped.
pub(super) struct Turn {
    turns: Turns,
    person: PersonId,
}

impl Turns {
    /// Begins a piece of work; `None` if the person has as many as may be at once.
    pub fn take(&self, person: PersonId) -> Option<Turn> {
        let mut working = self.0.lock();
        let count = working.entry(person).or_default();
        if *count >= MAX_OF_PERSON {
            return None;
        }
        *count += 1;
        Some(Turn { turns: self.clone(), person })
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut working = self.turns.0.lock();
        if let Some(count) = working.get_mut(&self.person) {
            *count -= 1;
            if *count == 0 {
                working.remove(&self.person);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_person_has_three_turns_and_others_have_theirs() {
        let turns = Turns::default();
        let mut taken: Vec<_> = (0..3).map(|_| turns.take(1).expect("a turn")).collect();
        assert!(turns.take(1).is_none());
        assert!(turns.take(2).is_some());
        taken.pop();
        assert!(turns.take(1).is_some());
        drop(taken);
        assert!(turns.0.lock().is_empty());
    }
}
