//! Everything that the author of a bot needs, as one text.

use super::worked;
use juez_core::{Budget, Lang, Limits};
use juez_match::registry::AnyGame;
use juez_match::registry::definitions::markdown_sections;
use juez_script::LANGUAGES;

/// Returns the text as Markdown. The rules are in `lang`, the rest is in English.
pub(super) fn text(game: &dyn AnyGame, lang: Lang) -> anyhow::Result<String> {
    let info = game.info();
    let mut parts = vec![task(game)];
    let first = LANGUAGES.iter().filter_map(|language| {
        let text = info.template(language.id)?.trim_end();
        Some(format!("A first bot in {}:\n\n```{}\n{text}\n```", language.title, language.id))
    });
    parts.extend(first);
    let rules = info.text.rules(lang);
    // The title is the whole text's.
    let rules = rules.split_once('\n').map_or("", |(_, rules)| rules.trim());
    parts.push(format!("## Rules\n\n{}", inner(rules)));
    parts.push(format!("## Script API\n\n{}", inner(markdown_sections(game).trim())));
    parts.push(limits());
    parts.push(checks(info.id));
    parts.push(format!("## A match\n\n{}", worked::text(game)?));
    Ok(parts.join("\n\n") + "\n")
}

/// Shifts the headings of a text one level down.
fn inner(text: &str) -> String {
    let mut in_block = false;
    let deeper = text.lines().map(|line| {
        in_block ^= line.starts_with("```");
        let is_heading = line.starts_with('#') && !in_block;
        format!("{}{line}\n", if is_heading { "#" } else { "" })
    });
    deeper.collect::<String>().trim_end().to_string()
}

fn task(game: &dyn AnyGame) -> String {
    let (title, id) = (game.info().title, game.info().id);
    format!(
        "# Write a bot for {title}

Write a program that plays {title}, \"{}\", as well as it can within its limits. juez is the \
referee: it asks the bot for a move whenever its seat has a choice, and refuses illegal moves.

- Write one file: `mine.lua` in Lua (Luau, without `os`, `io` and other libraries that reach outside) or `mine.rhai` in \
Rhai. Its first line is `-- juez: {id}`, or `// juez: {id}` in Rhai.
- The bot is a table with the function `next_move(view)`, and `start(info)` and `finish(result)` if it needs them; in \
Rhai they are functions of the file. `next_move` returns one of `view:moves()`, a text. A forced move is never asked.
- Values that the bot keeps in its table (in Rhai: in `this`) stay for the whole match. A view is \
valid for one call: keep its values, not the view.
- Seats count from 0, and the bot may sit in any of them. Lists count from 1 in Lua and from 0 in Rhai.
- Chance comes from `view:random(n)`, so that the same seed gives the same match. There are no clocks and no files.
- `view:world()` gives a position to think on: `world:play(move)` returns the one after a move.
- A wrong answer, an error or a spent limit is a fault and loses the match. If in doubt check with `view:is_legal(move)`.",
        game.info().summary
    )
}

fn limits() -> String {
    let mut rows = String::new();
    for budget in [Budget::Quick, Budget::Normal, Budget::Long] {
        let limits = Limits::of(budget);
        let per_move = |fuel_per_ms: u64| fuel_per_ms * u64::from(limits.move_ms);
        let fuel: Vec<String> = LANGUAGES
            .iter()
            .map(|language| format!("{} | ", per_move(language.fuel_per_ms)))
            .collect();
        rows += &format!(
            "| `{budget}` | {}{} ms | {} ms | {} ms |\n",
            fuel.concat(),
            limits.move_ms,
            limits.start_ms,
            limits.match_ms
        );
    }
    let titles: String =
        LANGUAGES.iter().map(|language| format!("fuel a move in {} | ", language.title)).collect();
    let rule = "---:|".repeat(LANGUAGES.len());
    let Limits { memory_mb, output, .. } = Limits::default();
    format!(
        "## Limits

A bot spends fuel, which counts work and is the same on every machine. `normal` is the usual budget.

| budget | {titles}a move | loading and `start`, each | whole match |
|---|{rule}---:|---:|---:|
{rows}
`view:fuel()` is the rest of this call's fuel: a search should stop while enough is left for its answer. A seat may keep \
{memory_mb} MiB alive and print {output} bytes a move; more is cut."
    )
}

fn checks(id: &str) -> String {
    format!(
        "## How to check it

```sh
juez check mine.lua {id} --json                      # errors, lint, faults with their lines, fuel
juez compare {id} mine.lua old.lua -n 200 --json     # which of two bots is stronger
juez play {id} mine.lua random --seed 1 --record match.jsonl --show
juez debug match.jsonl --ply 6 --seat 0              # asks the bot again
```

Fix the findings of `check` first: `error` or `faults` with file, line and why, then `lint` and \
`warnings`. Then compare with the version before and with the built-in bots (`juez bots {id}`), \
and keep a change if its score is above one half by more than its interval. Print the bot's \
reasons: a fault and the record show them."
    )
}
