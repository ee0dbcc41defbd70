//! `new`: a first bot and the files for an editor.

use crate::cli::folder::{Folder, juez, run};
use std::fs;
use std::path::Path;

/// Each game, and the other players of its smallest table.
const GAMES: [(&str, &str); 5] = [
    ("quoridor", "random"),
    ("tute", "random random"),
    ("dominoes", "random"),
    ("durak", "random"),
    ("scopone", "random random random"),
];

/// Returns every file below a folder, with its text.
fn files(folder: &Path) -> Vec<(String, String)> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            all.extend(files(&path));
        } else {
            let text = fs::read_to_string(&path).expect("text");
            all.push((path.display().to_string(), text));
        }
    }
    all.sort();
    all
}

#[test]
fn a_new_lua_bot_comes_with_what_editors_need_and_says_what_to_do_next() {
    let folder = Folder::new();
    folder
        .juez("new quoridor mine.lua")
        .prints(
            "\
wrote mine.lua, a first bot for Quoridor
wrote for your editor: .juez/quoridor.d.luau .juez/quoridor.lua .juez/luau.lua .luarc.json .luaurc

next
  juez check mine.lua                         is everything right with it?
  juez watch quoridor mine.lua random         plays again whenever you save it
  juez play quoridor mine.lua random --show   one match, move by move
",
        )
        .warns("")
        .exits(0);
    assert!(folder.read("mine.lua").starts_with("-- juez: quoridor\n"));
    assert!(folder.read(".juez/quoridor.lua").starts_with("---@meta\n-- Made by juez "));
    assert!(folder.read(".juez/quoridor.d.luau").contains("declare extern type QuoridorView with"));
    assert!(folder.read(".luarc.json").contains("\".juez\""));
}

#[test]
fn a_new_rhai_bot_gets_only_what_rhai_editors_need() {
    let folder = Folder::new();
    folder
        .juez("new scopone mine.rhai")
        .shows("wrote for your editor: .juez/scopone.d.rhai .juez/rhai.d.rhai\n")
        .shows("  juez play scopone mine.rhai random random random --show")
        .exits(0);
    assert_eq!(files(folder.path("").as_path()).len(), 3);
}

#[test]
fn every_new_bot_plays_at_the_table_that_is_shown_and_one_folder_holds_them_all() {
    let folder = Folder::new();
    for (game, others) in GAMES {
        for language in ["lua", "rhai"] {
            let line = format!("play {game} {game}.{language} {others}");
            folder
                .juez(&format!("new {game} {game}.{language}"))
                .shows(&format!("  juez {line} --show"))
                .warns("")
                .exits(0);
            folder.juez(&format!("{line} --seed 1 --budget quick --show")).exits(0);
        }
    }
    // A bot and a definition file for each game and language, a Luau file for each game, two
    // libraries and two settings.
    assert_eq!(files(folder.path("").as_path()).len(), 10 + 10 + 5 + 2 + 2);
}

