//! The store returns the rows that were put.

use super::*;
use juez_match::registry::{MatchSetup, Mind, PlayerSpec, game};

#[test]
fn what_was_planned_comes_back() {
    let (_folder, path) = place();
    let mut store = Store::create_or_open(&path).unwrap();
    assert_eq!(store.revisions().unwrap(), 0);
    let mut all = entrants();
    all.push(entrant("carla", Some("return 2")));
    all[2].0.error = Some("line 1: no next_move".to_string());
    all[2].0.student = None;
    assert_eq!(store.begin(&plan(), &all).unwrap(), 1);
    drop(store);
    let store = Store::open(&path).unwrap();
    assert_eq!(store.revisions().unwrap(), 1);
    assert_eq!(store.plan(1).unwrap(), plan());
    let expected: Vec<Entrant> = all.iter().map(|(entrant, _)| entrant.clone()).collect();
    assert_eq!(store.entrants(1).unwrap(), expected);
    for bundle in all.iter().filter_map(|(_, bundle)| bundle.as_deref()) {
        assert_eq!(store.bundle(&bundle.hash).unwrap().as_ref(), Some(bundle));
    }
    assert_eq!(store.bundle("no such hash").unwrap(), None);
    assert!(!store.is_complete(1).unwrap());
}

#[test]
fn the_same_plan_for_the_same_bots_goes_on_and_another_begins_an_revision() {
    let (_folder, path) = place();
    let mut store = Store::create_or_open(&path).unwrap();
    let mut all = entrants();
    assert_eq!(store.begin(&plan(), &all).unwrap(), 1);
    // Another folder and another student do not affect a match.
    all[0].0.path = "elsewhere/ana.lua".to_string();
    all[0].0.student = Some("Ana".to_string());
    assert_eq!(store.begin(&plan(), &all).unwrap(), 1);
    assert_eq!(store.entrants(1).unwrap()[0], all[0].0);
    let other = Plan { rounds: 2, ..plan() };
    assert_eq!(store.begin(&other, &all).unwrap(), 2);
    all[0] = entrant("ana", Some("return 'a newer version'"));
    assert_eq!(store.begin(&other, &all).unwrap(), 3);
    all.swap(0, 1);
    assert_eq!(store.begin(&other, &all).unwrap(), 4, "the seeding is another");
    all[0].0.error = Some("does not load".to_string());
    assert_eq!(store.begin(&other, &all).unwrap(), 5);
    // Only the newest is continued: a revision between can have been another tournament.
    assert_eq!(store.begin(&plan(), &entrants()).unwrap(), 6);
    let bundles: u32 =
        store.db.query_row("SELECT count(*) FROM bundle", [], |row| row.get(0)).unwrap();
    assert_eq!(bundles, 2, "each source is stored once");
    assert_eq!(store.plan(1).unwrap(), plan());
}

#[test]
fn rounds_and_their_matches_come_back_in_the_order_of_the_schedule() {
    let (_folder, path) = place();
    let mut store = made(&path, 3, 0);
    let (second, jobs) = round(1, 3);
    store.add_round(1, &second, &jobs).unwrap();
    assert_eq!(store.rounds(1).unwrap(), [round(0, 3).0, second.clone()]);
    for n in [4, 0] {
        put(&mut store, n).unwrap();
    }
    store.put_failure(1, 0, 2, "the worker was gone, but then it was there").unwrap();
    store.put_failure(1, 5, 3, "the worker was gone").unwrap();
    store.commit().unwrap();
    let found = store.matches(1).unwrap();
    let expected: Vec<_> = [round(0, 3).1, jobs.clone()].concat();
    assert_eq!(found.len(), 6);
    for (n, (found, (job, key))) in (0..).zip(found.iter().zip(&expected)) {
        let (stored, result) = found;
        assert_eq!((&result.job, stored), (job, key));
        let status = match n {
            0 | 4 => Status::Played(Box::new(summary(n))),
            5 => Status::Failed { error: "the worker was gone".to_string() },
            _ => Status::Due,
        };
        assert_eq!(result.status, status);
    }
    // Drawn again, it must be the same.
    store.add_round(1, &second, &jobs).unwrap();
    let error = store.add_round(1, &second, &jobs[..2]).unwrap_err();
    assert!(matches!(error, StoreError::OtherRound { revision: 1, number: 1, .. }));
    let other = Round { title: "another".to_string(), ..second };
    assert!(store.add_round(1, &other, &jobs).is_err());
    assert_eq!(store.matches(1).unwrap().len(), 6);
}

