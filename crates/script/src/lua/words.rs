//! The sentences about bots in Lua.

use juez_core::sentences;

sentences! {
    /// Sentences about bots in Lua.
    WORDS:
    no_return(got) = "the file must end with `return bot`, the table that holds next_move; it returned {got}";
    no_next_move_but(near) = "the bot has no next_move: write `function bot.next_move(view) ... end`; is bot.{near} meant to be it?";
    no_next_move() = "the bot has no next_move: write `function bot.next_move(view) ... end`";
    no_hook(name, got) = "bot.{name} must be a function, it is {got}";
    error_of(given) = "error() was given {given}: give it text";
    needs_colon(object, name) = "{object}.{name}(...) needs a colon: write {object}:{name}(...)";
    unchangeable(object) = "a {object} cannot be changed: keep your notes in `bot`";
    no_seat(name, last) = "result:{name}(seat): seat must be a seat number 0 to {last}";
    unread() = "juez cannot read this file as Luau does, so its loops have no order that is the same in every run";
    no_chance(name) = "math.{name} is not available, because a match must replay: view:random(n) gives a whole number from 0 to n-1";
    not_required(path, why) = "require({path}): {why}";
    how_to_require() = "write \"./name\" for name.lua next to this file";
    nothing_else_required() = "write \"./name\" for name.lua next to this file; nothing else is available";
    how_to_require_but(why) = "write \"./name\" for name.lua next to this file; {why}";
    returned_nothing(file) = "{file} returned nothing: end it with `return` and the table that holds its functions";
    returned_nothing_but(file, table) = "{file} returned nothing: end it with `return {table}`";
    in_a_circle() = "files require each other in a circle";
    view_is_nil(error) = "{error} (the value before it is nil: is its name misspelt? A hook is written with a dot: function bot.next_move(view))";
    removed(error) = "{error} (a bot has no os, io or debug, because its match must replay)";
    nil_is_nothing(error) = "{error} (nil means nothing: is a name misspelt, a list empty, or index 0 used? Lua lists start at 1)";
    no_brackets(error) = "{error} (view.seat, view.ply and the like are not functions: leave the brackets out)";
    colon_and_brackets(error) = "{error} (a method takes a colon and brackets: view:moves()[1])";
    two_dots(error) = "{error} (text is joined with two dots: \"e\" .. 2)";
    print_shows_lists(error) = "{error} (print shows lists: print(\"path\", list))";
    format_anything(error) = "{error} (%s takes texts and numbers: write %*, which takes every value, or tostring(value))";
    cannot_wait(error) = "{error} (a hook must return; it cannot wait)";
    without_end(error) = "{error} (does a function call itself without end?)";
    function_is_written(error) = "{error} (a function is written function name(a, b) ... end)";
    no_goto(error) = "{error} (there is no goto: leave a loop with break, or go on with continue)";
    write_local(error) = "{error} (a variable is declared with local)";
    write_require(error) = "{error} (a file of the bot's folder is loaded with require(\"./name\"))";
    write_elseif(error) = "{error} (write elseif)";
    no_classes(error) = "{error} (there are no classes: a table holds values and functions)";
    count_up(error) = "{error} (to count up write i += 1)";
    are_nil(error, left, right) = "{error}: {left} and {right} are nil";
    is_nil(error, text) = "{error}: {text} is nil";
    used_above(name, line) = "{name} is used above its definition in line {line}: a local function must be defined above the function that calls it";
    is_parameter(name, line) = "{name} is not known here: it is a parameter of the function of line {line}, which can pass it on as an argument";
    no_method_anywhere(name) = "neither a view nor a world has a method {name}";
    no_list_method(name) = "neither a view nor a world has a method {name}: a list has no methods, write table.{name}(list, ...)";
    answer_missing(name, line) = "{name} (line {line}) returns nothing, but its result is needed here: is a `return` missing in it?";
    never_used(name) = "{name} is computed in next_move and never used: is `return {name}` missing at its end?";
    hook_returns_nothing() = "next_move returns nothing: it must return a move, is a `return` missing?";
    not_in_library(table, name) = "there is no {table}.{name}";
    read_nowhere(name) = "{name} is set here and never read";
    declare_or_leave_out(name) = "{name} is set here and never read: declare it with local, or remove it if nothing needs {name}";
    set_without_local(name) = "{name} is set without local, which makes it a variable of the whole bot: write local {name}";
    is_local(name, line) = "{name} is not known here: the local {name} of line {line} is known only below it, to the end of its block";
}

/// Luau's errors before a sentence that explains why something is nil.
pub const EXPLAINED: &[&str] =
    &["attempt to {what}: {why}", "invalid argument #{what}: {why}", "invalid 'for' {what}: {why}"];

/// Luau's messages about the most common syntax errors.
pub const SYNTAX: &[&str] = &[
    "Expected {what} (to close {opened} at line {line}), got {token}",
    "Expected {what} (to close {opened} at column {column}), got {token}",
    "Expected identifier when parsing expression, got {token}",
    "Expected {what} when parsing {part}, got {token}",
    "Expected {what}, got {token}",
    "Malformed string; did you forget to finish it?",
    "Malformed number",
    "Incomplete statement: expected assignment or a function call",
];
