//! The opponent that follows the level of a visitor.

use juez::core::LevelResult;
use juez::lobby::{
    BranchRequest, Lobby, LobbyOptions, MatchTable, MoveRequest, NewMatch, RefusalKind, VisitorId,
};
use juez::registry::{game, level_of};
use rusqlite::Connection;
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;

use crate::lobby::common::*;

fn adaptive() -> NewMatch {
    adaptive_in("quoridor", 2, json!({}))
}

/// A match at a table of `seats` seats, the first of them Ana's.
fn adaptive_in(game: &str, seats: usize, options: Value) -> NewMatch {
    let players = [&["me"][..], &vec!["adaptive"; seats - 1]].concat();
    let options = options.as_object().cloned().expect("options");
    NewMatch { name: Some("Ana".to_string()), options, ..new(game, &players) }
}

fn open(store: &Path) -> Arc<Lobby> {
    let store = Some(store.to_path_buf());
    Lobby::open(LobbyOptions { store, ..LobbyOptions::default() }).expect("a store opens")
}

/// Resigns at the visitor's next decision and waits for the end.
fn resign(table: &MatchTable, by: &VisitorId) {
    let ask = next_ask(table, by).expect("a decision");
    let answer = MoveRequest { seat: ask.seat, ply: ask.ply, mv: None };
    table.answer(by, &answer).expect("anyone can resign");
    wait_until(|| is_over(&table.state(by)));
}

/// Returns the level that played in a seat, as its record names it.
fn level_in(table: &MatchTable, seat: usize) -> usize {
    let player = table.record().expect("a record").players[seat].clone();
    let level = level_of(&player.name);
    assert_eq!(player.source.as_deref().and_then(level_of), level);
    level.expect("a level of the master")
}

/// Plays a match against the next level, resigns, and returns the level.
fn lost(lobby: &Arc<Lobby>, by: &VisitorId) -> usize {
    let table = begin(lobby, &adaptive(), by);
    resign(&table, by);
    level_in(&table, 1)
}

/// Returns the next level of a visitor and the number of matches that count.
fn known(lobby: &Lobby, of: &VisitorId) -> (usize, u32) {
    let level = lobby.level("quoridor", of).expect("quoridor has levels");
    (level.next, level.summary.matches)
}

fn curve_of(results: &[(usize, f64)]) -> Vec<f64> {
    curve_in("quoridor", false, results)
}

fn curve_in(id: &str, has_partner: bool, results: &[(usize, f64)]) -> Vec<f64> {
    let result = |&(level, score)| LevelResult { level, score, has_partner };
    let results: Vec<_> = results.iter().map(result).collect();
    game(id).unwrap().scale().unwrap().curve(&results)
}

#[test]
fn a_match_is_played_by_the_level_that_suits_the_visitor_and_names_it() {
    let lobby = lobby();
    assert_eq!(known(&lobby, &ana()), (3, 0));
    let table = begin(&lobby, &adaptive(), &ana());
    assert_eq!(table.state(&ana()).seats[1].name, "master:level=3");
    resign(&table, &ana());
    assert_eq!(level_in(&table, 1), 3);
    assert!(!table.record().unwrap().to_line().contains("adaptive"));
    let (next, matches) = known(&lobby, &ana());
    assert!(next < 3 && matches == 1, "{next} {matches}");
    assert_eq!(lost(&lobby, &ana()), next);
}

#[test]
fn only_the_visitor_sees_that_an_opponent_adapts() {
    let lobby = lobby();
    let table = begin(&lobby, &adaptive(), &ana());
    assert!(table.state(&ana()).adaptive && !table.state(&bea()).adaptive);
    resign(&table, &ana());
    assert_eq!(known(&lobby, &bea()), (3, 0));
    let levels = lobby.levels_of(&[bea(), ana()]).unwrap();
    assert_eq!((levels[0].len(), levels[1][0].matches), (0, 1));
}

#[test]
fn matches_that_run_at_once_count_in_the_order_of_their_ends() {
    let lobby = lobby();
    let first = begin(&lobby, &adaptive(), &ana());
    let low = lost(&lobby, &ana());
    let second = begin(&lobby, &adaptive(), &ana());
    resign(&second, &ana());
    let lower = level_in(&second, 1);
    resign(&first, &ana());
    assert_eq!((low, level_in(&first, 1)), (3, 3), "both began before any end");
    let curve = lobby.level("quoridor", &ana()).unwrap().curve;
    assert_eq!(curve, curve_of(&[(3, 0.0), (lower, 0.0), (3, 0.0)]));
    assert_ne!(curve, curve_of(&[(3, 0.0), (3, 0.0), (lower, 0.0)]));
}

