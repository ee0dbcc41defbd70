//! The fuzz targets as ordinary tests: arbitrary bytes, strings of words, mutated good input. The
//! same targets run under libFuzzer for any length of time; see `README.md`.
//!
//! `JUEZ_FUZZ_CASES` sets the number of inputs of each test. An input that takes two minutes ends
//! the program with an error: no input may take forever.

use juez::pool::{COMMAND, FrameError, read_answers, read_requests, worker_main, worker_main_as};
use libtest_mimic::{Arguments, Trial};
use proptest::prelude::*;
use proptest::sample::Index;
use std::fs;
use std::io::{self, Read};
use std::path::Path;
use std::process::ExitCode;
use std::sync::LazyLock;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

mod seeds;
#[path = "../tests/pool/tap.rs"]
mod tap;
mod targets;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().collect();
    if let [program, command, orders @ ..] = &args[..]
        && command == COMMAND
    {
        let program = Path::new(program);
        return worker_main_as(orders, |orders| match program.file_name() {
            Some(name) if name == tap::PROGRAM => tap::work(program, orders),
            _ => worker_main(orders),
        });
    }
    let mut claims = of_targets();
    claims.extend([
        (
            "every_word_of_the_dictionary_is_understood",
            every_word_of_the_dictionary_is_understood as fn(),
        ),
        ("a_length_alone_takes_no_memory", a_length_alone_takes_no_memory),
        (
            "what_was_said_in_a_match_is_read_in_pieces_of_any_size",
            what_was_said_in_a_match_is_read_in_pieces_of_any_size,
        ),
    ]);
    let trial = |(name, claim): (&str, fn())| {
        Trial::test(name, move || {
            claim();
            Ok(())
        })
    };
    let corpus =
        trial(("the_seeds_are_written_to_the_corpus", the_seeds_are_written_to_the_corpus));
    let trials = claims.into_iter().map(trial).chain([corpus.with_ignored_flag(true)]);
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit_code()
}

/// Words for generated input: the lines of the dictionary, with escapes resolved.
static WORDS: LazyLock<Vec<Vec<u8>>> =
    LazyLock::new(|| include_str!("dictionary.txt").lines().filter_map(word).collect());

fn word(line: &str) -> Option<Vec<u8>> {
    let mut rest = line.strip_prefix('"')?.strip_suffix('"')?.as_bytes();
    let mut word = Vec::new();
    while let [first, tail @ ..] = rest {
        rest = tail;
        match (first, tail) {
            (b'\\', [b'x', a, b, tail @ ..]) => {
                let hex = std::str::from_utf8(&[*a, *b]).ok()?.to_string();
                word.push(u8::from_str_radix(&hex, 16).ok()?);
                rest = tail;
            }
            _ => word.push(*first),
        }
    }
    Some(word)
}

/// Returns the number of inputs of a test: `usual`, unless `JUEZ_FUZZ_CASES` is set.
fn cases(usual: u32) -> u32 {
    std::env::var("JUEZ_FUZZ_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// Time limit of one input. Usual inputs take milliseconds.
const LONGEST: Duration = Duration::from_secs(120);

/// Runs a target, and aborts the program if it exceeds the limit.
fn watched(run: fn(&[u8]), input: &[u8]) {
    let (over, is_over) = mpsc::channel::<()>();
    let watch = move || {
        if is_over.recv_timeout(LONGEST) == Err(RecvTimeoutError::Timeout) {
            let file = std::env::temp_dir().join("juez-fuzz-without-end");
            let kept = fs::write(&file, input);
            eprintln!("an input does not end: {} ({kept:?})", file.display());
            std::process::exit(101);
        }
    };
    thread::scope(|scope| {
        scope.spawn(watch);
        // Also dropped by a panic.
        let _over = over;
        run(input);
    });
}

fn bytes() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 0..64)
}

fn known() -> impl Strategy<Value = Vec<u8>> {
    any::<Index>().prop_map(|index| index.get(&WORDS).clone())
}

/// Concatenates words of the dictionary.
fn words() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(known(), 0..24).prop_map(|words| words.concat())
}

/// A mutation of an input.
#[derive(Clone, Debug)]
enum Change {
    Put(u8),
    Insert(Vec<u8>),
    Remove(usize),
    Double(usize),
    /// Continues with another input from a position in it.
    Cross(Index, Index),
}

fn change() -> impl Strategy<Value = Change> {
    prop_oneof![
        any::<u8>().prop_map(Change::Put),
        known().prop_map(Change::Insert),
        (1..40usize).prop_map(Change::Remove),
        (1..400usize).prop_map(Change::Double),
        (any::<Index>(), any::<Index>()).prop_map(|(input, at)| Change::Cross(input, at)),
    ]
}

/// Mutates one of the seeds.
fn changed(seeds: &'static [Vec<u8>]) -> impl Strategy<Value = Vec<u8>> {
    let changes = prop::collection::vec((any::<Index>(), change()), 1..6);
    (any::<Index>(), changes).prop_map(|(which, changes)| {
        let mut input = which.get(seeds).clone();
        for (at, change) in changes {
            let at = at.index(input.len() + 1);
            let until = |len: usize| (at + len).min(input.len());
            match change {
                Change::Put(byte) => input.splice(at..until(1), [byte]).for_each(drop),
                Change::Insert(word) => input.splice(at..at, word).for_each(drop),
                Change::Remove(len) => input.drain(at..until(len)).for_each(drop),
                Change::Double(len) => {
                    let part = input[at..until(len)].to_vec();
                    input.splice(at..at, part).for_each(drop);
                }
                Change::Cross(other, from) => {
                    let other = other.get(seeds);
                    input.truncate(at);
                    input.extend(&other[from.index(other.len() + 1)..]);
                }
            }
        }
        input
    })
}

