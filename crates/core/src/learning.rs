//! Learning of built-in bots: weights in files, and the next generation of them.

use std::fmt;
use std::sync::Arc;

use super::{Game, MoveOf, Seat, Seed};

/// Hex digits of the hash of weights.
const HASH_DIGITS: usize = 16;

/// The weights of a built-in bot from a file, as in `master:weights=FILE`.
#[derive(Clone, PartialEq, Eq)]
pub struct Weights {
    hash: String,
    bytes: Arc<[u8]>,
}

impl Weights {
    /// The text for no weights in `weights=none`: the bot plays without having learnt.
    pub const NONE: &'static str = "none";
    /// The extension of a file of weights.
    pub const EXTENSION: &'static str = "weights";

    /// Creates weights from the bytes of a file. They are not checked.
    pub fn new(bytes: Vec<u8>) -> Weights {
        let hash = blake3::hash(&bytes).to_hex()[..HASH_DIGITS].to_string();
        Weights { hash, bytes: bytes.into() }
    }

    /// Creates the weights of a bot that has not learnt.
    pub fn none() -> Weights {
        Weights { hash: Weights::NONE.to_string(), bytes: Arc::new([]) }
    }

    /// Returns the name in records: the first 16 hex digits of the BLAKE3 hash of the bytes, or
    /// `none`.
    pub fn hash(&self) -> &str {
        &self.hash
    }

    /// Returns true if `text` has the form of [`Weights::hash`].
    pub fn is_hash(text: &str) -> bool {
        let is_hex = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        text == Weights::NONE || text.len() == HASH_DIGITS && text.bytes().all(is_hex)
    }

    /// Returns the bytes of the file; empty for a bot that has not learnt.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

impl fmt::Debug for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Weights({})", self.hash)
    }
}

/// The learning of the bot `master` of a game.
pub struct Learning<G: Game> {
    /// Returns the built-in weights.
    pub built_in: fn() -> &'static Weights,
    /// Checks the bytes of weights; empty ones belong to a bot that has not learnt.
    ///
    /// # Errors
    /// The reason why the bot cannot play with them.
    pub check: fn(&[u8]) -> Result<(), String>,
    /// Creates the learner of the next generation. `weights` have passed the check; `None` means the
    /// built-in ones.
    pub learner: MakeLearner<G>,
}

/// A function that makes a [`Learner`].
pub type MakeLearner<G> = fn(Option<&[u8]>, Vec<LostMatch<G>>, Seed) -> Box<dyn Learner>;

/// A match that the bot has lost.
#[derive(Clone, Debug)]
pub struct LostMatch<G: Game> {
    /// The states after the start and after each move, in order.
    pub states: Vec<G::State>,
    /// The moves; each was made in the state of the same index.
    pub moves: Vec<MoveOf<G>>,
    /// The seat of the bot.
    pub seat: Seat,
    /// The seats with a better rank.
    pub winners: Vec<Seat>,
}

/// Makes a generation of weights from matches that an older one has lost. Lessons have the same
/// positions on every machine, and can be played on several threads.
pub trait Learner: Send + Sync {
    /// Returns the size of an encoded training position in bytes; 0 if the lost matches are enough
    /// without lessons.
    fn position_bytes(&self) -> usize;

    /// Returns a player of lessons for one thread. It takes the number of a lesson, plays on from a
    /// position, and returns the encoded training positions.
    fn lessons(&self) -> Box<dyn FnMut(u32) -> Vec<u8> + '_>;

    /// Trains weights on encoded positions. Calls `proceed` with the completed share, from 0 to 1,
    /// and returns `None` once that returns false. Without anything to learn, it returns the older
    /// weights.
    fn train(&self, positions: &[u8], proceed: &mut dyn FnMut(f64) -> bool) -> Option<Vec<u8>>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_of_weights_names_their_bytes() {
        let (one, two) = (Weights::new(vec![1, 2]), Weights::new(vec![1, 3]));
        assert_ne!(one.hash(), two.hash());
        assert_eq!(Weights::new(vec![1, 2]), one);
        for (text, expected) in [
            (one.hash(), true),
            ("none", true),
            ("0123456789abcdef", true),
            ("0123456789ABCDEF", false),
            ("gen1.weights", false),
            ("", false),
        ] {
            assert_eq!(Weights::is_hash(text), expected, "{text}");
        }
    }
}