#[test]
fn results_survive_a_restart_also_when_the_match_ran_then() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("matches.db");
    let lobby = open(&store);
    lost(&lobby, &ana());
    let before = lobby.level("quoridor", &ana()).unwrap();
    let id = begin(&lobby, &adaptive(), &ana()).id().to_string();
    lobby.close();
    drop(lobby);
    let lobby = open(&store);
    assert_eq!(lobby.level("quoridor", &ana()).unwrap(), before);
    let table = lobby.table(&id).expect("it runs");
    assert!(table.state(&ana()).adaptive);
    resign(&table, &ana());
    assert_eq!(known(&lobby, &ana()).1, 2);
}

#[test]
fn a_win_a_draw_and_a_loss_are_told_apart_in_either_seat() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("matches.db");
    let lobby = open(&store);
    let first = begin(&lobby, &adaptive(), &ana());
    resign(&first, &ana());
    let second = lobby.table(&lobby.rematch(&first, &ana()).unwrap()).unwrap();
    resign(&second, &ana());
    let levels = [level_in(&first, 1), level_in(&second, 0)];
    lobby.close();
    drop((first, second, lobby));
    for (ranks, scores) in [("[1,2]", [1.0, 0.0]), ("[2,1]", [0.0, 1.0]), ("[1,1]", [0.5, 0.5])] {
        let db = Connection::open(&store).unwrap();
        db.execute("UPDATE match SET ranks = ?1", [ranks]).unwrap();
        drop(db);
        let curve = open(&store).level("quoridor", &ana()).unwrap().curve;
        assert_eq!(curve, curve_of(&[(levels[0], scores[0]), (levels[1], scores[1])]), "{ranks}");
    }
}

#[test]
fn the_rematch_is_against_the_level_that_suits_by_then() {
    let lobby = lobby();
    let table = begin(&lobby, &adaptive(), &ana());
    resign(&table, &ana());
    lost(&lobby, &ana());
    let (next, _) = known(&lobby, &ana());
    let rematch = lobby.table(&lobby.rematch(&table, &ana()).unwrap()).unwrap();
    assert!(rematch.state(&ana()).adaptive);
    resign(&rematch, &ana());
    assert_eq!(level_in(&rematch, 0), next);
    assert_eq!(known(&lobby, &ana()).1, 3);
}

/// The level in each seat, `None` for a person.
fn levels_at(table: &MatchTable) -> Vec<Option<usize>> {
    let players = table.record().expect("a record").players.clone();
    players.iter().map(|player| player.source.as_deref().and_then(level_of)).collect()
}

#[test]
fn levels_fill_the_table_and_a_partner_is_one_higher_in_the_rematch_too() {
    let lobby = lobby();
    let team9 = json!({"kind": "team9"});
    for (id, seats, options, partner) in [
        ("dominoes", 4, json!({}), Some(2)),
        ("scopone", 4, team9, Some(2)),
        ("durak", 2, json!({}), None),
        ("durak", 3, json!({}), None),
    ] {
        let levels = |own: usize, level: usize| -> Vec<Option<usize>> {
            let partner = partner.map(|steps| (own + steps) % seats);
            let one = |seat| (seat != own).then_some(level + usize::from(partner == Some(seat)));
            (0..seats).map(one).collect()
        };
        let visitor = VisitorId::of(&format!("{id} {seats} {options}"));
        let table = begin(&lobby, &adaptive_in(id, seats, options), &visitor);
        resign(&table, &visitor);
        assert_eq!(levels_at(&table), levels(0, 3), "{id}");
        let level = lobby.level(id, &visitor).unwrap();
        assert_eq!(level.curve, curve_in(id, partner.is_some(), &[(3, 0.0)]), "{id}");
        let rematch = lobby.table(&lobby.rematch(&table, &visitor).unwrap()).unwrap();
        assert!(rematch.state(&visitor).adaptive);
        resign(&rematch, &visitor);
        assert_eq!(levels_at(&rematch), levels(seats - 1, level.next), "{id}");
        assert_eq!(lobby.level(id, &visitor).unwrap().summary.matches, 2);
    }
}

#[test]
fn against_several_the_score_is_the_mean() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("matches.db");
    let lobby = open(&store);
    let table = begin(&lobby, &adaptive_in("durak", 4, json!({})), &ana());
    resign(&table, &ana());
    lobby.close();
    drop((table, lobby));
    for (ranks, score) in [("[2,1,3,4]", 2.0 / 3.0), ("[1,1,3,4]", 5.0 / 6.0), ("[4,1,2,3]", 0.0)] {
        let db = Connection::open(&store).unwrap();
        db.execute("UPDATE match SET ranks = ?1", [ranks]).unwrap();
        drop(db);
        let curve = open(&store).level("durak", &ana()).unwrap().curve;
        assert_eq!(curve, curve_in("durak", false, &[(3, score)]), "{ranks}");
    }
}

