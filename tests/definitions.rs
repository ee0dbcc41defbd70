//! Editor files and the reference list everything that scripts can call: every method once, with
//! its documentation, in files that parse.

use juez::core::{Record, Returns, Row, Seed};
use juez::registry::definitions::{
    EditorFile, FieldEntry, HookEntry, MethodEntry, ParamEntry, Reference, api_reference,
    editor_files, luacats, luau, markdown, rhai,
};
use juez::registry::{AnyGame, MatchSetup, Mind, PlayerSpec, game, games};
use juez::script::{
    BotSpec, HOOKS, INFO_FIELDS, LANGUAGES, Language, RESULT_FIELDS, RESULT_ROWS, VIEW_FIELDS,
};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

fn language(id: &str) -> &'static Language {
    LANGUAGES.iter().find(|language| language.id == id).expect("a language of ours")
}

/// Plays a match with a script in every seat; keeps every log line of its first seat.
#[track_caller]
fn play(game: &dyn AnyGame, language: &'static Language, source: &str) -> Record {
    let file = format!("bot.{}", language.id);
    let spec = BotSpec::from_source(language, &file, source).expect("it compiles");
    let player = PlayerSpec { name: "bot".into(), mind: Mind::Script(spec) };
    let seats = usize::from(game.info().seats.0);
    let setup = MatchSetup { seed: Some(Seed::from(3)), ..MatchSetup::new(vec![player; seats]) };
    let record = game.play(&setup, &mut ()).expect("the setup is right");
    let faults = &record.end.as_ref().expect("a played match ends").faults;
    assert!(faults.is_empty(), "{}: {faults:?}\n{source}", game.info().id);
    record
}

/// Returns all output of the bots of a match, start and finish included.
fn logs(record: &Record) -> Vec<String> {
    let hooks = record.logs.iter().flat_map(|hook| hook.log.clone());
    let plies = record.plies.iter().flat_map(|ply| ply.log.clone().unwrap_or_default());
    hooks.chain(plies).collect()
}

/// Returns the methods of view, world and result, as an editor should know them.
fn methods(api: &Reference) -> Vec<(&'static str, Row)> {
    let of = |object: &'static str| api.methods(object).map(move |method| (object, *method));
    let result = RESULT_ROWS.iter().map(|&row| ("result", row));
    of("view").chain(of("world")).chain(result).collect()
}

/// Returns the part of a file between the line that begins with `from` and the line `to`.
#[track_caller]
fn part<'a>(text: &'a str, from: &str, to: &str) -> &'a str {
    let start = text.find(from).unwrap_or_else(|| panic!("{from} in\n{text}"));
    let rest = &text[start..];
    &rest[..rest[from.len()..].find(to).map_or(rest.len(), |end| from.len() + end)]
}

fn title(id: &str) -> String {
    id[..1].to_uppercase() + &id[1..]
}

#[test]
fn every_method_stands_once_in_the_luau_file_with_its_documentation() {
    for game in games() {
        let (api, text) = (Reference::of(game), luau(game));
        for (object, row @ Row { required, .. }) in methods(&api) {
            let class = format!("declare extern type {}{}", title(api.info.id), title(object));
            let class = part(&text, &class, "\nend\n");
            let head = format!("\t--- {}\n\tfunction {}(self", row.doc, row.name);
            assert_eq!(class.matches(&head).count(), 1, "{head}\n{class}");
            assert_eq!(
                class.matches(&format!("\tfunction {}(", row.name)).count(),
                1,
                "{}",
                row.name
            );
            let call = part(class, &head, "\n\t---");
            for (i, param) in row.params.iter().enumerate() {
                let optional = call.contains(&format!(", {}: number?", param.name))
                    || call.contains(&format!(", {}: string?", param.name));
                assert!(call.contains(&format!(", {}: ", param.name)), "{call}");
                assert_eq!(optional, i >= required, "{call}");
            }
        }
    }
}

