//! Chance that is the same on every machine: 256-bit seeds, independent streams, ChaCha12.
//!
//! Range and shuffle code is our own and pinned by golden vectors, because libraries change theirs
//! between minor versions and a record must replay for ever.

use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

use super::{Seat, words};

/// 256 bits from which every random choice of a match follows.
///
/// Written as 64 hex digits, read as those or as a small number (`7`).
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
    /// The move the referee plays at this ply for a seat that cannot.
    Substitute(u32),
    /// The `n`-th determinization a bot asks for at a ply; taken from the bot's own seed.
    World {
        /// The ply of the decision.
        ply: u32,
        /// The number of the guess.
        n: u32,
    },
}

impl Seed {
    /// The seed with these bytes.
    pub const fn from_bytes(bytes: [u8; 32]) -> Seed {
        Seed(bytes)
    }

    /// A seed that cannot be foreseen: 256 bits from the system.
    ///
    /// # Errors
    /// If the system has none to give.
    pub fn fresh() -> std::io::Result<Seed> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes)?;
        Ok(Seed(bytes))
    }

    /// The bytes of the seed.
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The BLAKE3 hash of its 64 hex digits, in hex: it may be shown before the seed may be known.
    /// `printf %s SEED | b3sum` prints the same.
    pub fn commitment(&self) -> String {
        blake3::hash(self.to_string().as_bytes()).to_string()
    }

    /// The number of its bits without leading zeros, 0 to 256: a program that tries all seeds in
    /// ascending order needs 2 to the power of them at most.
    pub fn significant_bits(&self) -> u32 {
        let zeros = self.0.iter().take_while(|byte| **byte == 0).count();
        self.0.get(zeros).map_or(0, |byte| 256 - 8 * zeros as u32 - byte.leading_zeros())
    }

    /// True if it is so short, below 64 bits, that a program can try all seeds like it until one
    /// explains the cards that it sees.
    pub fn is_short(&self) -> bool {
        self.significant_bits() < 64
    }

    /// The seed of one stream. One-way: a child shows nothing of its parent or siblings.
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

    /// The generator this seed starts.
    pub fn rng(&self) -> Rng {
        Rng(ChaCha12Rng::from_seed(self.0))
    }
}

impl From<u64> for Seed {
    /// A small number as the last eight bytes: `7` is written `00..07`.
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

/// Text that is no seed.
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

/// The only source of chance: ChaCha12, with ranges and shuffles that never change.
#[derive(Clone, Debug)]
pub struct Rng(ChaCha12Rng);

impl Rng {
    /// 64 uniform bits.
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A uniform number from 0 to `n - 1`.
    ///
    /// Lemire, "Fast random integer generation in an interval" (2019), without bias.
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

    /// A uniform number in `[0, 1)` with 53 bits.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// One of `items`.
    ///
    /// # Panics
    /// If there are none.
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len() as u32) as usize]
    }

    /// Puts `items` into a uniformly random order (Fisher-Yates, from the last place down).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u32 + 1) as usize);
        }
    }
}
