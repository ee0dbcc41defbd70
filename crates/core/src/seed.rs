//! Randomness that is equal on every machine: 256-bit seeds, independent streams, ChaCha12.
//!
//! Range and shuffle code is our own and pinned by golden vectors, because libraries change theirs
//! between minor versions and a record must replay for ever.

use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

use super::{Seat, words};

/// 256 bits that determine every random choice of a match.
///
/// Written as 64 hex digits; read from those or from a small number (`7`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Seed([u8; 32]);

/// One independent use of a seed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stream {
    /// The seed of match `n` of a series.
    Match(u32),
    /// The deal of hand `n`.
    Deal(u32),
    /// Random opening moves.
    Opening,
    /// The seed of the bot in this seat.
    Bot(Seat),
    /// The referee's move at this ply for a seat that has failed.
    Substitute(u32),
    /// The `n`-th determinization that a bot requests at a ply; derived from the bot's own seed.
    World {
        /// The ply of the decision.
        ply: u32,
        /// The number of the determinization.
        n: u32,
    },
}

/// Fills `bytes` with random bits from the system.
pub(crate) fn random(bytes: &mut [u8]) -> std::io::Result<()> {
    #[cfg(not(target_family = "wasm"))]
    {
        use rand_chacha::rand_core::{OsRng, TryRngCore};
        OsRng.try_fill_bytes(bytes).map_err(std::io::Error::other)
    }
    #[cfg(target_family = "wasm")]
    {
        let _ = bytes;
        Err(std::io::ErrorKind::Unsupported.into())
    }
}

impl Seed {
    /// Creates the seed with these bytes.
    pub const fn from_bytes(bytes: [u8; 32]) -> Seed {
        Seed(bytes)
    }

    /// Creates an unpredictable seed: 256 bits from the system.
    ///
    /// # Errors
    /// If the system has no randomness.
    pub fn fresh() -> std::io::Result<Seed> {
        let mut bytes = [0; 32];
        random(&mut bytes)?;
        Ok(Seed(bytes))
    }

    /// Returns the bytes of the seed.
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// Returns the BLAKE3 hash of the seed's 64 hex digits, in hex. It can be published while the
    /// seed is still secret. `printf %s SEED | b3sum` prints the same.
    pub fn commitment(&self) -> String {
        blake3::hash(self.to_string().as_bytes()).to_string()
    }

    /// Returns the number of bits without leading zeros, 0 to 256: a search through all seeds in
    /// ascending order tries at most 2 to the power of this.
    pub fn significant_bits(&self) -> u32 {
        let zeros = self.0.iter().take_while(|byte| **byte == 0).count();
        self.0.get(zeros).map_or(0, |byte| 256 - 8 * zeros as u32 - byte.leading_zeros())
    }

    /// Returns true if the seed is so short, below 64 bits, that a program can try all such seeds
    /// until one explains the cards that it sees.
    pub fn is_short(&self) -> bool {
        self.significant_bits() < 64
    }

    /// Derives the seed of one stream. One-way: a child reveals nothing about its parent or
    /// siblings.
    pub fn child(&self, stream: Stream) -> Seed {
        let (context, index) = match stream {
            Stream::Match(n) => ("juez/1 match", n.into()),
            Stream::Deal(n) => ("juez/1 deal", n.into()),
            Stream::Opening => ("juez/1 opening", 0),
            Stream::Bot(seat) => ("juez/1 bot", seat.index() as u64),
            Stream::Substitute(ply) => ("juez/1 substitute", ply.into()),
            Stream::World { ply, n } => ("juez/1 world", u64::from(ply) << 32 | u64::from(n)),
        };
        let mut material = [0; 40];
        material[..32].copy_from_slice(&self.0);
        material[32..].copy_from_slice(&index.to_le_bytes());
        Seed(blake3::derive_key(context, &material))
    }

    /// Returns the generator that this seed starts.
    pub fn rng(&self) -> Rng {
        Rng(ChaCha12Rng::from_seed(self.0))
    }
}

impl From<u64> for Seed {
    /// Stores the number in the last eight bytes: `7` is written `00..07`.
    fn from(number: u64) -> Seed {
        let mut bytes = [0; 32];
        bytes[24..].copy_from_slice(&number.to_be_bytes());
        Seed(bytes)
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seed({self})")
    }
}

/// Text that is not a seed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", words::no_seed(format!("{:?}", .0)))]
pub struct ParseSeedError(String);

impl FromStr for Seed {
    type Err = ParseSeedError;
    fn from_str(text: &str) -> Result<Seed, ParseSeedError> {
        let seed = if text.len() == 64 {
            blake3::Hash::from_hex(text).ok().map(|hash| Seed(hash.into()))
        } else {
            let number: Option<u64> = text.parse().ok();
            number.filter(|_| !text.starts_with('+')).map(Seed::from)
        };
        seed.ok_or_else(|| ParseSeedError(text.to_string()))
    }
}

impl TryFrom<String> for Seed {
    type Error = ParseSeedError;
    fn try_from(text: String) -> Result<Seed, ParseSeedError> {
        text.parse()
    }
}

impl From<Seed> for String {
    fn from(seed: Seed) -> String {
        seed.to_string()
    }
}

/// The only random generator: ChaCha12, with ranges and shuffles that never change.
#[derive(Clone, Debug)]
pub struct Rng(ChaCha12Rng);

impl Rng {
    /// Returns 64 uniform bits.
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Returns a uniform number from 0 to `n - 1`.
    ///
    /// Unbiased, after Lemire, "Fast random integer generation in an interval" (2019).
    ///
    /// # Panics
    /// If `n` is 0.
    pub fn below(&mut self, n: u32) -> u32 {
        assert!(n > 0, "no number is below 0");
        let mut product = u64::from(self.0.next_u32()) * u64::from(n);
        if (product as u32) < n {
            let biased = n.wrapping_neg() % n;
            while (product as u32) < biased {
                product = u64::from(self.0.next_u32()) * u64::from(n);
            }
        }
        (product >> 32) as u32
    }

    /// Returns an index, each with a probability in proportion to its weight; 0 if all weights are 0.
    ///
    /// # Panics
    /// If the weights sum to more than `u32::MAX`.
    pub fn weighted(&mut self, weights: &[u32]) -> usize {
        let mut left = self.below(weights.iter().sum::<u32>().max(1));
        let found = weights.iter().position(|&weight| {
            let is_here = left < weight;
            left = left.saturating_sub(weight);
            is_here
        });
        found.unwrap_or(0)
    }

    /// Returns a uniform number in `[0, 1)` with 53 bits.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Returns a uniformly random item.
    ///
    /// # Panics
    /// If there are none.
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len() as u32) as usize]
    }

    /// Puts `items` into a uniformly random order (Fisher-Yates, from the last position down).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u32 + 1) as usize);
        }
    }
}
