//! A record replays to the same end, or the error names the place where it stops being a match.

use crate::common::high_card::HighCard;
use crate::referee::bots::{game, verify};
use juez::core::{End, Hook, Next, Reason, Record, Seat, SeatFault};
use juez::referee::{AnyTable, Position, RecordFault, Replay, Table, positions};
use serde_json::json;

/// Returns a finished match of 12 moves and two deals between two seats.
fn record() -> Record {
    game(2).play()
}

/// Returns the ply and the sentence with which verification fails after a change.
fn refused(change: impl FnOnce(&mut Record)) -> (u32, String) {
    let mut record = record();
    change(&mut record);
    let error = verify(&record).expect_err("the change matters");
    (error.ply, error.error)
}

/// Walks through a changed record and returns the good plies, and the error after them.
fn walk(change: impl FnOnce(&mut Record)) -> (Vec<u32>, Option<RecordFault>) {
    let mut record = record();
    change(&mut record);
    let mut good = Vec::new();
    for position in positions(Replay::<Table<HighCard>>::new(&record)) {
        match position {
            Ok(position) => good.push(position.ply),
            Err(error) => return (good, Some(error)),
        }
    }
    (good, None)
}

fn good_until(ply: u32) -> Vec<u32> {
    (0..=ply).collect()
}

#[test]
fn a_record_replays_to_the_same_end() {
    let record = record();
    assert_eq!(verify(&record), Ok(record.end.clone()));
    let read = Record::from_line(&record.to_line()).unwrap();
    assert_eq!(verify(&read), Ok(record.end));
}

#[test]
fn a_record_is_enough_with_options_deals_and_moves() {
    let full = record();
    let bare = Record {
        deals: full.deals,
        moves: full.moves,
        options: full.options,
        ..Record::new("high_card")
    };
    assert_eq!(verify(&bare), Ok(full.end));
}

#[test]
fn every_position_of_a_record_is_shown() {
    let record = record();
    let positions: Vec<Position> =
        positions(Replay::<Table<HighCard>>::new(&record)).collect::<Result<_, _>>().unwrap();
    assert_eq!(positions.len(), 13);
    for (position, text) in positions.iter().zip(&record.moves) {
        assert!(position.legal.contains(text));
        assert!(position.seat.is_some() && !position.needs_deal);
    }
    let over = Position { ply: 12, seat: None, legal: vec![], needs_deal: false };
    assert_eq!(positions.last(), Some(&over));
}

#[test]
fn a_walk_can_be_stepped() {
    let record = record();
    let mut replay = Replay::<Table<HighCard>>::new(&record).unwrap();
    assert_eq!(
        (replay.table().ply(), replay.table().options_json()["seats"].as_u64()),
        (0, Some(2))
    );
    replay.go_to(6).unwrap();
    assert_eq!(replay.table().deal(), 1, "a due deal is applied at once");
    assert!(matches!(replay.table().next(), Next::Move(_)));
    while replay.step().unwrap() {}
    assert_eq!(replay.position().ply, 12);
    assert_eq!(replay.into_table().outcome().unwrap().ranks, record.end.as_ref().unwrap().ranks);
}

#[test]
fn a_position_without_its_next_deal_needs_one() {
    let mut record = record();
    (record.end, record.plies) = (None, vec![]);
    record.moves.truncate(6);
    record.deals.truncate(1);
    let last = positions(Replay::<Table<HighCard>>::new(&record)).last().unwrap().unwrap();
    assert_eq!(last, Position { ply: 6, seat: None, legal: vec![], needs_deal: true });
    assert_eq!(verify(&record), Ok(None));
    record.moves.clear();
    record.deals.clear();
    let first = positions(Replay::<Table<HighCard>>::new(&record)).last().unwrap().unwrap();
    assert_eq!((first.ply, first.needs_deal), (0, true));
}

#[test]
fn an_unfinished_match_has_no_end_and_a_finished_one_gets_it() {
    let mut record = record();
    let end = record.end.take();
    assert_eq!(verify(&record), Ok(end));
    record.moves.truncate(8);
    assert_eq!(verify(&record), Ok(None));
}

#[test]
fn players_stand_for_the_seats_that_options_leave_out() {
    let mut record = game(3).play();
    record.options.remove("seats");
    assert_eq!(verify(&record), Ok(record.end.clone()));
    record.players.pop();
    record.options.insert("seats".into(), json!(3));
    let error = verify(&record).unwrap_err();
    assert_eq!(error.to_string(), "ply 0: 2 players at a table of 3 seats");
}

#[test]
fn another_game_or_other_rules_are_refused() {
    assert_eq!(
        refused(|record| record.game = "chess".into()),
        (0, "a record of chess, not of high_card".into())
    );
    assert_eq!(
        refused(|record| record.rules = Some(2)),
        (0, "version 2 of the rules of high_card; this juez plays version 1".into())
    );
}

#[test]
fn a_refused_option_is_at_ply_0() {
    let (good, error) = walk(|record| drop(record.options.insert("hands".into(), json!(0))));
    assert!(good.is_empty());
    assert_eq!(
        error.unwrap().to_string(),
        "ply 0: high_card option hands cannot be 0; allowed: 1 to 9"
    );
    assert_eq!(
        refused(|record| drop(record.options.insert("partners".into(), json!(true)))),
        (0, "high_card with partners needs 4 seats, not 2".into())
    );
}

