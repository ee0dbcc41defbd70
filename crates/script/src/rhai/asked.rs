//! Calls the callbacks that scripts pass to native functions.

use rhai::{Dynamic, EvalAltResult, FnPtr, INT, NativeCallContext, Position};

use super::charges::{NAMES, Result, pay};
use super::convert::kind_of;
use super::words;

/// Maximum number of parameters to look for.
const PARAMETERS: usize = 100;

/// A callback passed to a native function.
pub struct Asked<'a> {
    context: &'a NativeCallContext<'a>,
    name: &'static str,
    function: &'a FnPtr,
    /// The numbers of arguments it is tried with, in words.
    gives: &'static str,
}

/// Converts an index to a script's number.
fn number(index: usize) -> Dynamic {
    Dynamic::from_int(INT::try_from(index).unwrap_or(INT::MAX))
}

impl<'a> Asked<'a> {
    /// Wraps the callback `function` of the native function `name`, which passes it `gives` values.
    pub fn new(
        context: &'a NativeCallContext<'a>,
        name: &'static str,
        function: &'a FnPtr,
        gives: &'static str,
    ) -> Asked<'a> {
        Asked { context, name, function, gives }
    }

    /// Calls it with these values.
    ///
    /// # Errors
    /// An error it throws, or a sentence if it takes another number of values.
    pub fn call(&self, values: &mut [Dynamic]) -> Result<Dynamic> {
        self.function.call_raw(self.context, None, values).map_err(|error| self.explained(error))
    }

    /// Calls it for an element: as `this`, then as a value (after `before`, if any), then also with
    /// the element's index. Rhai's own functions try the same calls, so the fuel is the same.
    ///
    /// # Errors
    /// Like [`call`](Asked::call).
    pub fn of(
        &self,
        item: &mut Dynamic,
        before: Option<&Dynamic>,
        index: usize,
    ) -> Result<Dynamic> {
        let (context, function) = (self.context, self.function);
        let mut result = match before {
            None => function.call_raw(context, Some(item), []),
            Some(before) => function.call_raw(context, Some(item), [before.clone()]),
        };
        if self.is_refused(&result) {
            result = match before {
                None => function.call_raw(context, None, [item.clone()]),
                Some(before) => function.call_raw(context, None, [before.clone(), item.clone()]),
            };
        }
        if self.is_refused(&result) {
            let index = number(index);
            result = match before {
                None => function.call_raw(context, None, [item.clone(), index]),
                Some(before) => {
                    function.call_raw(context, None, [before.clone(), item.clone(), index])
                }
            };
        }
        result.map_err(|error| self.within(self.explained(error)))
    }

    /// Calls it with an element as `this`, without or with its index.
    ///
    /// # Errors
    /// Like [`call`](Asked::call).
    pub fn of_this(&self, item: &mut Dynamic, index: usize) -> Result<Dynamic> {
        let mut result = self.function.call_raw(self.context, Some(item), []);
        if self.is_refused(&result) {
            result = self.function.call_raw(self.context, Some(item), [number(index)]);
        }
        result.map_err(|error| self.within(self.explained(error)))
    }

    /// Calls it for a map entry: with the key, and the value as `this` or as second argument.
    ///
    /// # Errors
    /// Like [`call`](Asked::call).
    pub fn of_entry(&self, key: &str, value: &mut Dynamic) -> Result<Dynamic> {
        let key = Dynamic::from(key.to_string());
        let mut result = self.function.call_raw(self.context, Some(value), [key.clone()]);
        if self.is_refused(&result) {
            result = self.function.call_raw(self.context, None, [key, value.clone()]);
        }
        result.map_err(|error| self.within(self.explained(error)))
    }

    /// Returns true if the function takes other values.
    fn is_refused(&self, result: &Result<Dynamic>) -> bool {
        result.as_ref().is_err_and(|error| self.refuses(error))
    }

    fn refuses(&self, error: &EvalAltResult) -> bool {
        matches!(error, EvalAltResult::ErrorFunctionNotFound(call, _) if call.starts_with(self.function.fn_name()))
    }

    fn within(&self, error: Box<EvalAltResult>) -> Box<EvalAltResult> {
        let source = self.context.call_source().unwrap_or_default().to_string();
        EvalAltResult::ErrorInFunctionCall(self.name.to_string(), source, error, Position::NONE)
            .into()
    }

    /// Replaces an error about the number of values by a sentence.
    fn explained(&self, error: Box<EvalAltResult>) -> Box<EvalAltResult> {
        if !self.refuses(&error) {
            return error;
        }
        if let Err(stopped) = pay(NAMES) {
            return stopped;
        }
        let name = self.function.fn_name();
        let takes = |count: &usize| {
            self.context
                .iter_namespaces()
                .any(|module| module.get_script_fn(name, *count).is_some())
        };
        let (ours, gives) = (self.name, self.gives);
        let why = match (0..PARAMETERS).find(takes) {
            None => return error,
            Some(takes) => match takes.saturating_sub(self.function.curry().len()) {
                1 => words::takes_one_of(ours, gives),
                number => words::takes_others(ours, number, gives),
            },
        };
        EvalAltResult::ErrorRuntime(why.into(), error.position()).into()
    }

    /// Returns the result as a boolean.
    ///
    /// # Errors
    /// A sentence if it is not one.
    pub fn truth(&self, answer: &Dynamic) -> Result<bool> {
        answer.as_bool().map_err(|_| words::no_truth(self.name, kind_of(answer)).into())
    }
}
