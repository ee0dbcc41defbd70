//! The sentences about scripts that both languages share.

use juez_core::sentences;

sentences! {
    /// Sentences about scripts in any language.
    WORDS:
    did_you_mean(why, near) = "{why}; did you mean {near}?";
    is_misspelt(why, near) = "{why}; is {near} misspelt?";
    not_loaded() = "the bot could not be loaded";
    returned_but(what, expected, hint) = "next_move returned {what}; expected text: {expected} ({hint})";
    returned(what, expected) = "next_move returned {what}; expected text: {expected}";
    return_one() = "of a list of moves, return one";
    match_fuel_spent() = "the fuel of the whole match is spent";
    held(why, held, most) = "{why}: {held} of {most} MiB";
    held_too_little(why, held, most) = "{why}: {held} of {most} MiB, and the next piece does not fit";
    view_is_over(ply) = "this view belonged to ply {ply} and is over: keep what you need from it, not the view itself";
    is_negative() = "n must not be negative";
    switched_off(method) = "{method}() is switched off in this lesson";
    random_range(most, given) = "random(n): n must be 1 to {most}, got {given}";
    must_be_text(method, param, got) = "{method}: {param} must be text, got {got}";
    must_be(method, param, expected, got) = "{method}: {param} must be {expected}, got {got}";
    takes_between(method, least, most, got) = "{method} takes {least} to {most} arguments, got {got}";
    takes_one(method, got) = "{method} takes 1 argument, got {got}";
    takes(method, number, got) = "{method} takes {number} arguments, got {got}";
    a_seat_number(last) = "a seat number 0 to {last}";
    a_team_number() = "a team number";
    a_whole_number() = "a whole number";
    a_number() = "a number";
    a_move_as_text() = "a move as text";
    a_place_as_text() = "a place as text";
    the_number(number) = "the number {number}";
    the_text(text) = "the text {text}";
    a_world_has_it(member, call) = "view has no member {member}; a world has it: {call}";
    it_has(object, member, methods) = "{object} has no member {member}; it has {methods}";
    not_of_result(member) = "result has no member {member}; it has reason, rank(seat) and points(seat)";
    no_member(object, member) = "{object} has no member {member}";
    nothing_outside() = "nothing outside the bot's folder is available";
    single_file(main, wanted) = "this bot is one file, {main}; a bot of several files is a folder with {wanted}: give the folder";
    no_such_file() = "no such file in the bot's folder";
    written_out(written) = "no such file in the bot's folder: a file in a subfolder is found only if its name is in quotes in some file; add {written}";
    not_asked_for(why, file) = "{why} (no file of the bot loads {file}: fix it, or remove it from the folder)";
    no_function_but(name, hint) = "there is no function {name}: {hint}";
    no_variable_but(name, hint) = "there is no variable {name}: {hint}";
    no_function(name) = "there is no function {name}";
    no_variable(name) = "there is no variable {name}";
    not_in_bot_near(name, written, near, known) = "the bot has no function {name}: write {written}; is {near} misspelt? (it has {known})";
    not_in_bot(name, written, known) = "the bot has no function {name}: write {written} (it has {known})";
    changes_nothing(name, written) = "{name} returns a new world and changes nothing, and the new world is unused: write {written}";
    only_answers(name) = "{name} only returns a value, and the value is unused";
    printed_before() = "printed before:";
    typed_quote(found) = "{found} is a quotation mark of a word processor: write \"";
    typed_blank(number) = "{number} looks like a space but is another character: type a space";
    typed_unseen(number) = "{number} cannot be seen and has no meaning here: delete it";
    typed_sign(found, sign) = "{found} has no meaning here: write {sign}";
    typed_name(name, found) = "{name}: names have letters a to z, digits and _, but not {found}";
    typed_other(found, number) = "{found} ({number}) has no meaning here";
    conflict(first, last) = "git left a conflict in lines {first} to {last}: keep one of its two versions and delete the lines with <<<<<<<, ======= and >>>>>>>";
    no_data(name, what) = "{name} returned {what}; expected plain data: texts, numbers, true or false, and lists and tables of them";
}

/// Words for kinds of values within a sentence. `text` is missing, since a variable can have that
/// name.
pub(super) const KINDS: &[&str] = &[
    "nothing",
    "a text",
    "a table",
    "an array",
    "a map",
    "a function",
    "a coroutine",
    "an object",
    "a value",
    "a view",
    "a world",
    "a range",
    "bytes that are not text",
];