#[test]
fn every_method_stands_once_in_the_luacats_file_with_its_documentation() {
    for game in games() {
        let (api, text) = (Reference::of(game), luacats(game));
        for (object, row @ Row { required, .. }) in methods(&api) {
            let class = format!("{}{}", title(api.info.id), title(object));
            let params: Vec<&str> = row.params.iter().map(|param| param.name).collect();
            let end = format!("\nfunction {class}:{}({}) end\n", row.name, params.join(", "));
            assert_eq!(text.matches(&end).count(), 1, "{end}");
            let before = &text[..text.find(&end).expect("it is there")];
            let comment = &before[before.rfind("\n\n").expect("a blank line is before it")..];
            assert!(comment.starts_with(&format!("\n\n---{}", row.doc)), "{comment}");
            for (i, param) in row.params.iter().enumerate() {
                let optional = if i < required { "" } else { "?" };
                assert!(
                    comment.contains(&format!("---@param {}{optional} ", param.name)),
                    "{comment}"
                );
            }
            let gives = row.returns != Returns::Nothing;
            assert_eq!(comment.contains("---@return "), gives, "{comment}");
        }
    }
}

#[test]
fn every_method_stands_in_the_rhai_file_once_for_each_number_of_arguments() {
    for game in games() {
        let (api, text) = (Reference::of(game), rhai(game));
        for (object, row @ Row { required, .. }) in methods(&api) {
            let start =
                format!("\nfn {}({object}: {}{}", row.name, title(api.info.id), title(object));
            let found: Vec<_> = text.match_indices(&start).collect();
            assert_eq!(found.len(), row.params.len() - required + 1, "{start}");
            for (count, (at, _)) in (required..).zip(found) {
                let call = text[at + 1..].lines().next().expect("a line");
                assert_eq!(call.matches(", ").count(), count, "{call}");
                let comment = &text[text[..at].rfind("\n\n").expect("a blank line")..at];
                assert!(comment.starts_with(&format!("\n\n/// {}", row.doc)), "{comment}");
            }
        }
    }
}

#[test]
fn fields_hooks_and_house_rules_are_in_every_file() {
    for game in games() {
        let api = Reference::of(game);
        let files = [luau(game), luacats(game), rhai(game), markdown(game)];
        let fields = VIEW_FIELDS.iter().chain(INFO_FIELDS).chain(RESULT_FIELDS);
        let words = fields
            .chain(api.of_game.iter().flat_map(|method| method.keys))
            .flat_map(|field| [field.name, field.doc])
            .chain(HOOKS.iter().flat_map(|hook| [hook.name, hook.doc]))
            .chain(api.info.options.iter().flat_map(|option| [option.name, option.doc]));
        for word in words {
            for file in &files {
                assert!(file.contains(word), "{word} in\n{file}");
            }
        }
    }
}

/// Returns the definition file as an ordinary Luau file: only the type checker knows `declare`, but
/// all the types in it are Luau.
fn ordinary(definitions: &str) -> String {
    let (mut text, mut class) = (String::new(), None);
    for line in definitions.lines() {
        if let Some(rest) = line.strip_prefix("declare extern type ") {
            let name = rest.strip_suffix(" with").expect("with");
            class = Some(name);
            text += &format!("export type {name} = {{\n");
        } else if let Some(name) = class {
            if line == "end" {
                class = None;
                text += "}\n";
            } else if let Some(method) = line.trim().strip_prefix("function ") {
                let (method, rest) = method.split_once("(self").expect("a method");
                let (params, result) = rest.rsplit_once("): ").expect("a result");
                text += &format!("{method}: (self: {name}{params}) -> {result},\n");
            } else if line.trim().starts_with("---") {
                text += &format!("{line}\n");
            } else {
                text += &format!("{line},\n");
            }
        } else {
            text += &format!("{line}\n");
        }
    }
    text
}

#[test]
fn the_luau_file_is_luau_and_names_no_type_that_is_not_there() {
    for game in games() {
        let text = ordinary(&luau(game));
        BotSpec::from_source(language("lua"), "definitions.lua", &text)
            .unwrap_or_else(|error| panic!("{error}\n{text}"));
        let types = declared(&text, "export type ");
        for line in text.lines().filter(|line| !line.trim().starts_with("--")) {
            let words = line.split(|c: char| !c.is_alphanumeric());
            for word in words.filter(|word| word.starts_with(char::is_uppercase)) {
                assert!(types.contains(word), "{word} in {line}");
            }
        }
    }
}

/// Returns the names that follow `before` at the beginning of a line.
fn declared<'a>(text: &'a str, before: &str) -> BTreeSet<&'a str> {
    let lines = text.lines().filter_map(|line| line.strip_prefix(before));
    lines.filter_map(|line| line.split([' ', ':']).next()).collect()
}

