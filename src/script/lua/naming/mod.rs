//! Names what is nil in an error of the VM, which tells the line and the operation alone.
//!
//! The expressions of the line that the error may be of are looked up in the tree of the file; only
//! where there is exactly one whose operand may be nil is it named.
//!
//! | file | what it is |
//! |---|---|
//! | `failed` | the operation that failed, read from the error |
//! | `search` | the walk over the tree for the expressions that it may be |

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

/// Characters of an expression that is shown.
const SHOWN: usize = 40;

/// The error with what was nil.
pub enum Nil {
    /// And why: nothing sets the name.
    Explained(String),
    /// In the words of the bot.
    Named(String),
}

/// The sentence that names what is nil in an error of the VM at a line; `None` where that is not
/// certain.
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
    /// Its text.
    Text(String),
    /// A sentence that says all.
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
