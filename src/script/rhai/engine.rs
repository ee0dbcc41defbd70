//! Engines: one to parse with, one per VM to run with, both under the same limits.

use rhai::config::hashing::set_hashing_seed;
use rhai::packages::{
    BasicArrayPackage, BasicMapPackage, BasicMathPackage, BitFieldPackage, CorePackage,
    LogicPackage, MoreStringPackage, Package,
};
use rhai::{
    AST, Dynamic, Engine, FuncInfo, LexError, Module, ParseError, Position, Token, def_package,
};
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Once;

use super::super::host::Host;
use super::super::meter;
use super::super::unlimited;
use super::super::{Api, alloc};
use super::counted::Counted;
use super::imports::Imports;
use super::tally::Tally;
use super::{api, charges, guards, lines, locate};

/// Levels of calls; enough to walk a board of 81 squares by recursion.
pub const CALL_LEVELS: usize = 200;
/// Levels of nested expressions and blocks.
pub const EXPRESSION_DEPTH: usize = 100;
/// Bytes of a string.
pub const STRING_BYTES: usize = 10_000;
/// Elements of an array, nested ones included.
pub const ARRAY_ITEMS: usize = 10_000;
/// Entries of a map, nested ones included.
pub const MAP_ITEMS: usize = 2_000;
/// Variables in scope.
pub const VARIABLES: usize = 500;
/// Characters of one call of `print`.
const PRINT_CHARS: usize = 4_000;

def_package! {
    /// The standard packages but for blobs and clocks.
    Standard(module): CorePackage, BitFieldPackage, LogicPackage, BasicMathPackage,
        BasicArrayPackage, BasicMapPackage, MoreStringPackage {}
}

thread_local! {
    // Building it takes 0.2 ms, a VM that shares it 0.1 µs.
    static STANDARD: Rc<Module> = Standard::new().as_shared_module();
    /// Allocations of this thread at the last operation.
    static SEEN: Cell<alloc::Total> = const { Cell::new(alloc::Total::ZERO) };
}

/// An engine that only parses the files of one bundle.
pub struct Parser {
    /// The engine.
    pub engine: Engine,
    tally: Rc<RefCell<Tally>>,
}

/// Why a text does not parse.
pub enum Unparsed {
    /// It is no program.
    Wrong(ParseError),
    /// It has too much of something.
    TooMuch(Counted, Position),
}

impl Parser {
    /// Parses a file.
    pub fn compile(&self, text: &str) -> Result<AST, Unparsed> {
        self.tally.borrow_mut().begin();
        let parsed = self.engine.compile(text);
        match self.tally.borrow().found() {
            Some((counted, position)) => Err(Unparsed::TooMuch(counted, position)),
            None => parsed.map_err(Unparsed::Wrong),
        }
    }
}

/// A parser for the files of one bundle.
pub fn parser() -> Parser {
    let mut engine = Engine::new_raw();
    limit(&mut engine);
    let tally = Rc::new(RefCell::new(Tally::default()));
    if !unlimited::on() {
        let tally = tally.clone();
        #[allow(deprecated)] // "not deprecated, but volatile": the version is pinned
        engine.on_parse_token(move |token, position, _| {
            // The parser takes nothing but pieces within a text.
            let is_text = matches!(token, Token::StringConstant(_) | Token::InterpolatedString(_));
            if tally.borrow_mut().count(&token, position) || is_text {
                token
            } else {
                Token::LexError(LexError::UnexpectedInput(String::new()).into())
            }
        });
    }
    // Raising to a power goes through the C library, which differs between machines, so the
    // operator becomes a function of ours.
    for symbol in ["eval", "**", "**="] {
        engine.disable_symbol(symbol);
    }
    engine.register_custom_operator("**", 190).expect("the symbol was just disabled");
    Parser { engine, tally }
}

/// An engine that runs a bot.
pub fn runner(host: &Rc<Host>) -> Engine {
    let mut engine = Engine::new_raw();
    limit(&mut engine);
    STANDARD.with(|standard| engine.register_global_module(standard.clone()));
    engine.register_global_module(api::module(&host.api, STANDARD.with(Rc::clone)));
    if !unlimited::on() {
        engine.on_progress(|_| progress());
    }
    locate::handle(&mut engine);
    guards::handle(&mut engine);
    lines::handle(&mut engine);
    let log = host.clone();
    engine.on_print(move |text| print(&log, text));
    let log = host.clone();
    engine.on_debug(move |text, file, position| {
        let line = position.line().unwrap_or(0);
        print(&log, &format!("{}:{line}: {text}", file.unwrap_or_default()));
    });
    engine
}

