//! The sentences of faults.

use super::meter::Stop;
use super::words::{KINDS, WORDS};
use super::{LANGUAGES, lua, rhai};

/// Every sentence that a fault of a script may have, each language's own included.
pub fn sentences() -> Vec<&'static str> {
    let mut all = [WORDS, KINDS, lua::words::WORDS, rhai::words::WORDS].concat();
    all.extend([Stop::Fuel, Stop::Time, Stop::Memory].map(Stop::why));
    all.extend(lua::words::EXPLAINED);
    all.extend(lua::words::SYNTAX);
    all.extend(rhai::words::SYNTAX);
    all.extend(rhai::words::KINDS);
    all.extend(rhai::counted::LIMITS.iter().map(|(_, word)| *word));
    all.extend(lua::lint::variables::hints());
    all.extend(rhai::hints::all());
    all.extend(LANGUAGES.iter().map(|language| language.nothing_hint));
    all
}
