//! Similarity between submissions: a reason to look, not a proof.
//!
//! Each program is read as the tokens of its language. Comments, blanks and semicolons are left
//! out, and only the kinds of names, numbers and texts count, so renaming, reformatting and other
//! comments change nothing. Every run of [`GRAM`] tokens is hashed, and of every [`WINDOW`]
//! consecutive hashes one is kept as a fingerprint: *winnowing*, after Schleimer, Wilkerson and
//! Aiken, "Winnowing: local algorithms for document fingerprinting" (SIGMOD 2003). Any `GRAM +
//! WINDOW - 1` tokens that two programs share leave a shared fingerprint, wherever they are, and
//! nothing shorter than `GRAM` tokens does. Programs in different languages are not compared.
//!
//! Code that says nothing about copying does not count: handed-out code (the base) and, with at
//! least [`CLASS`] different programs of a language, code in more than half of them. Copies are not
//! different programs: bots with the same or nearly the same code ([`NEAR`]) count as one, whatever
//! their number. The result lists the code left out.
//!
//! Files are compared too: a file that two programs share whole counts with all its tokens, so
//! adding a one-line file to a copied one changes almost nothing.
//!
//! Programs with the same tokens are reported as the same code, common or not, unless all of it was
//! handed out. Similar programs form groups: the connected components of sufficiently similar
//! pairs.

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

/// Compares all pairs of programs of a language and returns those similar to at least `least` (0 to
/// 1). Code of `base` does not count.
///
/// The same programs in the same order always give the same result.
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