#[test]
fn only_matches_that_the_visitor_played_to_the_end_against_the_level_count() {
    let lobby = lobby();
    let stopped = begin(&lobby, &adaptive(), &ana());
    next_ask(&stopped, &ana()).unwrap();
    stopped.stop(&ana()).unwrap();
    let helped = begin(&lobby, &adaptive(), &ana());
    helped.sit(&bea(), &sit(1, "Bea")).unwrap();
    helped.sit(&bea(), &get_up(1)).unwrap();
    resign(&helped, &ana());
    let handed_over = begin(&lobby, &adaptive(), &ana());
    next_ask(&handed_over, &ana()).unwrap();
    handed_over.sit(&ana(), &get_up(0)).unwrap();
    handed_over.sit(&bea(), &sit(0, "Bea")).unwrap();
    resign(&handed_over, &bea());
    let chosen = begin(&lobby, &new("quoridor", &["me", "master:level=3"]), &ana());
    resign(&chosen, &ana());
    let again = BranchRequest { of: Some(helped.id().to_string()), record: None, ply: 0 };
    let branch = new("quoridor", &["me", "same"]);
    let branch = begin(&lobby, &NewMatch { seed: None, from: Some(again), ..branch }, &ana());
    resign(&branch, &ana());
    assert_eq!((known(&lobby, &ana()), known(&lobby, &bea())), ((3, 0), (3, 0)));
}

#[test]
fn a_removed_visitor_has_no_level() {
    let lobby = lobby();
    lost(&lobby, &ana());
    lost(&lobby, &bea());
    lobby.remove_visitors(&[ana()]).unwrap();
    assert_eq!((known(&lobby, &ana()), known(&lobby, &bea()).1), ((3, 0), 1));
}

#[test]
fn an_adaptive_opponent_needs_levels_at_the_table_and_the_visitor_alone_at_a_new_one() {
    let lobby = lobby();
    let table = begin(&lobby, &new("quoridor", &["greedy", "random"]), &ana());
    wait_until(|| is_over(&table.state(&ana())));
    let from = BranchRequest { of: Some(table.id().to_string()), record: None, ply: 2 };
    let four = json!({"seats": 4}).as_object().cloned().unwrap();
    let needs_you = "adaptive follows the person who starts the match: take a seat yourself";
    let fills = "adaptive plays in every seat but yours";
    for (new, why) in [
        (
            adaptive_in("quoridor", 4, json!({})),
            "the levels of Quoridor need the house rule seats=2",
        ),
        (
            adaptive_in("scopone", 4, json!({})),
            "the levels of Scopone need the house rule kind=team9",
        ),
        (new("durak", &["me", "me", "adaptive"]), fills),
        (new("durak", &["me", "adaptive", "free"]), fills),
        (new("quoridor", &["adaptive", "adaptive"]), needs_you),
        (new("quoridor", &["greedy", "adaptive"]), needs_you),
        (new("quoridor", &["free", "adaptive"]), needs_you),
        (
            NewMatch {
                options: four.clone(),
                ..new("quoridor", &["me", "adaptive", "greedy", "greedy"])
            },
            fills,
        ),
        (NewMatch { options: four, ..adaptive() }, "2 players at a table of 4 seats"),
        (
            NewMatch { from: Some(from), seed: None, ..adaptive() },
            "adaptive plays only from the beginning: choose another player",
        ),
    ] {
        let refused = lobby.begin(&new, &ana()).expect_err("it is refused");
        assert_eq!((refused.kind(), refused.to_string().as_str()), (RefusalKind::Wrong, why));
    }
    let refused = lobby.level("nothing", &ana()).expect_err("no levels");
    assert_eq!(refused.kind(), RefusalKind::Missing);
}

#[test]
fn a_master_plays_with_the_weights_of_the_policy_and_the_record_names_them() {
    let policy = Arc::new(Offering { is_untaught: true, ..Offering::default() });
    let lobby =
        Lobby::open(LobbyOptions { policy: Some(policy), ..LobbyOptions::default() }).unwrap();
    let sources = |table: &MatchTable| -> Vec<String> {
        let players = table.record().expect("a record").players.clone();
        players.into_iter().filter_map(|player| player.source).collect()
    };
    let bots = new("quoridor", &["master:nodes=50", "random"]);
    let table = begin(&lobby, &bots, &ana());
    wait_until(|| is_over(&table.state(&ana())));
    assert_eq!(sources(&table), ["master:level=10,nodes=50,weights=none", "random"]);
    let table = begin(&lobby, &adaptive(), &ana());
    resign(&table, &ana());
    assert_eq!(sources(&table), ["master:level=3,nodes=300000,weights=none"]);
    assert_eq!(known(&lobby, &ana()).1, 1);
    let other = new("quoridor", &["master:weights=0123456789abcdef", "random"]);
    let refused = lobby.begin(&other, &ana()).expect_err("weights from elsewhere");
    let refused = refused.to_string();
    assert!(refused.contains("0123456789abcdef are not here"), "{refused}");
}