#[test]
fn a_refused_deal_is_at_the_ply_where_it_fell_due() {
    let (good, error) = walk(|record| record.deals[1] = json!({"hands": []}));
    assert_eq!(good, good_until(5));
    assert_eq!(error.unwrap().to_string(), "ply 6: deal 1: impossible deal: 0 hands for 2 seats");
    let (good, error) = walk(|record| record.deals[0] = json!(null));
    assert_eq!((good, error.unwrap().ply), (vec![], 0));
}

#[test]
fn an_illegal_or_unreadable_move_comes_after_its_good_plies() {
    let (good, error) = walk(|record| record.moves[3] = record.moves[1].clone());
    let error = error.unwrap();
    assert_eq!((good, error.ply), (good_until(3), 3));
    assert!(error.error.starts_with("illegal move "), "{error}");

    let (good, error) = walk(|record| record.moves[11] = "x".into());
    assert_eq!(good, good_until(11));
    assert_eq!(error.unwrap().to_string(), "ply 11: cannot read \"x\": expected a card 01 to 12");
}

#[test]
fn a_move_after_the_end_or_without_its_deal_is_refused() {
    let (good, error) = walk(|record| record.moves.push("01".into()));
    assert_eq!(good, good_until(12));
    assert_eq!(error.unwrap().to_string(), "ply 12: move \"01\" comes after the end of the match");

    let (good, error) = walk(|record| record.deals.truncate(1));
    let error = error.unwrap();
    assert_eq!((good, error.ply), (good_until(6), 6));
    assert!(error.error.ends_with(" comes before the deal that is due"), "{error}");
}

#[test]
fn a_surplus_deal_is_at_the_ply_after_all_moves() {
    let (good, error) = walk(|record| record.deals.push(record.deals[0].clone()));
    assert_eq!(good, good_until(12));
    assert_eq!(
        error.unwrap().to_string(),
        "ply 12: deals in the record: 3; deals that fell due: 2"
    );
    let (good, error) = walk(|record| record.moves.truncate(5));
    assert_eq!((good, error.unwrap().ply), (good_until(5), 5));
    let (good, error) = walk(|record| record.moves.truncate(6));
    assert_eq!((good, error), (good_until(6), None), "a deal due after the last move is applied");
}

#[test]
fn an_end_that_does_not_follow_is_told_at_the_last_ply() {
    let swap =
        |end: &mut End| end.ranks = juez::core::PerSeat::from_fn(2, |seat| 2 - u8::from(seat));
    let honest = record().end.unwrap();
    let (ply, text) = refused(|record| {
        let end = record.end.as_mut().unwrap();
        swap(end);
        if end.ranks == honest.ranks {
            end.ranks = juez::core::PerSeat::from_fn(2, |seat| 1 + u8::from(seat));
        }
    });
    assert_eq!(ply, 12);
    assert!(text.starts_with("the record has ranks ["), "{text}");
    let (_, text) = refused(|record| {
        let end = record.end.as_mut().unwrap();
        end.reason = Reason::MaxPlies;
        end.points[Seat::new(0)] += 1;
    });
    assert!(text.contains("reason max_plies, the match finished; the record has points"), "{text}");
    assert_eq!(
        refused(|record| {
            record.moves.truncate(10);
        }),
        (10, "the record ends as finished, but the match is not over".into())
    );
    let (_, text) = refused(|record| record.end.as_mut().unwrap().reason = Reason::Stopped);
    assert_eq!(text, "the record has reason stopped, the match finished");
}

#[test]
fn a_forfeit_needs_its_fault_and_ends_the_match() {
    let record = game(2).fails_from(0, 6).play();
    let fail = |change: &dyn Fn(&mut Record)| {
        let mut record = record.clone();
        change(&mut record);
        let error = verify(&record).expect_err("the change matters");
        (error.ply, error.error)
    };
    let moves = record.moves.len() as u32;
    assert_eq!(
        fail(&|record| record.end.as_mut().unwrap().faults.clear()),
        (moves, "the record ends as forfeit, but the match is not over".into())
    );
    let fault = |record: &mut Record, change: &dyn Fn(&mut SeatFault)| {
        change(&mut record.end.as_mut().unwrap().faults[0]);
    };
    assert_eq!(
        fail(&|record| fault(record, &|fault| fault.seat = Seat::new(1))),
        (
            moves,
            format!("a fault of seat 1 at ply {moves} is out of place: {moves} moves, 2 seats")
        ),
        "seat 0 was to move"
    );
    let (_, text) = fail(&|record| {
        let faults = &mut record.end.as_mut().unwrap().faults;
        faults.push(faults[0].clone());
    });
    assert!(text.starts_with("a fault of seat 0 "), "said twice: {text}");
    let (_, text) = fail(&|record| fault(record, &|fault| fault.fault.hook = Hook::Start));
    assert!(
        text.starts_with("a fault of seat 0 "),
        "a bot is started before the first move: {text}"
    );
    assert_eq!(
        fail(&|record| fault(record, &|fault| fault.seat = Seat::new(4))),
        (
            moves,
            format!("a fault of seat 4 at ply {moves} is out of place: {moves} moves, 2 seats")
        )
    );
    assert_eq!(
        fail(&|record| fault(record, &|fault| fault.ply = 99)),
        (moves, format!("a fault of seat 0 at ply 99 is out of place: {moves} moves, 2 seats"))
    );
    let own = positions(Replay::<Table<HighCard>>::new(&record)).map(Result::unwrap);
    let early = own.map(|at| (at.ply, at.seat)).find(|(_, seat)| *seat == Some(Seat::new(0)));
    let (early, _) = early.expect("seat 0 has moved");
    let (ply, text) = fail(&|record| fault(record, &|fault| fault.ply = early));
    assert_eq!(ply, early);
    assert!(text.ends_with("comes after the end of the match"), "{text}");
}
