//! Code that most programs of a class have.

use petgraph::unionfind::UnionFind;
use std::collections::{BTreeMap, BTreeSet};

use super::likeness::{CLASS, Common, GRAM, NEAR};
use super::programs::{Class, Program, pairs};

/// Hashes that more than half of the programs of a class have. Programs that are [`NEAR`] to each
/// other count as one, so that copying does not make code common. None in less than [`CLASS`] of
/// them.
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

/// The common code as passages, the longest first, each with a place where it stands whole.
pub(super) fn listed(class: &Class, common: &BTreeSet<u64>) -> Vec<Common> {
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

/// Hashes in a row that are common: from this place of a file on, so many.
struct Run {
    program: usize,
    file: usize,
    from: usize,
    count: usize,
}

/// The runs of hashes that are wanted: the place where each begins, and its length.
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
