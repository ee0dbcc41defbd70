//! Parses the files of a bundle, within the limits of the engines that run them.

use rhai::config::hashing::set_hashing_seed;
use rhai::{AST, Engine, LexError, Token};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Once;

use super::super::{Bundle, SyntaxError, unlimited};
use super::limits::{
    ARRAY_ITEMS, CALL_LEVELS, EXPRESSION_DEPTH, MAP_ITEMS, STRING_BYTES, VARIABLES,
};
use super::tally::Tally;
use super::{powers, syntax};

/// A parser for the files of one bundle.
pub struct Parser {
    /// The engine.
    pub engine: Engine,
    tally: Rc<RefCell<Tally>>,
}

impl Parser {
    /// Parses a file of a bundle.
    pub fn compile(&self, bundle: &Bundle, file: &str) -> Result<AST, SyntaxError> {
        self.tally.borrow_mut().begin();
        let parsed = self.engine.compile(&bundle.files[file]);
        match self.tally.borrow().found() {
            Some((counted, position)) => Err(syntax::too_much(bundle, file, counted, position)),
            None => parsed.map_err(|error| syntax::explain(bundle, file, &error)),
        }
    }
}

/// Creates a parser for the files of one bundle.
pub fn parser() -> Parser {
    let mut engine = Engine::new_raw();
    limit(&mut engine);
    let tally = Rc::new(RefCell::new(Tally::default()));
    if !unlimited::on() {
        let tally = tally.clone();
        #[allow(deprecated)] // "not deprecated, but volatile": the version is pinned
        engine.on_parse_token(move |token, position, _| {
            // Within a text the parser accepts nothing but pieces of text.
            let is_text = matches!(token, Token::StringConstant(_) | Token::InterpolatedString(_));
            if tally.borrow_mut().count(&token, position) || is_text {
                token
            } else {
                Token::LexError(LexError::UnexpectedInput(String::new()).into())
            }
        });
    }
    engine.disable_symbol("eval");
    powers::keep(&mut engine);
    Parser { engine, tally }
}

/// Fixes the hash seed: closures are named by a hash, and scripts can show names.
fn settle_hashes() {
    static ONCE: Once = Once::new();
    // Other code in this program can have set a seed already; names are also hidden from scripts.
    ONCE.call_once(|| {
        let _ = set_hashing_seed(Some([1, 2, 3, 4]));
    });
}

/// Sets every limit of an engine, since Rhai's defaults differ between debug and release builds.
pub fn limit(engine: &mut Engine) {
    settle_hashes();
    engine
        .set_max_call_levels(CALL_LEVELS)
        // Each file runs once, so a function can import as often as it is called.
        .set_max_modules(usize::MAX)
        .set_fail_on_invalid_map_property(false);
    if unlimited::on() {
        engine.set_max_expr_depths(0, 0);
        return;
    }
    engine
        .set_max_expr_depths(EXPRESSION_DEPTH, EXPRESSION_DEPTH)
        .set_max_string_size(STRING_BYTES)
        .set_max_array_size(ARRAY_ITEMS)
        .set_max_map_size(MAP_ITEMS)
        .set_max_functions(500)
        .set_max_variables(VARIABLES);
}