#[test]
fn nothing_is_overwritten() {
    let folder = Folder::new().with("mine.lua", "return {}\n").with("other.rhai", "");
    let before = files(folder.path("").as_path());
    for name in ["mine.lua", "other.rhai", "./mine.lua"] {
        let error = format!("{name} already exists: choose another name");
        folder.juez(&format!("new quoridor {name}")).refuses(&error);
    }
    assert_eq!(files(folder.path("").as_path()), before);

    let own = "{ \"runtime.version\": \"Lua 5.1\" }\n";
    let folder = Folder::new().with(".luarc.json", own).with(".juez/quoridor.lua", "-- mine\n");
    folder
        .juez("new quoridor mine.lua")
        .shows("wrote for your editor: .juez/quoridor.d.luau .juez/luau.lua .luaurc\n")
        .shows("there already: .juez/quoridor.lua .luarc.json\n")
        .warns("")
        .exits(0);
    assert_eq!(folder.read(".luarc.json"), own);
    assert_eq!(folder.read(".juez/quoridor.lua"), "-- mine\n");
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_nowhere_is_not_written_through() {
    let folder = Folder::new();
    std::os::unix::fs::symlink(folder.path("elsewhere.lua"), folder.path("mine.lua"))
        .expect("a link");
    folder.juez("new quoridor mine.lua").refuses("mine.lua already exists: choose another name");
    assert!(!folder.path("elsewhere.lua").exists());
}

#[test]
fn definitions_of_another_version_are_left_and_renewed_on_demand() {
    let folder = Folder::new();
    folder.juez("new durak mine.lua").exits(0);
    let new = folder.read(".juez/durak.lua");
    let old = new.replacen("Made by juez ", "Made by juez 0.0.", 1);
    let folder = folder.with(".juez/durak.lua", &old).with(".luaurc", "{}\n");

    folder
        .juez("new durak second.lua")
        .shows("wrote second.lua, ")
        .warns(
            "note: made by another version of juez: .juez/durak.lua; `juez new durak --editor .` \
             makes it again\n",
        )
        .exits(0);
    assert_eq!(folder.read(".juez/durak.lua"), old);

    folder
        .juez("new durak --editor .")
        .prints(
            "wrote for your editor: .juez/durak.lua\n\
             there already: .juez/durak.d.luau .juez/luau.lua .luarc.json .luaurc\n",
        )
        .warns("")
        .exits(0);
    assert_eq!(folder.read(".juez/durak.lua"), new);
    assert_eq!(folder.read(".luaurc"), "{}\n");
}

#[test]
fn a_main_file_gets_a_folder_of_its_own() {
    let folder = Folder::new();
    folder
        .juez("new durak fool/main.rhai")
        .shows("wrote fool/main.rhai, a first bot for Durak\n")
        .shows("  juez play durak fool random --show ")
        .exits(0);
    assert!(folder.path("fool/.juez/durak.d.rhai").is_file());
    folder.juez("play durak fool random --seed 1").exits(0);
    folder.juez("new durak fool/main.lua").exits(0);
    folder
        .juez("new durak fool/deep/deeper/main.lua")
        .refuses("folder fool/deep/deeper does not exist: create it first, or choose another");
    assert!(!folder.path("fool/deep").exists());
}

#[test]
fn names_that_are_no_bots_are_refused_with_what_would_be_one() {
    let folder = Folder::new().with("here/file.lua", "").with("text", "");
    for (line, error) in [
        ("quoridr mine.lua", "no game called \"quoridr\"; did you mean quoridor?"),
        ("quoridor mine", "cannot determine the language of \"mine\": write mine.lua or mine.rhai"),
        (
            "quoridor .lua",
            "cannot determine the language of \".lua\": name the bot, as in mine.lua or mine.rhai",
        ),
        ("quoridor mine.py", "no bot is written in .py: write mine.lua or mine.rhai"),
        ("quoridor mine.LUA", "no bot is written in .LUA: write mine.lua or mine.rhai"),
        (
            "quoridor here",
            "here is a folder; for a bot in it name its main file: here/main.lua or here/main.rhai",
        ),
        (
            "quoridor there/",
            "there is a folder; for a bot in it name its main file: there/main.lua or \
             there/main.rhai",
        ),
        (
            "quoridor there/mine.lua",
            "folder there does not exist: create it first, or choose another",
        ),
        ("quoridor text/mine.lua", "text is not a folder, so text/mine.lua cannot be in it"),
        ("quoridor --editor there", "folder there does not exist"),
    ] {
        folder.juez(&format!("new {line}")).refuses(error);
    }
    assert_eq!(files(folder.path("").as_path()).len(), 2);
    run("new quoridor").warns_of("<FILE>").exits(2);
}

#[cfg(unix)]
#[test]
fn a_folder_that_may_not_be_written_to_is_told() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new().with("closed/text", "");
    let closed = folder.path("closed");
    let open_again = fs::metadata(&closed).expect("it is there").permissions();
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o555)).expect("it is ours");
    // Root can write anyway.
    if fs::write(closed.join("try"), "").is_err() {
        folder
            .juez("new quoridor closed/mine.lua")
            .refuses("cannot write closed/mine.lua: Permission denied (os error 13)");
    }
    fs::set_permissions(&closed, open_again).expect("it is ours");

    let folder = Folder::new().with(".juez", "a file");
    folder
        .juez("new quoridor mine.lua")
        .warns_of("error: mine.lua is written, but not all files for editors: ")
        .exits(2);
    assert!(folder.path("mine.lua").is_file());
}

#[test]
fn a_name_with_a_blank_is_quoted_in_the_commands() {
    let folder = Folder::new();
    let output = juez()
        .args(["new", "durak", "my bot.lua"])
        .current_dir(folder.path(""))
        .output()
        .expect("juez runs");
    let printed = String::from_utf8(output.stdout).expect("text");
    assert!(printed.contains("  juez play durak 'my bot.lua' random --show "), "{printed}");
    assert!(output.status.success());
}
