//! What people have chosen in a match, kept for the case that it is played again.

use std::collections::BTreeMap;

use crate::registry::Choice;

/// The moves that were made so far, as 32 bytes. Each step hashes the steps before and one move, so
/// that nobody finds other moves of the same trail: a worker that could, would make a person say
/// something.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Trail([u8; 32]);

impl Trail {
    /// The trail after one more move.
    #[must_use]
    pub fn then(self, mv: &str) -> Trail {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&self.0).update(mv.as_bytes());
        Trail(*hasher.finalize().as_bytes())
    }

    /// The trails of a match, from the one without a move to the one with all of `moves`.
    pub fn all(moves: &[String]) -> impl Iterator<Item = Trail> {
        let first = std::iter::once(Trail::default());
        first.chain(moves.iter().scan(Trail::default(), |trail, mv| {
            *trail = trail.then(mv);
            Some(*trail)
        }))
    }
}

/// What people chose after which moves. Takes as much memory for each choice, however many moves came
/// before it.
#[derive(Clone, Default)]
pub struct Choices(BTreeMap<Trail, Choice>);

impl Choices {
    /// What was chosen there.
    pub fn at(&self, trail: Trail) -> Option<&Choice> {
        self.0.get(&trail)
    }

    /// Keeps what was chosen there.
    pub fn keep(&mut self, trail: Trail, choice: Choice) {
        self.0.insert(trail, choice);
    }

    /// What was chosen before each of `moves`, and after the last.
    pub fn along(&self, moves: &[String]) -> Vec<Option<&Choice>> {
        Trail::all(moves).map(|trail| self.at(trail)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::script::live_bytes;

    /// Heap bytes of the choices of a person who makes every move of a match.
    fn bytes(plies: usize) -> isize {
        let before = live_bytes();
        let (mut choices, mut trail) = (Choices::default(), Trail::default());
        for ply in 0..plies {
            let mv = format!("{ply:04}");
            choices.keep(trail, Choice::Move(mv.clone()));
            trail = trail.then(&mv);
        }
        live_bytes() - before
    }

    #[test]
    fn the_choices_of_a_long_match_take_no_more_memory_each_than_those_of_a_short_one() {
        let (short, long) = (bytes(500), bytes(4000));
        assert!(short > 0, "nothing was measured");
        // Nodes of the tree are half full at worst.
        assert!(long <= 2 * 8 * short, "{short} bytes for 500 choices, {long} for 4000");
    }

    #[test]
    fn a_choice_belongs_to_the_very_moves_before_it() {
        let moves = |text: &str| text.split(' ').map(str::to_string).collect::<Vec<_>>();
        let mut choices = Choices::default();
        let here = Trail::all(&moves("e2 e8")).last().unwrap();
        choices.keep(here, Choice::Resign);
        assert_eq!(choices.along(&moves("e2 e8")), [None, None, Some(&Choice::Resign)]);
        // Neither the order nor where one move ends and the next begins is a matter of taste.
        for others in ["e8 e2", "e2e 8", "e2 e8 e2", "e2"] {
            let all = choices.along(&moves(others));
            assert_eq!(all.len(), moves(others).len() + 1);
            let last = all.last().unwrap();
            assert!(last.is_none(), "{others}");
        }
    }
}
