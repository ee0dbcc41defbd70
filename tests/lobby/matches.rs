//! Matches begin, are listed and end.

use juez::core::{Observer, Reason};
use juez::lobby::{Lobby, LobbyOptions, MatchStatus, MatchTable, NewMatch, RefusalKind};
use juez::registry::{game, games};
use std::fs;

use crate::lobby::common::*;

#[test]
fn a_match_is_stopped_by_its_owner_alone_and_its_record_is_good() {
    for name in ["quoridor", "durak"] {
        let lobby = lobby();
        let table = begin(&lobby, &new(name, &["me", "greedy"]), &ana());
        play_on(&table, &ana(), 2);
        assert_eq!(table.stop(&bea()).unwrap_err().kind(), RefusalKind::Forbidden);
        table.stop(&ana()).unwrap();
        wait_until(|| table.state(&ana()).status == MatchStatus::Stopped);
        assert!(table.state(&ana()).ask.is_none());
        let record = table.record().unwrap();
        assert!(record.moves.len() >= 3);
        assert_eq!(record.end.as_ref().unwrap().reason, Reason::Stopped);
        game(name).unwrap().verify(&record).expect("the record is good");
        assert_eq!(table.stop(&ana()).unwrap_err().kind(), RefusalKind::Conflict);
    }
}

#[test]
fn a_match_in_another_process_is_stopped_too() {
    let lobby = Lobby::open(in_workers(LobbyOptions::default())).unwrap();
    let table = begin(&lobby, &new("durak", &["me", "greedy"]), &ana());
    play_on(&table, &ana(), 2);
    table.stop(&ana()).unwrap();
    wait_until(|| table.state(&ana()).status == MatchStatus::Stopped);
    game("durak").unwrap().verify(&table.record().unwrap()).expect("the record is good");
}

#[test]
fn the_lobby_lists_what_runs_and_what_is_over() {
    let lobby = lobby();
    let over = begin(&lobby, &new("quoridor", &["greedy", "random"]), &ana());
    wait_until(|| is_over(&over.state(&ana())));
    let runs = begin(&lobby, &new("durak", &["me", "free"]), &ana());
    let lobby = wait_for(|| Some(lobby.matches()).filter(|lobby| lobby[0].free == 1));
    let listed: Vec<_> = lobby.iter().map(|l| (&*l.id, l.game, l.status, l.free)).collect();
    let expected = [
        (runs.id(), "durak", MatchStatus::Running, 1),
        (over.id(), "quoridor", MatchStatus::Finished, 0),
    ];
    assert_eq!(listed, expected);
    assert_eq!(lobby[1].players, ["greedy", "random"]);
    let record = over.record().unwrap();
    assert_eq!(lobby[1].ranks, record.end.as_ref().map(|end| end.ranks));
    assert_eq!(lobby[1].ply as usize, record.moves.len());
}

/// Plays a match of bots until it is over and out of memory. Returns its id and record.
fn gone(lobby: &std::sync::Arc<Lobby>) -> (String, Option<juez::core::Record>) {
    let table = begin(lobby, &new("quoridor", &["greedy", "random"]), &ana());
    wait_until(|| is_over(&table.state(&ana())));
    let (id, record) = (table.id().to_string(), table.record());
    let gone = std::sync::Arc::downgrade(&table);
    drop(table);
    wait_until(|| gone.strong_count() == 0);
    (id, record)
}

#[test]
fn a_match_that_is_over_leaves_memory_and_is_found_in_the_archive() {
    let lobby = lobby();
    let (id, record) = gone(&lobby);
    let again = lobby.table(&id).expect("it is stored");
    assert_eq!(again.record(), record);
    let epoch = again.log_view(&bea(), Observer::Open).epoch();
    assert_ne!(again.log_view(&bea(), Observer::Public).epoch(), epoch);
    assert_eq!(again.state(&ana()).status, MatchStatus::Finished);
    assert!(again.state(&ana()).owner && !again.state(&bea()).owner);
    assert!(lobby.table("nothinglike").is_none());
    let fetched = std::sync::Arc::downgrade(&again);
    drop(again);
    assert!(fetched.strong_count() > 0, "a page that has the log comes for the stream");
    let others = [(); 4].map(|()| lobby.table(&gone(&lobby).0));
    assert!(others.iter().all(Option::is_some));
    assert_eq!(fetched.strong_count(), 0, "it has no viewer any more");
    let once_more = lobby.table(&id).unwrap().log_view(&bea(), Observer::Open).epoch();
    assert_eq!(once_more, epoch, "a page that comes back reads on where it was");
}

