//! The reference for readers: `docs/api/GAME.md`.

use std::fmt::Write;

use super::reference::{Reference, option_doc};
use crate::registry::AnyGame;
use juez_core::{Field, Returns, Row};
use juez_script::{
    CALL_WORK, ELEMENT_WORK, HOOKS, INFO_FIELDS, LANGUAGES, RESULT_FIELDS, RESULT_ROWS,
    VIEW_FIELDS, WORK_PER_MS,
};

/// Returns the script API of a game as Markdown.
pub fn markdown(game: &dyn AnyGame) -> String {
    let api = Reference::of(game);
    let mut out = format!(
        "# Script API: {}\n\n{}\n\n\
         `juez rules {} --api --markdown` prints this page. [scripts.md](../scripts.md) explains how to \
         write a bot.\n",
        api.info.title, api.info.summary, api.info.id
    );
    out.push_str(&markdown_sections(game));
    out
}

/// Returns the sections of [`markdown`], without its title.
pub fn markdown_sections(game: &dyn AnyGame) -> String {
    let api = Reference::of(game);
    let mut out = String::new();
    hooks(&mut out, &api);
    view(&mut out, &api);
    world(&mut out, &api);
    of_game(&mut out, &api);
    info(&mut out, &api);
    result(&mut out);
    costs(&mut out);
    out
}

fn hooks(out: &mut String, api: &Reference) {
    out.push_str("\n## Hooks\n\n| Lua | Rhai | when |\n|---|---|---|\n");
    for hook in HOOKS {
        let (name, param) = (hook.name, hook.param);
        let optional = if hook.required { "" } else { "; optional" };
        let _ = write!(out, "| `function bot.{name}({param})` | `fn {name}({param})` | ");
        let _ = writeln!(out, "{}{optional} |", cell(hook.doc));
    }
    let _ = write!(
        out,
        "\nSeats and teams count from 0, moves and places are text in the notation of the game: \
         `juez rules {}` explains it.\n",
        api.info.id
    );
}

fn view(out: &mut String, api: &Reference) {
    out.push_str(
        "\n## view\n\nThe knowledge of your seat at one decision, valid for one call.\n\n",
    );
    out.push_str("| field | type | |\n|---|---|---|\n");
    fields(out, "view.", VIEW_FIELDS);
    out.push('\n');
    methods(out, "view", &api.view);
    out.push_str(
        "\nThe place of a mark is a place of the game, written as in moves; the label is text of at \
         most 80 letters. A colour is red, green, \
         blue, yellow, magenta, cyan, white, grey or `#rrggbb`. A plot has any \
         finite number; the last one of a call counts. Arguments in brackets are \
         optional.\n",
    );
}

fn world(out: &mut String, api: &Reference) {
    out.push_str("\n## world\n\nA complete position to think on, from `view:world()`. ");
    out.push_str(if api.info.hidden {
        "Hidden cards are guessed, differently for each `n`. It ends with its hand."
    } else {
        "Nothing is hidden in this game, so it is the position itself."
    });
    out.push_str("\n\n");
    methods(out, "world", &api.world);
}

fn of_game(out: &mut String, api: &Reference) {
    let _ = write!(
        out,
        "\n## {}\n\nThe questions of this game. A world answers them as a view does: \
         `world:{}`.\n\n",
        api.info.title,
        api.of_game[0].call("", ' ').trim()
    );
    methods(out, "view", &api.of_game);
    for row in api.tables() {
        let each = if row.returns == Returns::Maps { "Each table" } else { "The table" };
        let _ = writeln!(out, "\n{each} of `{}` has\n\n| key | type | |\n|---|---|---|", row.name);
        fields(out, "", row.keys);
    }
}

fn info(out: &mut String, api: &Reference) {
    out.push_str("\n## info\n\nThe argument of `start`.\n\n| field | type | |\n|---|---|---|\n");
    fields(out, "info.", INFO_FIELDS);
    out.push_str("\n`info.options` has\n\n| house rule | |\n|---|---|\n");
    for option in api.info.options {
        let _ = writeln!(out, "| `{}` | {} |", option.name, cell(&option_doc(option)));
    }
}

fn result(out: &mut String) {
    out.push_str("\n## result\n\nThe argument of `finish`.\n\n");
    let _ = write!(out, "{HEAD}");
    for row in RESULT_ROWS {
        line(out, "result", row, "");
    }
    for field in RESULT_FIELDS {
        let (name, doc) = (field.name, cell(field.doc));
        let _ =
            writeln!(out, "| `result.{name}` | `result.{name}` | {} | {doc} | |", field.returns);
    }
}

fn costs(out: &mut String) {
    let rates = LANGUAGES.iter().map(|language| {
        let fuel = language.fuel_per_ms as f64 * 100.0 / WORK_PER_MS as f64;
        format!("{fuel:.0} units of fuel in {}", language.title)
    });
    let _ = write!(
        out,
        "\n## Costs\n\nThe last column counts work in addition to the call itself, which is \
         {CALL_WORK}, and each element of a list or table, {ELEMENT_WORK}; a world adds its size, \
         a playout the work of its moves. 100 of work are {}.\n",
        rates.collect::<Vec<_>>().join(" and ")
    );
}

const HEAD: &str = "| Lua | Rhai | gives | | work |\n|---|---|---|---|---:|\n";

fn methods(out: &mut String, object: &str, methods: &[Row]) {
    out.push_str(HEAD);
    for row in methods {
        line(out, object, row, &row.cost.to_string());
    }
}

fn line(out: &mut String, object: &str, row: &Row, cost: &str) {
    let Row { returns, doc, .. } = *row;
    let gives = if returns == Returns::Nothing { String::new() } else { returns.to_string() };
    let [lua, rhai] = [':', '.'].map(|mark| row.call(object, mark));
    let doc = cell(doc);
    let _ = writeln!(out, "| `{lua}` | `{rhai}` | {gives} | {doc} | {cost} |");
}

fn fields(out: &mut String, object: &str, fields: &[Field]) {
    for Field { name, returns, doc } in fields {
        let _ = writeln!(out, "| `{object}{name}` | {returns} | {} |", cell(doc));
    }
}

/// Escapes a text for a table cell.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}
