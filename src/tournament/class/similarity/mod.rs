//! Likeness between submissions: a reason to look, not a proof.
//!
//! Each program is read as the tokens of its language. Comments, blanks and semicolons are left
//! out; names, numbers and texts count only as such, so that other names, other layout and other
//! remarks change nothing. Of every run of [`GRAM`] tokens a hash is taken, and of every [`WINDOW`]
//! hashes in a row one is kept as a fingerprint: *winnowing*, after Schleimer, Wilkerson and Aiken,
//! "Winnowing: local algorithms for document fingerprinting" (SIGMOD 2003). Whatever two programs
//! have in common over `GRAM + WINDOW - 1` tokens leaves a common fingerprint, wherever it stands,
//! and nothing shorter than `GRAM` tokens does. Programs in different languages are not compared.
//!
//! Code that says nothing about copying does not count: what stands in the code that was handed out
//! (the base), and, from [`CLASS`] different programs of a language on, what stands in more than
//! half of them. Copies are no different programs: however many bots have the same code or nearly
//! the same ([`NEAR`]), they count as one. The answer lists what was left out.
//!
//! Files are compared too: one that two programs have whole counts with all of its tokens, so that a
//! file of a line next to a copied one changes next to nothing.
//!
//! Programs with the same tokens are reported as the same code, common or not, unless all of it was
//! handed out. Programs that are alike form groups: the connected components of the pairs that are
//! alike enough.

mod groups;
mod left_out;
mod likeness;
mod passages;
mod programs;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

pub use groups::by_likeness;
use left_out::{Base, common, common_passages};
pub use likeness::{
    CAUTION, CLASS, Code, Common, GRAM, Group, HandedOut, LEAST, Likeness, Lines, NEAR, Passage,
    Similar, Source, WINDOW, percent,
};
use programs::Class;

/// Compares every two programs of a language and tells which are alike to `least` (0 to 1) or more.
/// Code of `base` does not count.
///
/// The same programs in the same order always give the same answer.
pub fn compare(sources: &[Source], base: &[Source], least: f64) -> Likeness {
    let mut answer = Likeness { left_out: vec![Vec::new(); sources.len()], ..Likeness::default() };
    let languages: BTreeSet<&str> = sources.iter().map(|source| source.language.id).collect();
    for language in languages {
        let class = Class::of(sources, language);
        compare_class(&class, &Base::of(base, language), least, &mut answer);
    }
    answer.groups.sort_by(|a, b| {
        let by_likeness = by_likeness(&a.pairs[0], &b.pairs[0]);
        by_likeness.then(b.codes.len().cmp(&a.codes.len()))
    });
    answer.short.sort_unstable();
    answer
}

fn compare_class(class: &Class, base: &Base, least: f64, answer: &mut Likeness) {
    let mut programs = class.programs(|hash| base.has(hash));
    let common = common(&programs);
    if !common.is_empty() {
        programs = class.programs(|hash| base.has(hash) || common.contains(&hash));
    }
    let groups = groups::groups(class, &programs, base, least);
    let grouped: BTreeSet<usize> = groups.iter().flat_map(Group::programs).collect();
    for (code, program) in class.codes.iter().zip(&programs) {
        let numbers = code.iter().map(|&at| class.numbers[at]);
        if program.places.len() < LEAST {
            answer.short.extend(numbers.filter(|number| !grouped.contains(number)));
        }
    }
    for (number, grams) in class.numbers.iter().zip(&class.grams) {
        answer.left_out[*number] = grams.stretches(|hash| base.has(hash) || common.contains(&hash));
    }
    answer.groups.extend(groups);
    answer.common.extend(common_passages(class, &common));
    answer.handed_out.extend(base.listed(class));
}
