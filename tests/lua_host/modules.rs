//! Files of a bot that require each other.

use super::*;
use juez::script::Bundle;
use std::collections::BTreeMap;

/// Returns the error of a bot of these files, from loading or its first fault.
fn trouble(files: &[(&str, &str)]) -> Result<Vec<String>, String> {
    let quoridor = game("quoridor").expect("there is quoridor");
    let lua = LANGUAGES.iter().find(|language| language.id == "lua").expect("there is Lua");
    let texts: BTreeMap<String, String> =
        files.iter().map(|(name, text)| (name.to_string(), text.to_string())).collect();
    let bundle = Bundle::from_texts("main.lua", texts);
    let spec = BotSpec::uncompiled("me".to_string(), lua, bundle);
    spec.compile().map_err(|error| error.to_string())?;
    let me = PlayerSpec { name: "me".into(), mind: Mind::Script(spec) };
    let random = PlayerSpec::read("random", quoridor).expect("there is random");
    let setup = MatchSetup { seed: Some(Seed::from(5)), ..MatchSetup::new(vec![me, random]) };
    let record = quoridor.play(&setup, &mut ()).expect("the setup is right");
    match record.end.as_ref().expect("it ends").faults.first() {
        Some(found) => {
            let fault = &found.fault;
            Err(format!("{}: {}", fault.location().unwrap_or_default(), fault.why))
        }
        None => Ok(record.plies[0].log.clone().unwrap_or_default()),
    }
}

fn with_main(top: &str, body: &str) -> String {
    format!(
        "{top}\nlocal bot = {{}}\nfunction bot.next_move(view)\n{body}\nreturn view:moves()[1]\nend\nreturn bot"
    )
}

#[test]
fn a_module_that_returns_nothing_says_so_where_it_is_required() {
    let main = with_main("local help = require(\"./help\")", "help.first()");
    let nothing = "local help = {}\nfunction help.first() end";
    let why = trouble(&[("main.lua", &main), ("help.lua", nothing)]).expect_err("nothing");
    assert_eq!(
        why,
        "main.lua:1: require(\"./help\"): help.lua returned nothing: end it with `return help`"
    );
    let other = trouble(&[("main.lua", &main), ("help.lua", "function first() end")]);
    assert!(other.expect_err("nothing").contains("with `return` and the table that holds"));
    // A second call gives the same error.
    let twice = with_main("pcall(require, \"./help\")\nlocal h = require(\"./help\")", "");
    let why = trouble(&[("main.lua", &twice), ("help.lua", nothing)]).expect_err("nothing");
    assert!(why.starts_with("main.lua:2: ") && why.contains("returned nothing"), "{why}");
}

#[test]
fn a_module_that_is_asked_for_its_work_alone_may_return_nothing() {
    for asks in ["require(\"./set\")", "pcall(require, \"./set\")"] {
        let main = with_main(asks, "print(LIMIT)");
        let main = main.replace("print(LIMIT)", &format!("print(LIMIT)\n{asks}"));
        let log = trouble(&[("main.lua", &main), ("set.lua", "LIMIT = 9")]);
        assert_eq!(log, Ok(vec!["9".to_string()]), "{asks}");
    }
    let main = with_main("", "print(pcall(require, \"./set\"))");
    let log = trouble(&[("main.lua", &main), ("set.lua", "LIMIT = 9")]).expect("it is caught");
    assert!(log[0].contains("set.lua returned nothing"), "{log:?}");
}

#[test]
fn a_name_that_is_put_together_is_found_where_it_is_written_out() {
    let main = with_main("", "local n = \"./sub/\" .. \"late\"\nrequire(n).go()");
    let late = "return { go = function() print('gone') end }";
    let why = trouble(&[("main.lua", &main)]).expect_err("it is no part of the bot");
    assert!(
        why.starts_with("main.lua:5: ") && why.ends_with("; add require(\"./sub/late\")"),
        "{why}"
    );
    let named = format!("-- \"./sub/late\"\n{main}");
    let log = trouble(&[("main.lua", &named), ("sub/late.lua", late)]);
    assert_eq!(log, Ok(vec!["gone".to_string()]));
    let missing = with_main("require(\"./sub/gone\")", "");
    let why = trouble(&[("main.lua", &missing)]).expect_err("it is not there");
    assert!(why.ends_with("no such file in the bot's folder"), "{why}");
}

#[test]
fn a_module_whose_error_was_caught_is_in_no_circle() {
    let main = with_main(
        "print(pcall(require, \"./bad\"))",
        "local ok, why = pcall(require, \"./bad\") print(why)",
    );
    let log = trouble(&[("main.lua", &main), ("bad.lua", "\nerror('broken')")]).expect("caught");
    assert!(log.iter().all(|line| line.contains("bad.lua:2: broken")), "{log:?}");
}

#[test]
fn a_broken_file_that_nobody_asks_for_says_so() {
    let main = with_main("", "");
    let broken = "local = 1";
    let why = trouble(&[("main.lua", &main), ("old.lua", broken)]).expect_err("broken");
    assert!(why.starts_with("old.lua:1:") && why.contains("no file of the bot loads old.lua"));
    let asked = with_main("local old = require('./old')", "");
    let why = trouble(&[("main.lua", &asked), ("old.lua", broken)]).expect_err("broken");
    assert!(why.starts_with("old.lua:1:") && !why.contains("loads"), "{why}");
}

#[test]
fn a_first_line_for_the_system_is_skipped_in_every_file() {
    let main = with_main("#!/usr/bin/env luau\nlocal help = require(\"./help\")", "help()");
    let help = "\u{feff}#!/usr/bin/luau\r\n\r\nreturn function()\r\nlocal t\r\nt.x = 1\r\nend";
    let why = trouble(&[("main.lua", &main), ("help.lua", help)]).expect_err("it fails");
    assert!(why.starts_with("help.lua:5: attempt to index nil with 'x'"), "{why}");
}
