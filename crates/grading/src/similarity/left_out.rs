//! Code that does not count: handed-out code, and code that most programs of a class have.

use petgraph::unionfind::UnionFind;
use std::collections::{BTreeMap, BTreeSet};

use super::likeness::{CLASS, Common, GRAM, HandedOut, NEAR, Source, WINDOW};
use super::programs::{Class, Grams, Program, pairs};

/// The handed-out code of one language.
pub(super) struct Base {
    sources: Class,
    /// The hashes of all sources.
    hashes: BTreeSet<u64>,
    /// The files of the sources as kinds of tokens, to recognize short ones.
    files: BTreeSet<Vec<u64>>,
}

impl Base {
    pub fn of(base: &[Source], language: &str) -> Base {
        let sources = Class::of(base, language);
        let hashes = sources.grams.iter().flat_map(Grams::hashes).collect();
        let files = sources.grams.iter().flat_map(Grams::code).collect();
        Base { sources, hashes, files }
    }

    /// Returns true if a run of tokens was handed out.
    pub fn has(&self, hash: u64) -> bool {
        self.hashes.contains(&hash)
    }

    /// Returns true if a file with these kinds of tokens was handed out.
    pub fn has_file(&self, kinds: &[u64]) -> bool {
        self.files.contains(kinds)
    }

    /// Returns the number of tokens of a program that were not handed out.
    pub fn rest(&self, program: &Grams) -> usize {
        let covered = program.covered(|hash| self.has(hash));
        let rest = |(file, covered): (usize, Vec<bool>)| {
            let rest = covered.iter().filter(|covered| !**covered).count();
            if rest > 0 && self.files.contains(&program.kinds(file)) { 0 } else { rest }
        };
        covered.into_iter().enumerate().map(rest).sum()
    }

    /// Lists the base code found in the programs, most frequent first. Code in several sources is
    /// listed only under the most frequent one. Leaves out amounts too small for two programs to be
    /// certain to share a fingerprint.
    pub fn listed(&self, class: &Class) -> Vec<HandedOut> {
        let mut used: BTreeMap<u64, usize> = BTreeMap::new();
        for program in &class.grams {
            for hash in program.hashes().filter(|hash| self.has(*hash)).collect::<BTreeSet<u64>>() {
                *used.entry(hash).or_default() += 1;
            }
        }
        let uses = |grams: &Grams| {
            let hashes: BTreeSet<u64> = grams.hashes().collect();
            hashes.iter().filter_map(|hash| used.get(hash)).sum::<usize>()
        };
        let Class { numbers, grams, .. } = &self.sources;
        let mut order: Vec<(usize, (&usize, &Grams))> =
            numbers.iter().zip(grams).map(|source| (uses(source.1), source)).collect();
        order.sort_by_key(|(uses, (number, _))| (std::cmp::Reverse(*uses), *number));
        let mut left: BTreeSet<u64> = used.into_keys().collect();
        let mut listed = Vec::new();
        for (_, (base, source)) in order {
            let hashes: BTreeSet<u64> = source.hashes().filter(|hash| left.remove(hash)).collect();
            let tokens = |program: &Grams| {
                let covered = program.covered(|hash| hashes.contains(&hash));
                let count = covered.iter().flatten().filter(|covered| **covered).count();
                // A program can repeat it.
                count.min(source.tokens.iter().map(Vec::len).sum())
            };
            let having: Vec<(usize, usize)> = class
                .numbers
                .iter()
                .zip(&class.grams)
                .map(|(number, program)| (*number, tokens(program)))
                .filter(|(_, tokens)| *tokens > 0)
                .collect();
            let most = having.iter().map(|(_, tokens)| *tokens).max();
            if let Some(tokens) = most.filter(|most| *most >= GRAM + WINDOW - 1) {
                let programs = having.into_iter().map(|(number, _)| number).collect();
                listed.push(HandedOut { base: *base, tokens, programs, of: class.numbers.len() });
            }
        }
        listed
    }
}

