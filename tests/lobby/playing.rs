//! People play matches.

use juez::core::{By, FaultKind, Observer, PlayedBy, Reason, Seat};
use juez::lobby::{
    Decider, EventLog, Lobby, LobbyOptions, MatchStatus, MoveRequest, OnClock, RefusalKind,
};
use juez::registry::game;

use crate::lobby::common::*;

fn a_whole_match(options: LobbyOptions) {
    let lobby = Lobby::open(options).unwrap();
    let table = begin(&lobby, &new("quoridor", &["me", "greedy"]), &ana());
    assert!(table.record().is_none(), "nothing is on paper yet");
    let played = play_on(&table, &ana(), 500);
    assert!(played > 2, "{played} moves of the person");
    wait_until(|| is_over(&table.state(&ana())));
    let record = table.record().expect("it is on paper");
    assert_eq!(table.state(&ana()).status, MatchStatus::Finished);
    let by_person = record.plies.iter().filter(|ply| ply.by == By::Human).count();
    assert_eq!(by_person, played);
    assert!(record.plies.iter().any(|ply| ply.by == By::Bot));
    assert_eq!(record.players[0].bot, PlayedBy::Human);
    let end = game("quoridor").unwrap().verify(&record).expect("the record is good");
    assert_eq!(end, record.end);
}

#[test]
fn a_person_plays_a_whole_match_against_a_bot() {
    a_whole_match(LobbyOptions::default());
}

#[test]
fn a_person_plays_a_whole_match_against_a_bot_in_another_process() {
    a_whole_match(in_workers(LobbyOptions::default()));
}

#[test]
fn people_and_bots_play_a_hand_of_cards_at_one_table() {
    let lobby = lobby();
    let table = begin(&lobby, &new("scopone", &["me", "greedy", "free", "random"]), &ana());
    table.sit(&bea(), &sit(2, "Bea")).unwrap();
    let (a, b) = (table.clone(), table.clone());
    let one = std::thread::spawn(move || play_on(&a, &ana(), 500));
    let two = std::thread::spawn(move || play_on(&b, &bea(), 500));
    assert!(one.join().unwrap() > 0 && two.join().unwrap() > 0);
    let record = table.record().unwrap();
    game("scopone").unwrap().verify(&record).expect("the record is good");
    assert!(record.plies.iter().any(|ply| ply.by == By::Human));
}

#[test]
fn a_move_that_is_none_is_explained_and_asked_for_again() {
    let lobby = lobby();
    let table = begin(&lobby, &new("quoridor", &["me", "greedy"]), &ana());
    let ask = next_ask(&table, &ana()).unwrap();
    let refused = table.answer(&ana(), &request(&ask, "e9")).unwrap_err();
    assert_eq!(refused.kind(), RefusalKind::Conflict);
    assert!(refused.to_string().contains("e9"), "{refused}");
    let again = next_ask(&table, &ana()).unwrap();
    assert_eq!((again.ply, &again.legal), (ask.ply, &ask.legal));
    assert_eq!(again.refused, Some(refused.to_string()));
    table.answer(&ana(), &request(&ask, "e2")).unwrap();
    assert!(next_ask(&table, &ana()).unwrap().refused.is_none());
}

#[test]
fn the_same_move_twice_is_one_and_another_one_comes_too_late() {
    let lobby = lobby();
    let table = begin(&lobby, &new("quoridor", &["me", "greedy"]), &ana());
    let ask = next_ask(&table, &ana()).unwrap();
    let twice: Vec<_> = (0..2)
        .map(|_| {
            let (table, ask) = (table.clone(), ask.clone());
            std::thread::spawn(move || table.answer(&ana(), &request(&ask, "e2")))
        })
        .collect();
    for answer in twice {
        answer.join().unwrap().expect("the move was made");
    }
    table.answer(&ana(), &request(&ask, "e2")).expect("it still was");
    let late = table.answer(&ana(), &request(&ask, "d1")).unwrap_err();
    assert_eq!(late.kind(), RefusalKind::Conflict);
    let ask = next_ask(&table, &ana()).unwrap();
    assert_eq!(ask.ply, 2, "one move of each was made");
    let early = MoveRequest { ply: 4, ..request(&ask, "e3") };
    assert_eq!(table.answer(&ana(), &early).unwrap_err().kind(), RefusalKind::Conflict);
}

#[test]
fn a_person_cannot_move_for_another() {
    let lobby = lobby();
    let table = begin(&lobby, &new("quoridor", &["me", "greedy"]), &ana());
    let ask = next_ask(&table, &ana()).unwrap();
    assert!(table.state(&bea()).ask.is_none());
    let refused = table.answer(&bea(), &request(&ask, "e2")).unwrap_err();
    assert_eq!(refused.kind(), RefusalKind::Forbidden);
}