#[test]
fn concurrent_requests_for_a_match_in_the_archive_share_its_table_and_log() {
    let lobby = lobby();
    let (id, _) = gone(&lobby);
    let packed = |table: &MatchTable| {
        table.log_view(&bea(), Observer::Open).packed().expect("the archive can be read")
    };
    let asked = || lobby.table(&id).map(|table| (packed(&table), table));
    let found = std::thread::scope(|scope| {
        let threads = [(); 8].map(|()| scope.spawn(asked));
        threads.map(|thread| thread.join().expect("it is found").expect("it is found"))
    });
    let (packed, table) = &found[0];
    assert!(found.iter().all(|(_, other)| std::sync::Arc::ptr_eq(other, table)));
    assert!(found.iter().all(|(other, _)| std::sync::Arc::ptr_eq(other, packed)), "packed once");
}

#[test]
fn no_more_matches_run_at_once_than_may() {
    let lobby = Lobby::open(LobbyOptions { most: 2, ..LobbyOptions::default() }).unwrap();
    let waits = new("quoridor", &["free", "greedy"]);
    let first = begin(&lobby, &waits, &ana());
    begin(&lobby, &waits, &ana());
    let refused = lobby.begin(&waits, &ana()).unwrap_err();
    assert_eq!(refused.kind(), RefusalKind::Full);
    assert!(refused.to_string().starts_with("the server is full (2 matches)"), "{refused}");
    first.stop(&ana()).unwrap();
    wait_until(|| lobby.begin(&waits, &ana()).is_ok());
}

#[test]
fn the_list_of_games_names_bots_by_level_and_scripts_by_their_place() {
    let folder = tempfile::tempdir().unwrap();
    let script = "return { next_move = function(view) return view:moves()[1] end }";
    fs::create_dir_all(folder.path().join("quoridor/pair")).unwrap();
    fs::write(folder.path().join("quoridor/plain.lua"), script).unwrap();
    fs::write(folder.path().join("quoridor/pair/main.lua"), script).unwrap();
    fs::write(folder.path().join("named.lua"), format!("-- juez: durak\n{script}")).unwrap();
    fs::write(folder.path().join("silent.lua"), script).unwrap();
    let bots = Some(folder.path().to_path_buf());
    let lobby = Lobby::open(LobbyOptions { bots, ..LobbyOptions::default() }).unwrap();
    let games = lobby.games(&juez::lobby::VisitorId::of("ana"));
    let files = |id: &str| -> Vec<String> {
        let game = games.iter().find(|game| game.id == id).unwrap();
        game.files.iter().map(|file| file.player.clone()).collect()
    };
    assert_eq!(files("quoridor"), ["quoridor/plain.lua", "quoridor/pair/"]);
    assert_eq!(files("durak"), ["named.lua"]);
    let quoridor = games.iter().find(|game| game.id == "quoridor").unwrap();
    let levels: Vec<_> = quoridor.bots.iter().map(|bot| (bot.level, &*bot.player)).collect();
    assert_eq!(levels[0], (Some(1), "random"));
    let seats = serde_json::to_value(&quoridor.options[0]).unwrap();
    assert_eq!((&seats["name"], &seats["allowed"]["kind"]), (&"seats".into(), &"numbers".into()));
    let table = begin(&lobby, &new("quoridor", &["quoridor/pair/", "quoridor/plain.lua"]), &ana());
    assert_eq!(table.state(&ana()).seats[0].name, "pair");
}

#[test]
fn only_what_is_on_the_list_plays() {
    let folder = tempfile::tempdir().unwrap();
    let inside = folder.path().join("inside");
    fs::create_dir(&inside).unwrap();
    let script = "-- juez: quoridor\nreturn { next_move = function(v) return v:moves()[1] end }";
    fs::write(folder.path().join("outside.lua"), script).unwrap();
    fs::write(inside.join("known.lua"), script).unwrap();
    fs::write(inside.join("broken.lua"), "-- juez: quoridor\nreturn {").unwrap();
    let lobby = Lobby::open(LobbyOptions { bots: Some(inside.clone()), ..LobbyOptions::default() });
    let lobby = lobby.unwrap();
    let whole = inside.join("known.lua").display().to_string();
    let named = format!("x={whole}");
    for player in
        ["../outside.lua", &whole, &named, "./known.lua", "/etc/passwd", "human", "", "broken.lua"]
    {
        let refused = lobby.begin(&new("quoridor", &[player, "greedy"]), &ana()).unwrap_err();
        assert_eq!(refused.kind(), RefusalKind::Wrong, "{player}: {refused}");
    }
    assert!(lobby.begin(&new("durak", &["known.lua", "greedy"]), &ana()).is_err(), "another game");
    lobby.begin(&new("quoridor", &["known.lua", "greedy"]), &ana()).expect("this one is listed");
}