/// Defines the tests of each target, by name; a new target is a name here.
macro_rules! fuzz {
    ($($target:ident: $cases:literal),* $(,)?) => {
        $(mod $target {
            use super::*;

            static SEEDS: LazyLock<Vec<Vec<u8>>> = LazyLock::new(seeds::$target);

            pub fn claims() -> [(&'static str, fn()); 4] {
                [
                    (
                        concat!(stringify!($target), "::good_input_is_read_without_a_panic"),
                        good_input_is_read_without_a_panic,
                    ),
                    (concat!(stringify!($target), "::no_bytes_make_it_panic"), no_bytes_make_it_panic),
                    (concat!(stringify!($target), "::no_words_make_it_panic"), no_words_make_it_panic),
                    (
                        concat!(stringify!($target), "::no_change_of_good_input_makes_it_panic"),
                        no_change_of_good_input_makes_it_panic,
                    ),
                ]
            }

            fn good_input_is_read_without_a_panic() {
                assert!(!SEEDS.is_empty());
                SEEDS.iter().for_each(|seed| watched(targets::$target::run, seed));
            }

            proptest! {
                #![proptest_config(ProptestConfig {
                    cases: cases($cases),
                    failure_persistence: None,
                    ..Default::default()
                })]

                fn no_bytes_make_it_panic(input in bytes()) {
                    watched(targets::$target::run, &input);
                }

                fn no_words_make_it_panic(input in words()) {
                    watched(targets::$target::run, &input);
                }

                fn no_change_of_good_input_makes_it_panic(input in changed(&SEEDS)) {
                    watched(targets::$target::run, &input);
                }
            }
        })*

        fn of_targets() -> Vec<(&'static str, fn())> {
            [$($target::claims()),*].concat()
        }

        /// Good input of each target, the initial corpus of libFuzzer.
        const SEEDS: &[(&str, fn() -> Vec<Vec<u8>>)] =
            &[$((stringify!($target), seeds::$target)),*];
    };
}

fuzz! {
    backup: 50,
    bundle: 1000,
    loops: 1000,
    notation: 1000,
    options: 1000,
    parse: 1000,
    protocol: 1000,
    record: 300,
    submissions: 200,
    tournament: 50,
}

fn every_word_of_the_dictionary_is_understood() {
    let lines = include_str!("dictionary.txt").lines().filter(|line| !line.starts_with('#'));
    assert_eq!(lines.count(), WORDS.len());
    assert!(WORDS.contains(&vec![0xff]), "escapes are resolved");
}

/// Bytes that arrive in pieces. Checks that the reader reserves no more memory than has arrived.
struct Scarce<'a> {
    left: &'a [u8],
    arrived: usize,
    pieces: usize,
}

impl Read for Scarce<'_> {
    fn read(&mut self, space: &mut [u8]) -> io::Result<usize> {
        assert!(space.len() <= self.arrived + (16 << 10), "space for what has not come");
        let count = self.pieces.min(self.left.len()).min(space.len());
        let (piece, left) = self.left.split_at(count);
        space[..count].copy_from_slice(piece);
        (self.left, self.arrived) = (left, self.arrived + count);
        Ok(count)
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: cases(1000),
        failure_persistence: None,
        ..Default::default()
    })]

    fn a_length_alone_takes_no_memory(
        length in prop_oneof![any::<u32>(), 0..9u32 << 20, 0..100_000u32],
        body in prop::collection::vec(any::<u8>(), 0..50_000),
        pieces in 1..20_000usize,
    ) {
        let bytes = [&length.to_le_bytes()[..], &body].concat();
        let mut scarce = Scarce { left: &bytes, arrived: 0, pieces };
        let requests = read_requests(&mut scarce);
        prop_assert!(!matches!(requests, Err(FrameError::Io(_))));
        let mut scarce = Scarce { left: &bytes, arrived: 0, pieces };
        let answers = read_answers(&mut scarce);
        prop_assert!(!matches!(answers, Err(FrameError::Io(_))));
    }
}

fn what_was_said_in_a_match_is_read_in_pieces_of_any_size() {
    let said = seeds::protocol();
    for pieces in [1, 3, 1000] {
        for bytes in &said {
            let mut scarce = Scarce { left: bytes, arrived: 0, pieces };
            let requests = read_requests(&mut scarce).is_ok();
            let mut scarce = Scarce { left: bytes, arrived: 0, pieces };
            assert!(requests || read_answers(&mut scarce).is_ok(), "{bytes:?}");
        }
    }
}

/// Writes fuzz/corpus, the initial corpus of libFuzzer.
fn the_seeds_are_written_to_the_corpus() {
    for (target, seeds) in SEEDS {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(target);
        fs::create_dir_all(&folder).expect("the folder can be made");
        for (n, seed) in seeds().iter().enumerate() {
            fs::write(folder.join(format!("seed-{n:04}")), seed).expect("a seed can be written");
        }
    }
}
