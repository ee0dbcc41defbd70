//! Matches that continue from a position of another.

use juez::core::{Branch, By, Record, Seat};
use juez::lobby::{
    BranchRequest, Lobby, LobbyOptions, MatchStatus, MatchTable, NewMatch, RefusalKind,
};
use juez::registry::game;
use serde_json::json;
use std::fs;
use std::sync::Arc;

use crate::lobby::common::*;

fn from(of: &MatchTable, ply: u32) -> Option<BranchRequest> {
    Some(BranchRequest { of: Some(of.id().to_string()), record: None, ply })
}

fn from_line(record: &Record, ply: u32) -> Option<BranchRequest> {
    Some(BranchRequest { of: None, record: Some(record.to_line()), ply })
}

/// Returns a request without a chosen seed.
fn branch(game: &str, players: &[&str], from: Option<BranchRequest>) -> NewMatch {
    NewMatch { seed: None, from, ..new(game, players) }
}

/// Plays a match of these players to its end.
fn over(lobby: &Arc<Lobby>, new: &NewMatch) -> Arc<MatchTable> {
    let table = begin(lobby, new, &ana());
    finish(&table);
    table
}

fn finish(table: &MatchTable) -> Record {
    wait_until(|| is_over(&table.state(&ana())));
    table.record().expect("it is over")
}

fn checked(record: &Record) {
    let game = game(&record.game).unwrap();
    let read = Record::from_line(&record.to_line()).expect("the line can be read");
    assert_eq!(&read, record);
    game.verify(record).expect("the moves and the end are right");
    game.audit(record).expect("all else is right");
}

#[test]
fn bots_of_every_game_go_on_from_the_middle_and_the_record_verifies() {
    let lobby = lobby();
    for (game, seats) in
        [("quoridor", 2), ("tute", 3), ("dominoes", 4), ("durak", 3), ("scopone", 4)]
    {
        let first = over(&lobby, &new(game, &vec!["random"; seats]));
        let record = first.record().unwrap();
        for ply in [0, 1, record.moves.len() as u32 / 2, record.moves.len() as u32 - 1] {
            let again = branch(game, &vec!["same"; seats], from(&first, ply));
            let made = finish(&begin(&lobby, &again, &bea()));
            checked(&made);
            let origin = made.branch.as_ref().expect("it says where it comes from");
            assert_eq!((origin.of.as_deref(), origin.ply), (Some(first.id()), ply), "{game}");
            assert_eq!(origin.hands_seen, game != "quoridor", "{game}");
            let given = ply as usize;
            assert_eq!(made.moves[..given], record.moves[..given], "{game}");
            assert!(made.plies[..given].iter().all(|how| how.by == By::Given));
            assert_eq!(made.deals.first(), record.deals.first(), "{game}");
            assert_eq!(made.options, record.options);
            assert_ne!(made.seed, record.seed, "what follows is drawn by lot");
        }
    }
}

#[test]
fn a_person_takes_a_seat_in_the_middle_and_the_page_is_told() {
    let lobby = lobby();
    let first = over(&lobby, &new("durak", &["greedy", "random"]));
    let again = NewMatch {
        name: Some("Bea".to_string()),
        ..branch("durak", &["me", "same"], from(&first, 6))
    };
    let table = begin(&lobby, &again, &bea());
    let ask = next_ask(&table, &bea()).expect("a decision");
    assert!(ask.ply >= 6);
    let head = table.log_view(&bea(), juez::core::Observer::Public).head();
    assert_eq!(head.branch.expect("an origin").ply, 6);
    assert!(lobby.matches()[0].branch);
    play_on(&table, &bea(), usize::MAX);
    let record = finish(&table);
    checked(&record);
    assert_eq!(record.players[0].name, "Bea");
    let next = lobby.table(&lobby.rematch(&table, &bea()).unwrap()).unwrap();
    let head = next.log_view(&bea(), juez::core::Observer::Public).head();
    assert_eq!(head.branch.map(|origin| origin.ply), Some(6), "from the same position again");
}

#[test]
fn a_stored_script_plays_on_though_its_file_has_changed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("first.lua");
    let source = "-- juez: quoridor\nreturn { next_move = function(view) local moves = view:moves() return moves[view:random(#moves) + 1] end }";
    fs::write(&file, source).unwrap();
    let bots = Some(folder.path().to_path_buf());
    let lobby = Lobby::open(LobbyOptions { bots, ..LobbyOptions::default() }).unwrap();
    let first = over(&lobby, &new("quoridor", &["greedy", "first.lua"]));
    fs::write(&file, "return {}").unwrap();
    assert!(first.state(&ana()).seats.iter().all(|seat| seat.has_bot));
    let again = branch("quoridor", &["greedy", "same"], from(&first, 2));
    let record = finish(&begin(&lobby, &again, &ana()));
    assert_eq!(record.players[1], first.record().unwrap().players[1]);
    checked(&record);
}

#[test]
fn a_record_of_a_file_goes_on_too() {
    let lobby = lobby();
    let record = over(&lobby, &new("scopone", &["greedy"; 4])).record().unwrap();
    let again = branch("scopone", &["same", "same", "random", "same"], from_line(&record, 3));
    let made = finish(&begin(&lobby, &again, &ana()));
    checked(&made);
    let origin = made.branch.expect("it says where it comes from");
    assert_eq!((origin.of, origin.ply, origin.hands_seen), (None, 3, true));
}