#[test]
fn the_luacats_file_is_lua_and_names_no_class_that_is_not_there() {
    for game in games() {
        let text = luacats(game);
        assert!(text.starts_with("---@meta\n"));
        BotSpec::from_source(language("lua"), "meta.lua", &text)
            .unwrap_or_else(|error| panic!("{error}\n{text}"));
        let classes = declared(&text, "---@class ");
        let own = title(game.info().id);
        for line in text.lines().filter(|line| line.starts_with("---@")) {
            let annotation = line.split(" # ").next().expect("a line");
            let words = annotation.split(|c: char| !c.is_alphanumeric());
            for word in words.filter(|word| word.starts_with(&own)) {
                assert!(classes.contains(word), "{word} in {line}");
            }
        }
    }
}

#[test]
fn the_rhai_files_are_definitions_that_rhai_could_have_written() {
    let files = games().into_iter().flat_map(|game| editor_files(game, language("rhai")));
    for EditorFile { name, text } in files {
        let rest = text.strip_prefix("module static;\n").expect("that makes it a definition file");
        for line in rest.lines().filter(|line| !line.is_empty() && !line.starts_with("//")) {
            let call = line.strip_prefix("fn ").expect(line).strip_prefix("get ");
            let call = call.unwrap_or(&line[3..]);
            let (function, rest) = call.split_once('(').expect(line);
            let (params, result) = rest.rsplit_once(") -> ").expect(line);
            let result = result.strip_suffix(';').expect(line);
            let mut names = Vec::new();
            let mut types = vec![result];
            for param in params.split(", ") {
                let (param, ty) = param.split_once(": ").expect(line);
                names.push(param);
                types.push(ty);
            }
            for ty in types {
                let is_name = !ty.is_empty() && ty.chars().all(char::is_alphanumeric);
                assert!(is_name || ["?", "()"].contains(&ty), "{name}: {line}");
            }
            // No name is reserved in Rhai, except for Rhai's own functions.
            let function = if name.ends_with("/rhai.d.rhai") { "its" } else { function };
            let names = names.join(", ");
            let source = format!("fn {function}({names}) {{ }}\nfn next_move(view) {{ }}");
            BotSpec::from_source(language("rhai"), "definitions.rhai", &source)
                .unwrap_or_else(|error| panic!("{name}: {line}\n{error}"));
        }
    }
}

#[test]
fn the_types_of_two_games_in_one_folder_do_not_clash() {
    let (mut types, mut names) = (BTreeSet::new(), BTreeSet::new());
    for game in games() {
        for file in LANGUAGES.iter().flat_map(|language| editor_files(game, language)) {
            if !file.name.contains(game.info().id) {
                continue; // what is the same for all games
            }
            assert!(names.insert(file.name.clone()), "{} twice", file.name);
            let found = ["export type ", "declare extern type ", "---@class "]
                .map(|before| declared(&file.text, before));
            for ty in found.into_iter().flatten() {
                assert!(types.insert((file.name.clone(), ty.to_string())), "{ty} twice");
                assert!(ty.starts_with(&title(game.info().id)), "{ty}");
            }
        }
    }
}

#[test]
fn settings_are_json_and_the_rest_says_that_it_is_made() {
    for language in LANGUAGES {
        for file in editor_files(games()[0], language) {
            let is_settings = !file.name.starts_with(".juez/");
            assert_eq!(EditorFile::was_made(&file.text), !is_settings, "{}", file.name);
            assert!(!file.text.contains("{version}"), "{}", file.name);
            if is_settings {
                let settings: serde_json::Value = serde_json::from_str(&file.text).expect("JSON");
                assert!(settings.is_object());
            }
        }
    }
}

