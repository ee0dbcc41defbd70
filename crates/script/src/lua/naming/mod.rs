//! Names the nil value in an error of the VM, which contains only the line and the operation.
//!
//! The expressions of that line that can have caused the error are looked up in the tree of the
//! file. The value is named only if there is exactly one whose operand can be nil.
//!
//! | file | contents |
//! |---|---|
//! | `failed` | the failed operation, read from the error |
//! | `search` | the walk over the tree for the candidates |

mod failed;
mod search;

use luau_syntax::ast::Expression;
use std::collections::{BTreeMap, BTreeSet};

use self::failed::failed;
use self::search::operands_that_may_be_nil;
use super::lint::facts::{Access, Facts, GlobalUse, facts, text};
use super::lint::variables::sentence;
use super::tree::parsed;
use super::words;

/// Maximum length of a quoted expression, in characters.
const SHOWN: usize = 40;

/// An error with the nil value named.
pub enum Nil {
    /// With the reason: nothing sets the name.
    Explained(String),
    /// As an expression of the bot.
    Named(String),
}

/// Returns the sentence that names the nil value in an error of the VM at a line; `None` if that is
/// not certain.
pub fn nil_in(
    files: &BTreeMap<String, String>,
    file: &str,
    line: u32,
    message: &str,
) -> Option<Nil> {
    let failed = failed(message)?;
    let source = files.get(file)?;
    let tree = parsed(source)?;
    let facts = facts(tree.root());
    let operands = operands_that_may_be_nil(tree.root(), &facts, line, failed)?;
    let said: Option<Vec<Said>> =
        operands.iter().map(|operand| said(*operand, source, &facts, files)).collect();
    Some(match &said?[..] {
        [Said::Sentence(one), ..] | [_, Said::Sentence(one)] => {
            Nil::Explained(format!("{message}: {one}"))
        }
        [Said::Text(left), Said::Text(right)] if left != right => {
            Nil::Named(words::are_nil(message, left, right))
        }
        [Said::Text(text), ..] => Nil::Named(words::is_nil(message, text)),
        [] => return None,
    })
}

/// The name of an operand.
enum Said {
    Text(String),
    Sentence(String),
}

fn said(
    operand: Expression<'_>,
    source: &str,
    facts: &Facts<'_>,
    files: &BTreeMap<String, String>,
) -> Option<Said> {
    let at = operand.location();
    if let Some(global) = operand.as_global() {
        let name = text(global.name);
        let trees: Option<Vec<_>> = files.values().map(|text| parsed(text)).collect();
        let trees = trees?;
        let all: Vec<Facts<'_>> = trees.iter().map(|tree| self::facts(tree.root())).collect();
        let writes = all.iter().flat_map(|facts| &facts.globals);
        let writes = writes.filter(|used| used.what == Access::Write);
        let set: BTreeSet<&str> = writes.map(|used| used.name).collect();
        let any_global = all.iter().any(|facts| facts.any_global);
        let used = |used: &&GlobalUse<'_>| used.name == name && used.at == at.begin;
        if !set.contains(name) && !any_global {
            return Some(Said::Sentence(sentence(facts, facts.globals.iter().find(used)?, &set)));
        }
    }
    if at.begin.line != at.end.line {
        return None;
    }
    let line = source.lines().nth(at.begin.line as usize)?;
    let text = line.get(at.begin.column as usize..at.end.column as usize)?;
    (text.chars().count() <= SHOWN).then(|| Said::Text(text.to_string()))
}
