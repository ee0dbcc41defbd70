//! Scripts of the folder of bots that cannot play.

use juez::lobby::{Lobby, LobbyOptions};
use std::fs;
use std::path::Path;

use crate::lobby::common::*;

const GOOD: &str = "-- juez: quoridor\nreturn { next_move = function(view) return 'e2' end }";

fn unusable(options: LobbyOptions, folder: &Path) -> Vec<(String, String)> {
    let bots = Some(folder.to_path_buf());
    let lobby = Lobby::open(LobbyOptions { bots, ..options }).unwrap();
    lobby.unusable_bots().into_iter().map(|bot| (bot.file, bot.why)).collect()
}

fn folder_of(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, source) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, source).unwrap();
    }
    folder
}

#[test]
fn every_script_that_cannot_play_is_listed_with_the_reason() {
    let folder = folder_of(&[
        ("good.lua", GOOD),
        ("durak/silent.lua", "return { next_move = function(view) return view:moves()[1] end }"),
        ("silent.lua", "return { next_move = function(view) return 'e2' end }"),
        ("typo.rhai", "// juez: quorridor\nfn next_move(view) { \"e2\" }"),
        ("broken.lua", "-- juez: quoridor\nreturn {"),
        ("empty.lua", "-- juez: quoridor\nreturn {}"),
        ("a/b/c/deep.lua", GOOD),
        ("notes.txt", "no script"),
        (".hidden.lua", "neither"),
    ]);
    for options in [LobbyOptions::default(), in_workers(LobbyOptions::default())] {
        let found = unusable(options, folder.path());
        let why = |file: &str| {
            let found = found.iter().find(|(name, _)| name == file);
            &found.unwrap_or_else(|| panic!("{file} is not in {found:?}")).1
        };
        assert!(why("silent.lua").contains("write `-- juez: "), "{}", why("silent.lua"));
        assert!(why("typo.rhai").contains("line 1 of the file: no game called \"quorridor\""));
        assert!(why("broken.lua").contains("broken.lua:"), "{}", why("broken.lua"));
        assert!(why("empty.lua").contains("next_move"), "{}", why("empty.lua"));
        assert!(why("a/b/c/").contains("3 levels"), "{}", why("a/b/c/"));
        assert_eq!(found.len(), 5, "{found:?}");
        let path = folder.path().to_string_lossy().into_owned();
        assert!(found.iter().all(|(_, why)| !why.contains(&path)), "{found:?}");
    }
}

#[test]
fn a_script_that_was_corrected_is_listed_no_more() {
    let folder = folder_of(&[("mine.lua", "-- juez: quoridor\nreturn {}")]);
    let bots = Some(folder.path().to_path_buf());
    let lobby = Lobby::open(LobbyOptions { bots, ..LobbyOptions::default() }).unwrap();
    assert_eq!(lobby.unusable_bots().len(), 1);
    fs::write(folder.path().join("mine.lua"), GOOD).unwrap();
    assert_eq!(lobby.unusable_bots(), []);
}

#[cfg(unix)]
#[test]
fn links_to_folders_and_names_that_are_no_text_are_listed() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = folder_of(&[("mine/good.lua", GOOD)]);
    std::os::unix::fs::symlink(folder.path().join("mine"), folder.path().join("link")).unwrap();
    fs::write(folder.path().join(OsStr::from_bytes(b"\xff.lua")), GOOD).unwrap();
    let found = unusable(LobbyOptions::default(), folder.path());
    let files: Vec<&str> = found.iter().map(|(file, _)| &**file).collect();
    assert_eq!(files, ["link/", "\u{fffd}.lua"], "{found:?}");
}