#[test]
fn a_shown_record_goes_on_and_offers_only_bots_that_are_there() {
    let lobby = lobby();
    let mut record = over(&lobby, &new("quoridor", &["greedy", "random"])).record().unwrap();
    record.players[0] =
        serde_json::from_value(json!({"name": "mine", "bot": "lua", "source": "0".repeat(64)}))
            .unwrap();
    let shown = lobby.table(&lobby.show_record(&record, &ana()).unwrap()).unwrap();
    let offered: Vec<bool> = shown.state(&ana()).seats.iter().map(|seat| seat.has_bot).collect();
    assert_eq!(offered, [false, true]);
    let gone = lobby.begin(&branch("quoridor", &["same", "same"], from(&shown, 1)), &ana());
    assert_eq!(gone.unwrap_err().to_string(), "the source of mine is missing");
    let made =
        finish(&begin(&lobby, &branch("quoridor", &["greedy", "same"], from(&shown, 1)), &ana()));
    checked(&made);
}

#[test]
fn it_goes_on_after_a_restart_of_the_server() {
    let folder = tempfile::tempdir().unwrap();
    let options =
        || LobbyOptions { store: Some(folder.path().join("m.db")), ..LobbyOptions::default() };
    let lobby = Lobby::open(options()).unwrap();
    let first = over(&lobby, &new("durak", &["greedy", "random"]));
    let table = begin(&lobby, &branch("durak", &["me", "same"], from(&first, 4)), &bea());
    play_on(&table, &bea(), 1);
    next_ask(&table, &bea());
    let (id, of) = (table.id().to_string(), first.id().to_string());
    lobby.close();
    drop((table, first, lobby));
    let lobby = Lobby::open(options()).unwrap();
    let table = lobby.table(&id).unwrap();
    play_on(&table, &bea(), usize::MAX);
    let record = finish(&table);
    checked(&record);
    assert_eq!(record.branch.unwrap().of, Some(of));
}

#[test]
fn what_cannot_go_on_is_refused_in_words() {
    let lobby = lobby();
    let first = over(&lobby, &new("quoridor", &["greedy", "random"]));
    let moves = first.record().unwrap().moves.len() as u32;
    let running = begin(&lobby, &new("quoridor", &["me", "random"]), &ana());
    let same = ["same", "same"];
    let unknown = Some(BranchRequest { of: Some("none".into()), record: None, ply: 0 });
    let neither = Some(BranchRequest { of: None, record: None, ply: 0 });
    let options = json!({"seats": 2}).as_object().unwrap().clone();
    let record = first.record().unwrap();
    let by_person = over_by_person(&lobby);
    let cases = [
        (branch("quoridor", &same, from(&running, 0)), RefusalKind::Conflict, "is not over"),
        (
            branch("quoridor", &same, from(&first, moves)),
            RefusalKind::Wrong,
            "the match is over at",
        ),
        (branch("quoridor", &same, from(&first, 999)), RefusalKind::Wrong, "no ply 999"),
        (branch("durak", &same, from(&first, 1)), RefusalKind::Wrong, "a record of quoridor"),
        (branch("quoridor", &same, unknown), RefusalKind::Missing, "no such match"),
        (branch("quoridor", &same, neither), RefusalKind::Wrong, "name one of them"),
        (branch("quoridor", &["random"; 3], from(&first, 1)), RefusalKind::Wrong, "2 seats"),
        (branch("quoridor", &same, from(&by_person, 1)), RefusalKind::Wrong, "no bot played"),
        (branch("quoridor", &same, None), RefusalKind::Wrong, "has no bot \"same\""),
        (
            NewMatch { options, ..branch("quoridor", &same, from_line(&record, 1)) },
            RefusalKind::Wrong,
            "the same house rules",
        ),
    ];
    for (request, kind, why) in cases {
        let refused = lobby.begin(&request, &ana()).unwrap_err();
        assert!(refused.to_string().contains(why), "{refused}, not {why}");
        assert_eq!(refused.kind(), kind, "{refused}");
    }
}

/// Plays a match in which a person sat and gave up.
fn over_by_person(lobby: &Arc<Lobby>) -> Arc<MatchTable> {
    let table = begin(lobby, &new("quoridor", &["me", "random"]), &ana());
    play_on(&table, &ana(), 2);
    table.stop(&ana()).unwrap();
    assert_eq!(table.state(&ana()).status, MatchStatus::Stopped);
    table
}

#[test]
fn a_seat_of_a_stopped_match_may_be_taken_by_another_person() {
    let lobby = lobby();
    let first = over_by_person(&lobby);
    let table = begin(&lobby, &branch("quoridor", &["me", "free"], from(&first, 2)), &bea());
    table.sit(&ana(), &sit(1, "Ana")).unwrap();
    let ask = next_ask(&table, &bea()).unwrap();
    assert_eq!((ask.ply, ask.seat), (2, Seat::new(0)));
}

#[test]
fn a_record_cannot_claim_another_origin_than_its_given_moves_have() {
    let lobby = lobby();
    let first = over(&lobby, &new("durak", &["greedy", "random"]));
    let again = branch("durak", &["same", "same"], from(&first, 5));
    let record = finish(&begin(&lobby, &again, &ana()));
    let durak = game("durak").unwrap();
    let origin = record.branch.clone().unwrap();
    for (wrong, why) in [
        (Branch { ply: 4, ..origin.clone() }, "continues another from ply 4, and 5 moves"),
        (Branch { hands_seen: false, ..origin }, "the hands as not seen"),
    ] {
        let tampered = Record { branch: Some(wrong), ..record.clone() };
        let refused = durak.audit(&tampered).expect_err("it cannot be").error;
        assert!(refused.contains(why), "{refused}");
    }
}