#[test]
fn start_is_told_the_fields_of_info_and_finish_those_of_result() {
    let source = "
        local bot = {}
        local function keys(t)
          for key in pairs(t) do print(key) end
        end
        function bot.start(info)
          print('-- info') keys(info)
          print('-- options') keys(info.options)
        end
        function bot.next_move(view) return view:moves()[1] end
        function bot.finish(result) print('-- result') keys(result) end
        return bot";
    for game in games() {
        let mut found = std::collections::BTreeMap::<String, BTreeSet<String>>::new();
        let mut now = String::new();
        for line in logs(&play(game, language("lua"), source)) {
            match line.strip_prefix("-- ") {
                Some(part) => now = part.to_string(),
                None => {
                    found.entry(now.clone()).or_default().insert(line);
                }
            }
        }
        let set = |names: &[&str]| names.iter().map(|name| name.to_string()).collect();
        let info: Vec<_> = INFO_FIELDS.iter().map(|field| field.name).collect();
        assert_eq!(found["info"], set(&info));
        let result = RESULT_FIELDS.iter().map(|field| field.name);
        let result: Vec<_> = result.chain(RESULT_ROWS.iter().map(|row| row.name)).collect();
        assert_eq!(found["result"], set(&result));
        // An option that no other rule goes with is left out.
        let options = game.info().options.iter().map(|option| option.name.to_string());
        assert!(found["options"].is_subset(&options.collect()), "{:?}", found["options"]);
    }
}

#[test]
fn tables_have_the_keys_that_are_documented_and_no_others() {
    for game in games() {
        for Row { name, returns, keys, params, .. } in Reference::of(game).of_game {
            if !matches!(returns, Returns::Map | Returns::Maps) {
                continue;
            }
            assert!(!keys.is_empty(), "{name} of {} does not say what is in it", game.info().id);
            assert!(params.len() <= 1, "the script below gives one seat");
            let seat = if params.is_empty() { "" } else { "0" };
            let each = if returns == Returns::Maps { "ipairs(answer)" } else { "ipairs({answer})" };
            let source = format!(
                "return {{ next_move = function(view)
                   local answer = view:{name}({seat})
                   for _, entry in {each} do
                     for key in pairs(entry) do print(key) end
                   end
                   return view:moves()[1]
                 end }}"
            );
            let found: BTreeSet<String> =
                logs(&play(game, language("lua"), &source)).into_iter().collect();
            let documented = keys.iter().map(|key| key.name.to_string()).collect();
            assert_eq!(found, documented, "{name} of {}", game.info().id);
        }
    }
}

/// Returns the claims of a library file: `` `expression` is value ``.
fn claims(text: &str) -> Vec<(String, String)> {
    let lines = text.lines().filter_map(|line| line.split_once("` is "));
    lines
        .map(|(before, value)| {
            let (_, expression) = before.rsplit_once("; `").expect("it begins with a backtick");
            (expression.to_string(), value.to_string())
        })
        .collect()
}

#[test]
fn what_the_library_files_say_of_functions_is_so() {
    for (language, body, print) in [
        (
            "lua",
            "return { next_move = function(view)\nBODY return view:moves()[1] end }",
            "print((EXPRESSION))\n",
        ),
        ("rhai", "fn next_move(view) {\nBODY view.moves()[0] }", "print(EXPRESSION);\n"),
    ] {
        let language = self::language(language);
        let files = editor_files(games()[0], language);
        let library = files
            .iter()
            .find(|file| [".juez/luau.lua", ".juez/rhai.d.rhai"].contains(&&file.name[..]))
            .expect("a library file");
        let claims = claims(&library.text);
        assert!(claims.len() > 15, "{claims:?}");
        let lines: String = claims.iter().map(|(it, _)| print.replace("EXPRESSION", it)).collect();
        let record =
            play(game("quoridor").expect("it is there"), language, &body.replace("BODY", &lines));
        let logged = record.plies[0].log.clone().expect("it wrote");
        for ((expression, value), logged) in claims.iter().zip(logged) {
            assert_eq!(*value, logged, "{expression}");
        }
    }
}

#[test]
fn the_reference_in_the_docs_is_up_to_date() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/api");
    let index = fs::read_to_string(folder.join("README.md")).expect("docs/api/README.md");
    for game in games() {
        let id = game.info().id;
        let there = fs::read_to_string(folder.join(format!("{id}.md"))).unwrap_or_default();
        assert!(
            there == markdown(game),
            "docs/api/{id}.md is not what the tables say; renew it:\n\
             cargo run -- rules {id} --api --markdown > docs/api/{id}.md"
        );
        assert!(
            index.contains(&format!("]({id}.md)")),
            "docs/api/README.md has no link to {id}.md"
        );
    }
}