#[test]
fn a_person_who_resigns_loses() {
    let lobby = lobby();
    let table = begin(&lobby, &new("quoridor", &["me", "greedy"]), &ana());
    let ask = next_ask(&table, &ana()).unwrap();
    let resign = MoveRequest { seat: ask.seat, ply: ask.ply, mv: None };
    table.answer(&ana(), &resign).unwrap();
    table.answer(&ana(), &resign).expect("twice is once");
    wait_until(|| is_over(&table.state(&ana())));
    let end = table.record().unwrap().end.unwrap();
    assert_eq!(end.reason, Reason::Forfeit);
    assert_eq!(end.faults[0].fault.kind, FaultKind::Resigned);
    assert_eq!(end.ranks[Seat::new(0)], 2);
}

#[test]
fn a_clock_that_runs_out_plays_at_random() {
    let lobby = lobby();
    let clock = new("quoridor", &["me", "greedy"]);
    let table = begin(&lobby, &juez::lobby::NewMatch { clock_s: Some(1), ..clock }, &ana());
    let ask = next_ask(&table, &ana()).unwrap();
    assert!(wait_for(|| table.state(&ana()).ask?.left_ms) <= 1000);
    // The person still sits there and makes the next decision.
    wait_until(|| table.state(&ana()).ask.is_some_and(|next| next.ply > ask.ply));
    assert!(table.state(&ana()).seats[0].you);
    table.stop(&ana()).unwrap();
    wait_until(|| is_over(&table.state(&ana())));
    let record = table.record().unwrap();
    assert_eq!(record.plies[0].by, By::Substitute);
    assert!(record.end.unwrap().faults.is_empty(), "who is late does no wrong");
}

#[test]
fn a_clock_that_runs_out_gives_the_seat_to_a_bot_until_it_is_taken_back() {
    let lobby = lobby();
    let clock = juez::lobby::NewMatch {
        clock_s: Some(1),
        on_clock: OnClock::Bot,
        pace_ms: Some(10_000),
        ..new("quoridor", &["me", "free"])
    };
    let table = begin(&lobby, &clock, &ana());
    table.sit(&bea(), &sit(1, "Bea")).unwrap();
    let ask = next_ask(&table, &ana()).unwrap();
    wait_until(|| table.state(&ana()).seats[0].by == Decider::Bot);
    let seat = &table.state(&ana()).seats[0];
    assert_eq!((seat.you, seat.can_sit, seat.bot.as_deref()), (false, true, Some("greedy")));
    table.sit(&ana(), &sit(0, "Ana")).expect("it is taken back");
    wait_until(|| table.state(&bea()).ask.is_some_and(|next| next.ply > ask.ply));
    table.stop(&ana()).unwrap();
    wait_until(|| is_over(&table.state(&ana())));
    assert_eq!(table.record().unwrap().plies[0].by, By::Takeover, "a bot stood in");
}

#[test]
fn the_time_of_a_move_is_shown_while_a_match_runs_and_afterwards() {
    let lobby = lobby();
    let table = begin(&lobby, &new("quoridor", &["me", "greedy"]), &ana());
    play_on(&table, &ana(), 3);
    next_ask(&table, &ana()).unwrap();
    let times = |items: &[serde_json::Value]| -> Vec<serde_json::Value> {
        let moves = items.iter().filter(|item| item["type"] == "move");
        moves.take(6).map(|item| item["ms"].clone()).collect()
    };
    let live = times(&items(&table, &bea(), Observer::Public));
    assert!(live.len() == 6 && live.iter().all(|ms| ms.is_u64()), "{live:?}");
    table.stop(&ana()).unwrap();
    wait_until(|| is_over(&table.state(&ana())));
    assert_eq!(times(&items(&table, &bea(), Observer::Open)), live);
}

#[test]
fn the_log_of_a_match_that_is_over_is_that_of_its_record() {
    let lobby = lobby();
    for (name, players) in [("quoridor", ["greedy", "random"]), ("durak", ["greedy", "random"])] {
        let table = begin(&lobby, &new(name, &players), &ana());
        wait_until(|| is_over(&table.state(&ana())));
        let game = game(name).unwrap();
        let log = EventLog::of(game, &table.record().unwrap(), Observer::Open, true).unwrap();
        let events: Vec<_> =
            log.items.iter().map(|item| serde_json::to_value(item).unwrap()).collect();
        let view = table.log_view(&bea(), Observer::Open);
        assert_eq!(
            serde_json::to_value(view.head()).unwrap(),
            serde_json::to_value(&log.head).unwrap()
        );
        let mut read = items(&table, &bea(), Observer::Open);
        read.iter_mut().for_each(|item| drop(item.as_object_mut().unwrap().remove("ms")));
        same(&read, &events);
    }
}