/// The names of the functions that every bot of a game can call.
pub fn natives(api: &Api) -> BTreeSet<String> {
    let mut engine = Engine::new_raw();
    STANDARD.with(|standard| engine.register_global_module(standard.clone()));
    engine.register_global_module(api::module(api, STANDARD.with(Rc::clone)));
    let name = |function: FuncInfo<'_>| Some(function.metadata.name.to_string());
    engine.collect_fn_metadata(None, name, true).into_iter().collect()
}

/// An engine that runs the top level, where functions may be called before all constants are known.
pub fn loader(host: &Rc<Host>, imports: Imports) -> Engine {
    let mut engine = runner(host);
    engine.set_module_resolver(imports);
    #[allow(deprecated)] // "not deprecated, but volatile": the version is pinned
    engine.on_var(|name, index, mut context| {
        if index > 0 || context.scope().contains(name) {
            return Ok(None);
        }
        let constants = &context.global_runtime_state_mut().constants;
        Ok(constants.as_ref().and_then(|known| known.borrow().get(name).cloned()))
    });
    engine
}

/// Makes constants visible in functions by their plain names.
///
/// A global module would do that too, but for closures: they capture what they name, and only a
/// resolver tells Rhai that a constant needs no capturing.
pub fn resolve_constants(engine: &mut Engine, constants: Module) {
    if constants.iter_var().next().is_none() {
        return;
    }
    #[allow(deprecated)] // "not deprecated, but volatile": the version is pinned
    engine.on_var(move |name, index, context| {
        // Locals have an index, but for those that a closure has captured.
        if index > 0 || context.scope().contains(name) {
            return Ok(None);
        }
        Ok(constants.get_var(name))
    });
}

/// Closures are named by a hash, and scripts can show names: its seed must not be drawn by chance.
fn settle_hashes() {
    static ONCE: Once = Once::new();
    // Another part of this program may have chosen a seed; names are hidden from scripts as well.
    ONCE.call_once(|| {
        let _ = set_hashing_seed(Some([1, 2, 3, 4]));
    });
}

/// The defaults of Rhai differ between debug and release builds, so each is set.
fn limit(engine: &mut Engine) {
    settle_hashes();
    if unlimited::on() {
        engine
            .set_max_call_levels(CALL_LEVELS)
            .set_max_expr_depths(0, 0)
            .set_max_modules(usize::MAX)
            .set_fail_on_invalid_map_property(true);
        return;
    }
    engine
        .set_max_call_levels(CALL_LEVELS)
        .set_max_expr_depths(EXPRESSION_DEPTH, EXPRESSION_DEPTH)
        .set_max_string_size(STRING_BYTES)
        .set_max_array_size(ARRAY_ITEMS)
        .set_max_map_size(MAP_ITEMS)
        .set_max_functions(500)
        .set_max_variables(VARIABLES)
        // Each file is run once, so a function may import as often as it is called.
        .set_max_modules(usize::MAX)
        .set_fail_on_invalid_map_property(true);
}

/// One operation of any VM on this thread.
fn progress() -> Option<Dynamic> {
    if meter::live_bytes_exceeded() {
        meter::out_of_live_memory();
    }
    let stopped = meter::step().err().or_else(|| charges::copies(SEEN.get()).err());
    SEEN.set(alloc::allocated());
    stopped.map(|_| Dynamic::UNIT)
}

/// Leaves what was allocated since the last operation out of account: it is paid for otherwise.
pub fn skip_allocations() {
    SEEN.set(alloc::allocated());
}

fn print(host: &Host, text: &str) {
    let lines = text.split('\n').take(PRINT_CHARS).count();
    // If that is too much, the next operation fails.
    let _ = charges::pay((text.len() / 16 + 4 * lines) as u64);
    let cut = text.char_indices().nth(PRINT_CHARS).map(|(end, _)| end);
    let shown = cut.map_or(text.to_string(), |end| format!("{}…", &text[..end]));
    host.slot.print(&shown);
    skip_allocations();
}
