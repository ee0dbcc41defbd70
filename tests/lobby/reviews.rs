//! Reviews of finished matches: made once in the background, stored, and deleted with their match.

use juez::lobby::{Lobby, LobbyOptions, MatchReview, MatchTable, NewMatch, RefusalKind};
use juez::registry::{Reviewed, Reviewing, game};
use rusqlite::Connection;
use serde_json::json;
use std::path::Path;
use std::sync::Arc;

use crate::lobby::common::*;

fn open(store: &Path) -> Arc<Lobby> {
    let store = Some(store.to_path_buf());
    Lobby::open(LobbyOptions { store, ..LobbyOptions::default() }).expect("a store opens")
}

/// A match of two bots that is soon reviewed.
fn race() -> NewMatch {
    let mut race = new("quoridor", &["minimax", "greedy"]);
    race.options.insert("walls".to_string(), json!(0));
    race
}

/// Begins the review of a match and waits for it.
fn reviewed(lobby: &Arc<Lobby>, table: &MatchTable) -> MatchReview {
    wait_until(|| is_over(&table.state(&ana())));
    assert!(lobby.review(table, true).unwrap().is_begun);
    wait_for(|| lobby.review(table, false).ok().filter(|review| review.is_complete))
}

#[test]
fn a_review_is_made_when_a_visitor_asks_for_it() {
    let lobby = lobby();
    let table = begin(&lobby, &race(), &ana());
    wait_until(|| is_over(&table.state(&ana())));
    let before = lobby.review(&table, false).unwrap();
    assert!(!before.is_begun && before.decisions.is_empty());
    let found = reviewed(&lobby, &table);
    let record = table.record().expect("a record");
    let reviewing = Reviewing::new(game("quoridor").unwrap(), &record, None).unwrap();
    let review = reviewing.review(&record, |_| true).unwrap().expect("whole");
    assert_eq!(found.decisions, review.decisions);
    assert_eq!(found.reviewer, review.key.reviewer);
    assert_eq!(found.moves as usize, record.moves.len());
}

#[test]
fn a_decision_reviewed_again_alone_has_the_value_of_the_review() {
    let lobby = lobby();
    for (game_id, nodes) in [("quoridor", 2000), ("durak", 200)] {
        let table = begin(&lobby, &new(game_id, &["greedy", "greedy"]), &ana());
        wait_until(|| is_over(&table.state(&ana())));
        let record = table.record().expect("a record");
        let reviewing = Reviewing::new(game(game_id).unwrap(), &record, Some(nodes)).unwrap();
        let review = reviewing.review(&record, |_| true).unwrap().expect("whole");
        for decision in review.decisions.iter().step_by(5) {
            let Reviewed { ply, played, best, .. } = decision;
            let again = reviewing.review_move(&record, *ply, played).unwrap();
            let by_view = Reviewed { hindsight: None, ..decision.clone() };
            assert_eq!(again, Some(by_view), "{game_id}");
            let best = reviewing.review_move(&record, *ply, best).unwrap().expect("a value");
            assert_eq!((best.cost, best.before), (0, decision.before), "{game_id}: {decision:?}");
        }
        assert!(reviewing.review_move(&record, 0, "nonsense").is_err());
    }
}

#[test]
fn a_review_is_kept_and_deleted_with_its_match() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("matches.db");
    let lobby = open(&store);
    let table = begin(&lobby, &race(), &ana());
    let found = reviewed(&lobby, &table);
    let id = table.id().to_string();
    lobby.close();
    drop((table, lobby));
    let lobby = open(&store);
    let table = lobby.table(&id).expect("it is stored");
    assert_eq!(lobby.review(&table, false).unwrap(), found);
    lobby.remove_visitors(&[ana()]).unwrap();
    drop((table, lobby));
    let left: i64 = Connection::open(&store)
        .and_then(|db| db.query_row("SELECT count(*) FROM review", [], |row| row.get(0)))
        .unwrap();
    assert_eq!(left, 0);
}

#[test]
fn a_match_that_runs_and_rules_without_a_reviewer_have_no_review() {
    let lobby = lobby();
    let running = begin(&lobby, &new("quoridor", &["me", "greedy"]), &ana());
    next_ask(&running, &ana()).expect("a decision");
    let refused = lobby.review(&running, true).unwrap_err();
    assert_eq!(refused.kind(), RefusalKind::Conflict);
    assert!(!running.state(&ana()).can_review);
    let four = begin(&lobby, &new("quoridor", &["random"; 4]), &ana());
    wait_until(|| is_over(&four.state(&ana())));
    let refused = lobby.review(&four, true).unwrap_err();
    assert_eq!(refused.to_string(), "no bot of quoridor reviews such matches");
    assert!(!four.state(&ana()).can_review);
}
