//! Bots that are asked again at decisions of a match.

use std::fs;
use std::path::PathBuf;

use juez::core::{Budget, By, Hook, Limits, Seat, Seed};
use juez::registry::{MatchSetup, PlayerSpec, Question, games};

fn bots(game: &str) -> Vec<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("bots").join(game);
    let entries = fs::read_dir(folder).expect("there are bots of every game");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    files.sort();
    files
}

#[test]
fn every_bot_does_again_what_it_did_and_a_profile_changes_nothing_of_it() {
    for game in games() {
        for file in bots(game.info().id) {
            let read = |text: &str| PlayerSpec::read(text, game).expect("a player");
            let me = read(&file.display().to_string());
            // Four players fill the seats of two pairs.
            let mut players = vec![read("random"); usize::from(game.info().seats.0)];
            players[0] = me.clone();
            let mut setup = MatchSetup::new(players);
            setup.seed = Some(Seed::from(7));
            setup.terms.limits = Limits::of(Budget::Quick);
            let record = game.play(&setup, &mut ()).expect("the setup is right");
            let mine: Vec<u32> = game
                .legal(&record, true)
                .lines
                .iter()
                .filter(|line| line.seat == Some(Seat::new(0)))
                .map(|line| line.ply)
                .filter(|&ply| record.plies.get(ply as usize).is_some_and(|p| p.by == By::Bot))
                .collect();
            assert!(!mine.is_empty(), "{} is asked", me.name);
            // The first one, and one from the middle of the match.
            for ply in [mine[0], mine[(mine.len() / 2).min(4)]] {
                let (seat, hook, player) = (Seat::new(0), Hook::NextMove, &me);
                let question = Question { seat, ply, hook, player, profile: false };
                let again = game.inspect(&record, &question).expect("it was asked there");
                let counted = game.inspect(&record, &Question { profile: true, ..question });
                let counted = counted.expect("it was asked there");
                let (then, what) = (&record.plies[ply as usize], (&me.name, game.info().id, ply));
                assert_eq!(again.answer.as_ref(), Some(&record.moves[ply as usize]), "{what:?}");
                assert_eq!((&again.fuel, Some(&again.log)), (&then.fuel, then.log.as_ref()));
                assert_eq!((again.answer, again.fuel), (counted.answer, counted.fuel), "{what:?}");
                let rows: u64 = counted.profile.iter().map(|row| row.fuel).sum();
                let most = counted.fuel.unwrap_or_default();
                assert!(rows > 0 && rows <= most, "{what:?}: {rows} of {most}");
            }
        }
    }
}

#[test]
fn a_question_and_its_answer_are_plain_data() {
    let game = juez::registry::game("durak").expect("there is durak");
    let random = PlayerSpec::read("random", game).expect("a player");
    let mut setup = MatchSetup::new(vec![random.clone(); 2]);
    setup.seed = Some(Seed::from(1));
    let record = game.play(&setup, &mut ()).expect("the setup is right");
    let seat = game.legal(&record, true).lines[0].seat.expect("a seat begins");
    let question = Question { seat, ply: 0, hook: Hook::NextMove, player: &random, profile: true };
    let inspection = game.inspect(&record, &question).expect("it was asked there");
    assert_eq!(inspection.answer.as_deref(), Some(&record.moves[0][..]));
    assert_eq!(
        (inspection.fuel, inspection.profile.len()),
        (None, 0),
        "a built-in bot is not metered"
    );
    let text = serde_json::to_string(&inspection).expect("plain data");
    assert_eq!(
        serde_json::from_str::<juez::referee::Inspection>(&text).expect("the same"),
        inspection
    );
}
