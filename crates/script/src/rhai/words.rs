//! The sentences about bots in Rhai.

use juez_core::sentences;

sentences! {
    /// Sentences about bots in Rhai.
    WORDS:
    no_hook(written) = "there is no next_move: write {written}";
    has_parameters(name, number, written) = "{name} has {number} parameters, but is called with 1: write {written}";
    called_with_one_parameter(name, given) = "{name} has 1 parameter, but is called with {given}, the view first";
    called_with(name, number, given) = "{name} has {number} parameters, but is called with {given}, the view first";
    not_between(name, left, right) = "{name} does not work between {left} and {right}";
    not_with_two(name, one, other) = "{name} does not work with {one} and {other}";
    not_with(name, kind) = "{name} does not work with {kind}";
    function_takes_one(name, written) = "your function {name} takes 1 argument: {written}";
    function_takes(name, number, written) = "your function {name} takes {number} arguments: {written}";
    closure_takes_one(written, given) = "the function {written} takes 1 value, but is called with {given}";
    closure_takes(written, number, given) = "the function {written} takes {number} values, but is called with {given}";
    another_number(given) = "a function is called with {given} values, but takes another number";
    is_private(name, file) = "{name} is private in {file}: remove the word private there";
    file_has_no_functions(file, written) = "{file} has no functions: write {written} in it";
    no_function_in_near(file, name, near) = "{file} has no function {name}; did you mean {near}?";
    no_function_in(file, name, known) = "{file} has no function {name}; it has {known}";
    takes_one_value(name, written) = "{name} takes one value: write {written}";
    no_function_and(name, why) = "there is no function {name}, and {why}";
    by_parameters(name) = "functions see only their parameters, `this` and top-level const: declare {name} with const, or keep it as this.{name}";
    not_bound() = "`this` is bound only in start, next_move and finish: call the helper as this.help() or pass it the values it needs";
    no_module(name) = "there is no module {name}: write import \"{name}\" as {name}; at the top of the file";
    no_key_yet_near(key, near) = "the map has no {key} yet, so nothing can be added to it; did you mean {near}?";
    no_key_yet(key, path, operator) = "the map has no {key} yet: write {path} = ({path} ?? 0) {operator} ... to begin with 0";
    is_nothing(why, path) = "{why}; {path} is () (nothing): give it a value first, or read it with another in its place, {path} ?? 0";
    is_nothing_near(why, path, near) = "{why}; {path} is () (nothing); did you mean {near}?";
    in_use() = "a value cannot be used while a function that changes it runs: copy it first, let copy = list; and use the copy";
    changes_while(name, method) = "{name} cannot change while {method} goes over it: collect the changes in another variable";
    may_change(method, changing) = "{method} would change a constant, or the list that {changing} goes over: collect the changes in another variable";
    array_is_empty(index) = "there is no [{index}]: the array is empty";
    array_has(index, len, last) = "there is no [{index}]: the array has {len} elements, [0] to [{last}]";
    text_is_empty(index) = "there is no [{index}]: the text is empty";
    text_has(index, len, last) = "there is no [{index}]: the text has {len} characters, [0] to [{last}]";
    too_deep(most) = "functions call each other more than {most} deep: is there a recursion that never ends?";
    too_large(bytes, elements, entries) = "a value has grown too large: a text may have {bytes} bytes, an array {elements} elements, a map {entries} entries, with all that is in them";
    whole_number_expected() = "expected a whole number, got one with a point: write x.to_int(), or divide whole numbers, 7 / 2 is 3";
    nothing_has(name) = "() (nothing) has no {name}: was nothing found or returned where a value was expected?";
    kind_has_no(kind, name) = "{kind} has no {name}";
    expected(wanted, given) = "expected {wanted}, got {given}";
    not_indexed(kind) = "{kind} cannot be indexed with [...]";
    not_gone_over() = "for goes over an array, a map's keys(), a text's chars() or a range such as 0..9";
    is_constant(name) = "{name} is constant: declare it with let to change it";
    changes_constant(name) = "{name} would change a constant: copy it with let first";
    threw(value) = "the script threw {value}";
    is_method(name, call) = "{name} is a method: write {call}";
    not_set(object, name) = "{object}.{name} cannot be set: keep what you need in this.{name}";
    no_switch() = "switch cannot look for functions";
    no_order() = "the function given to sort must return a number, below 0 if the first comes first, or true if it does";
    no_order_of(name, kinds) = "{name}() cannot order {kinds}: give it a function, as in list.sort(|a, b| a.value - b.value)";
    no_order_of_both(name, one, other) = "{name}() cannot order {one} and {other} together";
    takes_one_of(name, gives) = "the function given to {name} takes 1 value, and {name} gives it {gives}";
    takes_others(name, number, gives) = "the function given to {name} takes {number} values, and {name} gives it {gives}";
    no_truth(name, kind) = "the function given to {name} must return true or false, not {kind}";
    not_in_range(number, start, less, end) = "a range holds whole numbers, and {number} is not one: write x >= {start} && x {less} {end}";
    no_json(kind) = "JSON cannot hold {kind}";
    no_json_number(number) = "JSON has no number {number}";
    not_json(line, column, why) = "this is not valid JSON, line {line}, column {column}: {why}";
    no_sleep() = "bots cannot sleep";
    no_list() = "bots cannot list functions";
    no_power(x, y) = "cannot raise {x} to the power {y}: write {x}.0 ** {y}";
    power_too_large(x, y) = "{x} ** {y} is too large";
    two_constants(one, other, name) = "{one} and {other} both have a constant {name}, with different values: give one of them another name";
    in_a_circle(file) = "{file} is imported while it is still being run: imports may not go in a circle";
    not_imported(path, why) = "cannot import {path}: {why}";
    nested(most) = "expressions and blocks may be nested {most} deep: split this into functions";
    too_many(most, what) = "more than {most} {what}: this would take too long to read";
    ends_too_early(bracket) = "the file ends too early: is a closing {bracket} or ) or ; missing?";
    hinted(error, hint) = "{error}: {hint}";
    in_double_quotes(text) = "a text is written in double quotes: \"{text}\"";
    with_a_dot(object, method) = "methods are called with a dot: {object}.{method}()";
    hook_returns_nothing() = "next_move returns nothing: its last line has no value. Write the move as its last line, or return it";
    map_has_no(map, key) = "{map} has no key {key}";
    map_has_no_near(map, key, near) = "{map} has no key {key}; did you mean {near}?";
    is_kept() = "Rhai keeps this word for itself: choose another name";
}

/// Words for kinds of values within a sentence that only Rhai has.
pub const KINDS: &[&str] = &[
    "() (nothing)",
    "true or false",
    "a character",
    "a result",
    "no arguments",
    "numbers",
    "texts",
    "characters",
    "true and false",
    "arrays",
    "maps",
    "functions",
    "such values",
];

/// Rhai's messages about the most common syntax errors, as they begin here.
pub const SYNTAX: &[&str] = &[
    "expecting '{token}' to terminate this statement",
    "expecting '{token}' to start a statement block",
    "expecting '{token}' to close the arguments list of this function call '{name}'",
    "expecting '{token}' to separate the arguments to function call '{name}'",
    "expecting '{token}' to separate the items of this array literal",
    "expecting '{token}' for a matching ( in this expression",
    "expecting name of a property",
    "expecting name of a variable",
    "open string is not terminated",
    "unexpected '{text}'",
];