/// Returns the hashes that more than half of the programs of a class have. Programs [`NEAR`] each
/// other count as one, so that copying does not make code common. Empty with fewer than [`CLASS`]
/// of them.
pub(super) fn common(programs: &[Program]) -> BTreeSet<u64> {
    let mut near = UnionFind::<usize>::new(programs.len());
    for (first, second, shared) in pairs(programs) {
        if programs[first].share(shared).min(programs[second].share(shared)) >= NEAR {
            near.union(first, second);
        }
    }
    let voters = near.into_labeling();
    let count = voters.iter().collect::<BTreeSet<_>>().len();
    if count < CLASS {
        return BTreeSet::new();
    }
    let mut votes: Vec<(u64, usize)> = Vec::new();
    for (program, voter) in programs.iter().zip(&voters) {
        votes.extend(program.own.iter().flatten().flatten().map(|hash| (*hash, *voter)));
    }
    votes.sort_unstable();
    votes.dedup();
    let usual = votes.chunk_by(|a, b| a.0 == b.0).filter(|having| 2 * having.len() > count);
    usual.map(|having| having[0].0).collect()
}

/// Returns the common code as passages, longest first, each with a position where it occurs whole.
pub(super) fn common_passages(class: &Class, common: &BTreeSet<u64>) -> Vec<Common> {
    let mut having: BTreeMap<u64, BTreeSet<usize>> = BTreeMap::new();
    let mut runs: Vec<Run> = Vec::new();
    for (number, program) in class.grams.iter().enumerate() {
        for (file, hashes) in program.files.iter().enumerate() {
            for hash in hashes.iter().filter(|hash| common.contains(hash)) {
                having.entry(*hash).or_default().insert(number);
            }
            let own = runs_in(hashes, common);
            runs.extend(own.map(|(from, count)| Run { program: number, file, from, count }));
        }
    }
    runs.sort_by_key(|run| (std::cmp::Reverse(run.count), run.program, run.file, run.from));
    let mut left = common.clone();
    let mut listed = Vec::new();
    for Run { program, file, from, count } in runs {
        let hashes = &class.grams[program].files[file];
        for (at, count) in runs_in(&hashes[from..from + count], &left).collect::<Vec<_>>() {
            let from = from + at;
            let hashes = &hashes[from..from + count];
            let mut having_runs: BTreeMap<usize, usize> = BTreeMap::new();
            for number in hashes.iter().flat_map(|hash| &having[hash]) {
                *having_runs.entry(*number).or_default() += 1;
            }
            having_runs.retain(|_, runs| 2 * *runs >= count);
            let tokens = count + GRAM - 1;
            listed.push(Common {
                program: class.numbers[program],
                lines: class.grams[program].lines(file, from, tokens),
                tokens,
                whole: having_runs.values().filter(|runs| **runs == count).count(),
                programs: having_runs.into_keys().map(|number| class.numbers[number]).collect(),
                of: class.numbers.len(),
            });
            hashes.iter().for_each(|hash| {
                left.remove(hash);
            });
        }
    }
    listed.sort_by_key(|passage| std::cmp::Reverse(passage.tokens));
    listed
}

/// A run of common hashes: its first index in a file, and its length.
struct Run {
    program: usize,
    file: usize,
    from: usize,
    count: usize,
}

/// Returns the runs of wanted hashes: start and length.
fn runs_in<'a>(
    hashes: &'a [u64],
    wanted: &'a BTreeSet<u64>,
) -> impl Iterator<Item = (usize, usize)> + 'a {
    let mut at = 0;
    let chunks = hashes.chunk_by(|a, b| wanted.contains(a) == wanted.contains(b));
    chunks.filter_map(move |chunk| {
        let (from, count) = (at, chunk.len());
        at += count;
        wanted.contains(&chunk[0]).then_some((from, count))
    })
}