#[test]
fn a_round_is_stored_with_all_its_matches_or_not_at_all() {
    let (_folder, path) = place();
    let mut store = made(&path, 2, 0);
    let (second, mut jobs) = round(1, 2);
    jobs[1].0.number = 0;
    store.add_round(1, &second, &jobs).unwrap_err();
    assert_eq!(store.rounds(1).unwrap().len(), 1);
    assert_eq!(store.matches(1).unwrap().len(), 2);
    store.add_round(1, &second, &round(1, 2).1).unwrap();
}

#[test]
fn a_match_is_shared_by_revisions_that_need_it() {
    let (_folder, path) = place();
    let mut store = made(&path, 2, 2);
    assert_eq!(store.begin(&Plan { name: "again".to_string(), ..plan() }, &entrants()).unwrap(), 2);
    let (first, jobs) = round(0, 2);
    store.add_round(2, &first, &jobs).unwrap();
    assert!(store.matches(2).unwrap().iter().all(|(_, one)| one.played().is_some()));
}

#[test]
fn a_match_that_is_stored_is_left_alone_and_another_record_of_it_is_told() {
    let (_folder, path) = place();
    let mut store = made(&path, 2, 1);
    let slower = Summary { wall_us: 1, ..summary(0) };
    store.put(&key(0), &slower, &Packed::of(&record(0))).unwrap();
    let error = store.put(&key(0), &summary(0), &Packed::of(&record(1))).unwrap_err();
    assert!(matches!(error, StoreError::Mismatch { key: of, .. } if of == key(0)));
    assert!(error.to_string().contains("not deterministic"), "{error}");
    put(&mut store, 1).unwrap();
    store.commit().unwrap();
    assert_eq!(stored(&store, 3), [0, 1]);
}

#[test]
fn faults_and_results_can_be_asked_for_in_sql() {
    let (_folder, path) = place();
    let store = made(&path, 6, 6);
    let faults: Vec<(String, String, u32, u32)> = store
        .db
        .prepare("SELECT player, kind, ply, line FROM fault ORDER BY ply")
        .and_then(|mut rows| {
            rows.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))?
                .collect()
        })
        .unwrap();
    let one = |ply| ("бот 🤖".to_string(), "script".to_string(), ply, 3);
    assert_eq!(faults, [one(0), one(5)]);
    let (played, reason, first): (u32, String, String) = store
        .db
        .query_row(
            "SELECT count(*), reason, players ->> 0 FROM played WHERE ranks ->> 0 = 1",
            [],
            |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
        )
        .unwrap();
    assert_eq!((played, &*reason, &*first), (6, "finished", "ana"));
}

#[test]
fn an_revision_is_complete_once_it_is_said_to_be() {
    let (_folder, path) = place();
    let mut store = made(&path, 2, 1);
    put(&mut store, 1).unwrap();
    store.finish(1).unwrap();
    assert!(store.is_complete(1).unwrap());
    drop(store);
    let store = Store::read(&path).unwrap();
    assert!(store.is_complete(1).unwrap());
    assert_eq!(stored(&store, 3), [0, 1], "earlier matches are in it too");
}

