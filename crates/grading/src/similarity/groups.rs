//! Groups of similar programs.

use petgraph::unionfind::UnionFind;
use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::left_out::Base;
use super::likeness::{Code, Group, Similar};
use super::passages;
use super::programs::{Class, Program, pairs};

/// Orders pairs, most similar first; on a tie, the same code, then more shared fingerprints.
pub fn by_likeness(a: &Similar, b: &Similar) -> Ordering {
    let by_likeness = b.similarity.total_cmp(&a.similarity).then(b.same.cmp(&a.same));
    by_likeness.then(b.shared.cmp(&a.shared)).then((a.first, a.second).cmp(&(b.first, b.second)))
}

/// Returns the groups of a class; `programs` has the first program of each code.
pub(super) fn groups(class: &Class, programs: &[Program], base: &Base, least: f64) -> Vec<Group> {
    let own: Vec<usize> = programs.iter().map(|program| base.rest(program.grams)).collect();
    let whole: Vec<BTreeMap<Vec<u64>, usize>> =
        programs.iter().map(|program| program.whole_files(|file| base.has_file(file))).collect();
    // Fingerprints say little about short files, and a file that both have whole is strong
    // evidence.
    let shares = |first: usize, second: usize, shared: usize| {
        let both = whole[first].iter().filter(|(kinds, _)| whole[second].contains_key(*kinds));
        let tokens: usize = both.map(|(_, tokens)| *tokens).sum();
        let share = |at: usize| {
            let of_files = tokens.min(own[at]) as f64 / own[at].max(1) as f64;
            programs[at].share(shared).max(of_files)
        };
        (share(first), share(second))
    };
    let mut alike = pairs(programs);
    alike.retain(|&(first, second, shared)| {
        let (of_first, of_second) = shares(first, second, shared);
        of_first.max(of_second) >= least && own[first] > 0 && own[second] > 0
    });
    let mut forest = UnionFind::<usize>::new(programs.len());
    for &(first, second, _) in &alike {
        forest.union(first, second);
    }
    let mut groups: BTreeMap<usize, Group> = BTreeMap::new();
    for (at, code) in class.codes.iter().enumerate() {
        let group = groups.entry(forest.find_mut(at)).or_default();
        let grams = &class.grams[code[0]];
        if own[at] > 0 {
            group.pairs.extend(copies(class, code, programs[at].places.len()));
        }
        group.codes.push(Code {
            programs: code.iter().map(|&program| class.numbers[program]).collect(),
            tokens: grams.tokens.iter().map(Vec::len).sum(),
            own: own[at],
        });
    }
    for (first, second, shared) in alike {
        let (one, two) = (&programs[first], &programs[second]);
        let (of_first, of_second) = shares(first, second, shared);
        let number = |code: usize| class.numbers[class.codes[code][0]];
        groups.entry(forest.find_mut(first)).or_default().pairs.push(Similar {
            first: number(first),
            second: number(second),
            same: false,
            link: false,
            similarity: of_first.max(of_second),
            of_first,
            of_second,
            shared,
            passages: passages::passages(one, two),
        });
    }
    let mut groups: Vec<Group> = groups.into_values().collect();
    groups.retain(|group| !group.pairs.is_empty());
    for group in &mut groups {
        group.pairs.sort_by(by_likeness);
        // Kruskal's algorithm: most similar first.
        let codes: BTreeMap<usize, usize> =
            group.codes.iter().enumerate().map(|(at, code)| (code.programs[0], at)).collect();
        let mut forest = UnionFind::<usize>::new(codes.len());
        for pair in group.pairs.iter_mut().filter(|pair| !pair.same) {
            pair.link = forest.union(codes[&pair.first], codes[&pair.second]);
        }
    }
    groups
}

/// Pairs the first program of a code with each of the others.
fn copies(class: &Class, code: &[usize], shared: usize) -> Vec<Similar> {
    let copy = |&other: &usize| Similar {
        first: class.numbers[code[0]],
        second: class.numbers[other],
        same: true,
        link: true,
        similarity: 1.0,
        of_first: 1.0,
        of_second: 1.0,
        shared,
        passages: passages::files(&class.grams[code[0]], &class.grams[other]),
    };
    code[1..].iter().map(copy).collect()
}
