//! Counts, token by token, constructs that are expensive to parse, and rejects a source with too
//! many.
//!
//! Rhai's parser and optimizer scan all variables in scope at each name, all functions, the other
//! parameters at each parameter, all other names of a function at each undeclared name, all cases
//! of a switch at each case, and a whole block for each block or removable statement in it. A
//! closure looks up each of its names among the others, once per enclosing closure. A constant is
//! copied to each use, so a few lines can expand to more values than fit in memory. A source of a
//! megabyte could take minutes; with each of these counts limited, it takes less than two seconds.

use rhai::{Identifier, Position, Token};
use std::collections::{BTreeMap, BTreeSet};

use super::counted::Counted;
use crate::work;

/// Bytes of a text that count as one value.
const TEXT: usize = 16;

/// The counts of the bundle being parsed.
#[derive(Default)]
pub struct Tally {
    tokens: usize,
    /// Names in closures that have ended.
    names: usize,
    file: File,
}

/// The counts of a file.
#[derive(Default)]
struct File {
    levels: Vec<Level>,
    /// The counts of the top level, outside all brackets.
    top: Counts,
    variables: usize,
    imports: usize,
    header: Header,
    closures: Vec<Closure>,
    /// Names in closures that have just ended.
    names: usize,
    constants: Vec<Constant>,
    here: Outside,
    /// The values that constants were replaced by so far.
    copied: usize,
    last: Last,
    found: Option<(Counted, Position)>,
}

/// The counts within a pair of brackets.
struct Level {
    counts: Counts,
    kind: Kind,
    /// Variables in scope outside of it.
    variables: usize,
    /// The names outside a function, invisible to its body.
    outside: Option<Outside>,
}

/// The names and constants of a function or of the top level.
#[derive(Default)]
struct Outside {
    /// The number of values of each constant, by its name.
    sizes: BTreeMap<Identifier, usize>,
    names: BTreeSet<Identifier>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Block,
    Parameters,
    Other,
}

#[derive(Default)]
struct Counts {
    statements: usize,
    blocks: usize,
    cases: usize,
    parameters: usize,
}

/// Position of the tokens within `fn name(parameters) {`.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Header {
    #[default]
    No,
    /// After `fn`, with the number of variables in scope outside.
    Name(usize),
    /// After the parameters, with the same number.
    Body(usize),
}

/// A closure that has not ended.
struct Closure {
    /// The number of enclosing brackets.
    depth: usize,
    /// The number of parameters so far, before the second `|`.
    parameters: Option<usize>,
    names: BTreeSet<Identifier>,
}

/// A constant whose value has not ended.
struct Constant {
    depth: usize,
    name: Option<Identifier>,
    values: usize,
}

/// The last token, as far as it affects the next.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Last {
    /// A value can begin, so `|` begins a closure.
    #[default]
    Open,
    /// A value has ended, so `|` is an operator.
    Value,
    /// `.`: the name of a member follows.
    Point,
}

impl Tally {
    /// Begins the next file.
    pub fn begin(&mut self) {
        self.file = File::default();
    }

    /// Returns the exceeded count in the file, and its position.
    pub fn found(&self) -> Option<(Counted, Position)> {
        self.file.found
    }

    /// Counts a token; returns `false` if a limit is exceeded.
    pub fn count(&mut self, token: &Token, position: Position) -> bool {
        work::count(1);
        let file = &mut self.file;
        let counted = add(&mut self.tokens, Counted::Tokens).and_then(|()| file.count(token));
        self.names += std::mem::take(&mut file.names);
        let counted = counted.and_then(|()| check(self.names, Counted::NamesInAll));
        if let (Err(counted), None) = (counted, file.found) {
            file.found = Some((counted, position));
        }
        file.found.is_none()
    }
}

/// Returns an error above the limit.
fn check(count: usize, counted: Counted) -> Result<(), Counted> {
    if count > counted.most() { Err(counted) } else { Ok(()) }
}

fn add(count: &mut usize, counted: Counted) -> Result<(), Counted> {
    *count += 1;
    check(*count, counted)
}

impl File {
    fn count(&mut self, token: &Token) -> Result<(), Counted> {
        let before = std::mem::replace(&mut self.last, Last::Open);
        match token {
            Token::Fn => self.header = Header::Name(std::mem::take(&mut self.variables)),
            Token::LeftBrace => self.open(Kind::Block),
            Token::LeftParen if matches!(self.header, Header::Name(_)) => {
                self.open(Kind::Parameters)
            }
            Token::LeftParen | Token::LeftBracket | Token::QuestionBracket | Token::MapStart => {
                self.open(Kind::Other)
            }
            // A closure can follow a block.
            Token::RightBrace => self.close()?,
            Token::RightParen | Token::RightBracket => {
                self.close()?;
                self.last = Last::Value;
            }
            Token::Unit => {
                if let Header::Name(outside) = self.header {
                    self.header = Header::Body(outside);
                }
                self.value(1);
            }
            Token::SemiColon => {
                self.end_values()?;
                add(&mut self.counts().statements, Counted::Statements)?;
            }
            Token::Comma => self.end_closures()?,
            Token::DoubleArrow => add(&mut self.counts().cases, Counted::Cases)?,
            Token::Pipe => self.pipe(before)?,
            Token::Or if before != Last::Value => self.closure(None),
            Token::Let => add(&mut self.variables, Counted::Variables)?,
            Token::Const => {
                add(&mut self.variables, Counted::Variables)?;
                let depth = self.levels.len();
                self.constants.push(Constant { depth, name: None, values: 0 });
            }
            Token::Import => add(&mut self.imports, Counted::Imports)?,
            Token::Period | Token::Elvis => self.last = Last::Point,
            Token::Identifier(name) | Token::Custom(name) | Token::Reserved(name) => {
                self.name(name, before)?;
            }
            Token::StringConstant(text) | Token::InterpolatedString(text) => {
                self.value(1 + text.len() / TEXT)
            }
            Token::IntegerConstant(_)
            | Token::FloatConstant(_)
            | Token::CharConstant(_)
            | Token::True
            | Token::False => self.value(1),
            _ => {}
        }
        Ok(())
    }

