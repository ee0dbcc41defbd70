//! Links in a bot's folder lead nowhere.

#![cfg(unix)]

use juez::core::{FaultKind, Hook};
use juez::registry::PlayerSpec;
use std::fs;
use std::os::unix::fs::symlink;

use crate::matches::{Mode, play, quoridor, setup};

const BOT: [(&str, &str); 2] = [
    ("lua", "return { next_move = function(view) return view:moves()[1] end }"),
    ("rhai", "fn next_move(view) { view.moves()[0] }"),
];

#[test]
fn a_main_file_that_is_a_link_is_refused_and_said_to_be_one() {
    for (language, source) in BOT {
        let (folder, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let file = elsewhere.path().join("real");
        fs::write(&file, source).unwrap();
        let link = folder.path().join(format!("main.{language}"));
        symlink(&file, &link).unwrap();
        let refused = PlayerSpec::read(&folder.path().to_string_lossy(), quoridor()).err();
        let expected = format!(
            "cannot read bot {}: it is a link, and links are not followed; copy the linked file",
            link.display()
        );
        assert_eq!(refused.expect("a link is refused").to_string(), expected);
        // A link that leads nowhere is refused as well.
        fs::remove_file(&file).unwrap();
        let refused = PlayerSpec::read(&folder.path().to_string_lossy(), quoridor()).err();
        assert_eq!(refused.expect("a link is refused").to_string(), expected);
    }
}

#[test]
fn a_helper_that_is_a_link_is_no_file_of_the_folder() {
    let main = [
        ("lua", "require('./helper')\nreturn {}"),
        ("rhai", "import \"helper\" as helper;\nfn next_move(view) { helper::next(view) }"),
    ];
    for ((language, helper), (_, main)) in BOT.into_iter().zip(main) {
        let (folder, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let file = elsewhere.path().join("real");
        fs::write(&file, helper).unwrap();
        symlink(&file, folder.path().join(format!("helper.{language}"))).unwrap();
        fs::write(folder.path().join(format!("main.{language}")), main).unwrap();
        let bot = match PlayerSpec::read(&folder.path().to_string_lossy(), quoridor()) {
            Ok(bot) => bot,
            Err(refused) => {
                assert!(refused.to_string().contains("no such file"), "{refused}");
                continue;
            }
        };
        let random = PlayerSpec::read("random", quoridor()).unwrap();
        let played = play(Mode::Thread, &setup(vec![bot, random])).unwrap();
        let fault = &played.record.end.expect("a played match ends").faults[0].fault;
        assert_eq!((fault.kind, fault.hook), (FaultKind::Script, Hook::Load), "{language}");
        assert!(fault.why.contains("no such file"), "{}", fault.why);
    }
}
