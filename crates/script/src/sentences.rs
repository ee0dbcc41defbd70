//! The sentences of faults.

use super::LANGUAGES;
use super::meter::Stop;
use super::words::{KINDS, WORDS};

/// Returns every sentence that a script's fault can have, in any language.
pub fn sentences() -> Vec<&'static str> {
    let mut all = [WORDS, KINDS, &[Stop::Fuel, Stop::Time, Stop::Memory].map(Stop::why)].concat();
    for language in LANGUAGES {
        all.push(language.nothing_hint);
        all.extend((language.sentences)());
    }
    all
}