    fn counts(&mut self) -> &mut Counts {
        self.levels.last_mut().map_or(&mut self.top, |level| &mut level.counts)
    }

    fn open(&mut self, kind: Kind) {
        let (variables, outside) = match (kind, self.header) {
            (Kind::Block, Header::Body(outside)) => {
                self.header = Header::No;
                (outside, Some(std::mem::take(&mut self.here)))
            }
            _ => (self.variables, None),
        };
        self.levels.push(Level { counts: Counts::default(), kind, variables, outside });
    }

    fn close(&mut self) -> Result<(), Counted> {
        self.end_values()?;
        // The parser reports an unmatched bracket.
        let Some(level) = self.levels.pop() else { return Ok(()) };
        match (level.kind, self.header) {
            (Kind::Parameters, Header::Name(outside)) => self.header = Header::Body(outside),
            (Kind::Block, _) => {
                self.variables = level.variables;
                match level.outside {
                    // A function does not count as a block of the file.
                    Some(outside) => self.here = outside,
                    None => {
                        // The optimizer unwraps blocks, so their statements also count in the outer
                        // block.
                        let counts = self.counts();
                        counts.blocks += 1;
                        counts.statements += level.counts.statements;
                    }
                }
                check(self.counts().blocks, Counted::Blocks)?;
                check(self.counts().statements, Counted::Statements)?;
            }
            _ => {}
        }
        Ok(())
    }

    /// Handles `|` before or after the parameters of a closure, between two cases, or as an
    /// operator.
    fn pipe(&mut self, before: Last) -> Result<(), Counted> {
        let depth = self.levels.len();
        if let Some(closure) = self.closures.last_mut()
            && closure.depth == depth
            && closure.parameters.take().is_some()
        {
            return Ok(());
        }
        match before {
            Last::Value => add(&mut self.counts().cases, Counted::Cases),
            _ => {
                self.closure(Some(0));
                Ok(())
            }
        }
    }

    fn closure(&mut self, parameters: Option<usize>) {
        let (depth, names) = (self.levels.len(), BTreeSet::new());
        self.closures.push(Closure { depth, parameters, names });
    }

    fn name(&mut self, name: &Identifier, before: Last) -> Result<(), Counted> {
        // The parser looks a name up among the variables in scope.
        work::count(self.variables / 64);
        self.last = Last::Value;
        if let Some(Level { kind: Kind::Parameters, counts, .. }) = self.levels.last_mut() {
            add(&mut counts.parameters, Counted::Parameters)?;
            return add(&mut self.variables, Counted::Variables);
        }
        if before == Last::Point {
            self.value(1);
            return Ok(());
        }
        if self.closures.is_empty() {
            self.here.names.insert(name.clone());
            check(self.here.names.len(), Counted::FunctionNames)?;
        }
        if let Some(closure) = self.closures.last_mut() {
            if let Some(parameters) = &mut closure.parameters {
                add(parameters, Counted::Parameters)?;
            }
            closure.names.insert(name.clone());
            check(closure.names.len(), Counted::Names)?;
        }
        if let Some(constant) = self.constants.last_mut()
            && constant.name.is_none()
        {
            constant.name = Some(name.clone());
            return Ok(());
        }
        let values = self.here.sizes.get(name).copied().unwrap_or(1);
        if values > 1 {
            self.copied += values;
            check(self.copied, Counted::Constants)?;
        }
        self.value(values);
        Ok(())
    }

    fn value(&mut self, values: usize) {
        self.last = Last::Value;
        if let Some(constant) = self.constants.last_mut() {
            constant.values += values;
        }
    }

    /// Ends the closures that end here.
    fn end_closures(&mut self) -> Result<(), Counted> {
        let depth = self.levels.len();
        let ends = |closure: &mut Closure| closure.depth == depth && closure.parameters.is_none();
        while let Some(closure) = self.closures.pop_if(ends) {
            self.names += closure.names.len();
            match self.closures.last_mut() {
                Some(around) => {
                    around.names.extend(closure.names);
                    check(around.names.len(), Counted::Names)?;
                }
                None => {
                    self.here.names.extend(closure.names);
                    check(self.here.names.len(), Counted::FunctionNames)?;
                }
            }
        }
        Ok(())
    }

    /// Ends the closures and constants that end here.
    fn end_values(&mut self) -> Result<(), Counted> {
        self.end_closures()?;
        let depth = self.levels.len();
        while let Some(constant) = self.constants.pop_if(|constant| constant.depth == depth) {
            if let Some(name) = constant.name {
                let known = self.here.sizes.entry(name).or_default();
                *known = constant.values.max(*known);
            }
            if let Some(around) = self.constants.last_mut() {
                around.values += constant.values;
            }
        }
        Ok(())
    }
}