#[test]
fn the_reference_has_every_method_in_both_languages() {
    for game in games() {
        let (api, text) = (Reference::of(game), markdown(game));
        let world = api.world.iter().map(|method| ("world", *method));
        let others = methods(&api).into_iter().filter(|(object, _)| *object != "world");
        for (object, method) in others.chain(world) {
            let [lua, rhai] = [':', '.'].map(|mark| method.call(object, mark));
            let line = format!("| `{lua}` | `{rhai}` | ");
            assert_eq!(text.matches(&line).count(), 1, "{line}");
            assert!(part(&text, &line, "\n").contains(&method.doc.replace('|', "\\|")));
        }
    }
}

#[test]
fn the_data_has_every_method_field_hook_and_house_rule() {
    for game in games() {
        let (api, data) = (Reference::of(game), api_reference(game));
        let of = |object: &str| &data.types[&format!("{}{}", title(api.info.id), title(object))];
        for (object, row) in methods(&api) {
            let mut found = of(object).methods.iter().filter(|method| method.name == row.name);
            let MethodEntry { params, doc, cost, returns, .. } = found.next().expect("its method");
            assert!(found.next().is_none(), "{} is listed once", row.name);
            assert_eq!((*doc, *cost), (row.doc, row.cost));
            assert_eq!(returns.is_none(), row.returns == Returns::Nothing);
            let given: Vec<_> = params.iter().map(|param| (param.name, !param.optional)).collect();
            let wanted = row.each_param().map(|(param, required)| (param.name, required));
            assert_eq!(given, wanted.collect::<Vec<_>>());
        }
        let has = |object: &str, wanted: Vec<&str>| {
            let names: Vec<_> = of(object).fields.iter().map(|field| field.name).collect();
            assert_eq!(names, wanted, "{object} of {}", api.info.id);
        };
        has("view", VIEW_FIELDS.iter().map(|field| field.name).collect());
        has("info", INFO_FIELDS.iter().map(|field| field.name).collect());
        has("result", RESULT_FIELDS.iter().map(|field| field.name).collect());
        has("options", api.info.options.iter().map(|option| option.name).collect());
        let hooks: Vec<_> = data.hooks.iter().map(|hook| hook.name).collect();
        assert_eq!(hooks, HOOKS.iter().map(|hook| hook.name).collect::<Vec<_>>());
    }
}

#[test]
fn the_data_names_no_type_that_is_not_there() {
    let plain = ["int", "number", "text", "bool", "table"];
    for game in games() {
        let data = api_reference(game);
        let methods = data.types.values().flat_map(|of| &of.methods);
        let results = methods.clone().filter_map(|method| method.returns.as_deref());
        let params = methods.flat_map(|method| &method.params).map(|ParamEntry { of, .. }| *of);
        let fields = data.types.values().flat_map(|of| &of.fields);
        let fields = fields.map(|FieldEntry { of, .. }| of.as_str());
        let hooks = data.hooks.iter();
        let hooks = hooks.flat_map(|HookEntry { of, returns, .. }| [Some(of), returns.as_ref()]);
        let hooks = hooks.flatten().map(String::as_str);
        for of in results.chain(params).chain(fields).chain(hooks) {
            let bare = of.trim_end_matches('?').trim_end_matches("[]");
            // The words of a house rule are in quotes.
            let is_known = plain.contains(&bare) || bare.starts_with('"');
            assert!(is_known || data.types.contains_key(bare), "{of} of {}", data.game);
        }
    }
}

#[test]
fn the_data_has_the_library_of_each_language_and_explains_what_the_files_do() {
    let data = api_reference(games()[0]);
    let [lua, rhai] = ["lua", "rhai"].map(|id| &data.languages[id]);
    for (table, names) in [("math", "abs clamp"), ("string", "format"), ("table", "insert")] {
        let there: Vec<_> = lua.library[table].names.split(' ').collect();
        assert!(names.split(' ').all(|name| there.contains(&name)), "{table}: {there:?}");
    }
    let clamp = &lua.library["math"].functions["clamp"];
    assert_eq!(clamp.params, "number, least, most");
    assert!(clamp.doc.starts_with("the nearest number between two others"));
    assert_eq!(rhai.library[""].functions["index_of"].params, "array, value");
    for id in ["lua", "rhai"] {
        let files = editor_files(games()[0], language(id));
        let names = [".juez/luau.lua", ".juez/rhai.d.rhai"];
        let file = files.iter().find(|file| names.contains(&&file.name[..])).expect("a library");
        for function in data.languages[id].library.values().flat_map(|it| it.functions.values()) {
            assert!(file.text.contains(&function.doc), "{}", function.doc);
        }
    }
}