#[test]
fn a_missing_folder_of_bots_is_an_error_at_the_start() {
    let bots = Some("no/such/folder".into());
    let refused = Lobby::open(LobbyOptions { bots, ..LobbyOptions::default() }).err().unwrap();
    assert!(refused.to_string().contains("no/such/folder"), "{refused}");
}

#[test]
fn what_cannot_be_played_is_refused_with_the_reason() {
    let lobby = lobby();
    let two = new("quoridor", &["greedy", "greedy"]);
    let option = |name: &str, value: i64| {
        [(name.to_string(), value.into())].into_iter().collect::<serde_json::Map<_, _>>()
    };
    let wrong = [
        NewMatch { game: "chess".into(), ..two.clone() },
        NewMatch { players: vec!["greedy".into(); 3], ..two.clone() },
        NewMatch { players: vec!["greedy".into(); 7], ..two.clone() },
        NewMatch { players: vec!["gredy".into(); 2], ..two.clone() },
        NewMatch { players: vec!["minimax:deep=1".into(), "greedy".into()], ..two.clone() },
        NewMatch { options: option("sides", 3), ..two.clone() },
        NewMatch { options: option("seats", 4), ..two.clone() },
        NewMatch { seed: Some("no seed".into()), ..two.clone() },
        NewMatch { clock_s: Some(0), ..two.clone() },
    ];
    for new in wrong {
        let refused = lobby.begin(&new, &ana()).unwrap_err();
        assert_eq!(refused.kind(), RefusalKind::Wrong, "{refused}");
        assert!(!refused.to_string().is_empty());
    }
    assert!(lobby.matches().is_empty());
}

#[test]
fn players_of_one_name_are_numbered_and_a_seed_is_drawn() {
    let lobby = lobby();
    let unseeded = NewMatch { seed: None, ..new("quoridor", &["random", "random"]) };
    let (one, two) = (begin(&lobby, &unseeded, &ana()), begin(&lobby, &unseeded, &ana()));
    wait_until(|| is_over(&one.state(&ana())) && is_over(&two.state(&ana())));
    let (one, two) = (one.record().unwrap(), two.record().unwrap());
    assert_eq!((&*one.players[0].name, &*one.players[1].name), ("random", "random (2)"));
    assert!(one.seed.is_some() && one.seed != two.seed);
}

#[test]
fn pages_that_look_on_are_counted() {
    let lobby = lobby();
    let table = begin(&lobby, &new("quoridor", &["free", "greedy"]), &ana());
    let mut changes = table.changes();
    let pages = [table.watch(), table.watch()];
    assert_eq!(table.state(&bea()).watching, 2);
    assert!(changes.has_changed().unwrap());
    changes.borrow_and_update();
    drop(pages);
    assert_eq!(table.state(&bea()).watching, 0);
    assert!(changes.has_changed().unwrap());
}

#[test]
fn tables_of_every_size_of_every_game_are_played_to_the_end_with_people_at_the_last_seat() {
    let lobby = lobby();
    for game in games() {
        let info = game.info();
        for seats in info.seats.0..=info.seats.1 {
            let mut players = vec!["random"; usize::from(seats)];
            if let Some(last) = players.last_mut() {
                *last = "me";
            }
            let Ok(id) = lobby.begin(&new(info.id, &players), &ana()) else {
                assert_eq!((info.id, seats), ("quoridor", 3), "only Quoridor leaves a number out");
                continue;
            };
            let table = lobby.table(&id).unwrap();
            play_on(&table, &ana(), usize::MAX);
            let record = table.record().unwrap();
            assert_eq!(record.players.len(), usize::from(seats), "{}", info.id);
            game.verify(&record).unwrap();
        }
    }
}