#[test]
fn what_is_not_there_is_said() {
    let (_folder, path) = place();
    let mut store = made(&path, 1, 0);
    let error = store.plan(2).unwrap_err();
    assert!(matches!(error, StoreError::NoRevision { revision: 2, revisions: 1, .. }));
    assert!(error.to_string().ends_with("class.db; it has 1"), "{error}");
    assert!(store.entrants(2).is_err() && store.rounds(0).is_err() && store.matches(9).is_err());
    assert!(store.is_complete(2).is_err() && store.finish(2).is_err());
    let (first, jobs) = round(0, 1);
    assert!(store.add_round(2, &first, &jobs).is_err());
    let error = store.put_failure(1, 1, 3, "why").unwrap_err();
    assert!(matches!(error, StoreError::NoMatch { revision: 1, number: 1, .. }));
    assert_eq!(stored_summary(&store, 0).unwrap(), None);
    assert_eq!(store.record(&key(0)).unwrap(), None);
    let unread = Store::read(&path).unwrap().record(&key(0)).unwrap();
    assert_eq!(unread, None);
}

#[test]
fn a_stored_bot_plays_as_the_one_on_disk() {
    let folder = tempfile::tempdir().unwrap();
    let source = "\u{feff}local near = require('near')\r\nreturn { next_move = near }\r\n";
    std::fs::write(folder.path().join("main.lua"), source).unwrap();
    let near = "return function(view) return view:moves()[1] end\r\n";
    std::fs::write(folder.path().join("near.lua"), near).unwrap();
    let game = game("quoridor").unwrap();
    let players = [folder.path().to_str().unwrap(), "greedy"];
    let read = players.map(|text| PlayerSpec::read_source(text, game).unwrap());
    let path = folder.path().join("class.db");
    let mut store = Store::create_or_open(&path).unwrap();
    let enter = |spec: &PlayerSpec| {
        let bundle = spec.mind.script().map(|spec| spec.bundle);
        let player = Player { name: format!("the {}", spec.name), ..spec.player() };
        (Entrant { player, path: String::new(), student: None, error: None }, bundle)
    };
    store.begin(&plan(), &read.each_ref().map(enter)).unwrap();
    drop(store);
    std::fs::remove_file(folder.path().join("near.lua")).unwrap();
    let store = Store::read(&path).unwrap();
    let entered = store.entrants(1).unwrap();
    let again = entered.iter().map(|entrant| store.player(game, entrant).unwrap());
    let again: Vec<PlayerSpec> = again.collect();
    for (spec, before) in again.iter().zip(&read) {
        assert_eq!(spec.player().source, before.player().source);
        assert_eq!(spec.name, format!("the {}", before.name));
    }
    let play = |players: Vec<PlayerSpec>| {
        let setup = MatchSetup { seed: Some(Seed::from(1)), ..MatchSetup::new(players) };
        let thread = std::thread::Builder::new().stack_size(juez_script::STACK);
        let play = move || game.play(&setup, &mut ()).unwrap();
        thread.spawn(play).unwrap().join().unwrap()
    };
    let (Mind::Script(script), Mind::BuiltIn { .. }) = (&again[0].mind, &again[1].mind) else {
        panic!("a script and a built-in bot");
    };
    assert_eq!(script.bundle.files.len(), 2);
    let (first, second) = (play(read.to_vec()), play(again));
    assert_eq!((first.moves, first.end), (second.moves, second.end));
}

#[test]
fn an_entrant_whose_source_is_not_stored_is_not_looked_for_on_disk() {
    let (folder, path) = place();
    let bot = folder.path().join("bot.lua");
    std::fs::write(&bot, "return { next_move = function() end }").unwrap();
    let store = made(&path, 1, 0);
    let game = game("quoridor").unwrap();
    let wrong = [
        (PlayedBy::Builtin, Some(bot.to_str().unwrap().to_string())),
        (PlayedBy::Builtin, Some("human".to_string())),
        (PlayedBy::Human, None),
        (PlayedBy::Lua, None),
        (PlayedBy::Lua, Some("0".repeat(64))),
        (PlayedBy::Builtin, Some("minimax:depth=0".to_string())),
    ];
    for (bot, source) in wrong {
        let player = Player { name: "eva".to_string(), bot, source };
        let entrant = Entrant { player, path: String::new(), student: None, error: None };
        let Err(error) = store.player(game, &entrant) else { panic!("{entrant:?}") };
        let text = error.to_string();
        assert!(text.contains("eva") && text.contains("class.db"), "{text}");
    }
}
