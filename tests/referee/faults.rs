//! The cost of a fault.

use crate::common::high_card::HighCard;
use crate::referee::bots::{Game, boom, game, of_seat, pairs, verify};
use juez::core::{
    By, End, Fault, FaultKind, Hook, HookLog, OnFault, PerSeat, Reason, Record, Seat, Seed, Stream,
    Team,
};
use juez::referee::{Judge, Replay, Table, ranks};

fn end(record: &Record) -> End {
    let end = record.end.clone().expect("a match that was played has an end");
    assert_eq!(verify(record), Ok(Some(end.clone())), "every record verifies");
    end
}

fn substitute(mut game: Game) -> Game {
    game.spec.terms.limits.on_fault = OnFault::Substitute;
    game
}

#[test]
fn an_illegal_move_forfeits_with_the_rule_named() {
    let mut game = game(2);
    let foreign = "01 02 03 04 05 06 07 08 09 10 11 12"
        .split(' ')
        .find(|card| !self::game(2).play().deals[0]["hands"][1].to_string().contains(card))
        .unwrap();
    game.bots[1].choose = Box::new(|_| Ok(foreign.parse().unwrap()));
    let record = game.play();
    let end = end(&record);
    assert_eq!(record.moves.len(), 1);
    assert_eq!(end.reason, Reason::Forfeit);
    assert_eq!(end.ranks.as_slice(), [1, 2]);
    assert_eq!(end.points.as_slice(), [0, 0]);
    let [fault] = &end.faults[..] else { panic!("one fault, not {:?}", end.faults) };
    assert_eq!((fault.seat, fault.ply), (Seat::new(1), 1));
    let why = format!("seat 1 does not hold {foreign}");
    assert_eq!(
        fault.fault,
        Fault::new(FaultKind::IllegalMove, Hook::NextMove, foreign.to_string(), why)
    );
}

#[test]
fn a_forfeit_keeps_the_points_of_the_position() {
    let end = end(&game(2).fails_from(0, 6).play());
    assert_eq!(end.ranks.as_slice(), [2, 1]);
    assert_eq!(end.points.as_slice().iter().sum::<i32>(), 3, "the three tricks of the first hand");
}

#[test]
fn in_team_games_the_partner_shares_the_rank() {
    let (record, calls) = pairs().fails_from(2, 0).play_with_calls();
    let end = end(&record);
    assert_eq!(end.reason, Reason::Forfeit);
    assert_eq!(end.ranks.as_slice(), [2, 1, 2, 1]);
    assert_eq!(of_seat(&calls, 0).last(), Some(&"finish 0"), "the partner did nothing wrong");
    assert_ne!(of_seat(&calls, 2).last(), Some(&"finish 2"));
}

#[test]
fn with_three_sides_the_referee_plays_on_at_random_and_the_offender_ranks_last() {
    let (record, calls) = game(3).fails_from(1, 0).play_with_calls();
    let end = end(&record);
    assert_eq!(end.reason, Reason::Finished);
    assert_eq!(record.moves.len(), 18);
    assert_eq!(end.ranks[Seat::new(1)], 3);
    assert_eq!(of_seat(&calls, 1).len(), 2, "started, asked once, and never called again");
    assert_eq!(end.points.as_slice().iter().sum::<i32>(), 6);
    let kinds: Vec<By> = plies_of(&record, 1).into_iter().map(|(_, by)| by).collect();
    let hand = [By::Substitute, By::Substitute, By::Forced];
    assert_eq!(kinds, [hand, hand].concat());
}

/// Returns the plies of a seat with the origin of each.
fn plies_of(record: &Record, seat: u8) -> Vec<(u32, By)> {
    let mut replay = Replay::<Table<HighCard>>::new(record).unwrap();
    replay.go_to_end().unwrap();
    let mut moves = replay.table().moves().iter().zip(&record.plies).zip(0..);
    let mut plies = Vec::new();
    for (((mover, _), ply), number) in &mut moves {
        if *mover == Seat::new(seat) {
            plies.push((number, ply.by));
        }
    }
    plies
}

#[test]
fn a_substitute_is_drawn_from_the_seed_of_its_ply() {
    let record = game(3).fails_from(1, 0).play();
    for (ply, by) in plies_of(&record, 1) {
        if by == By::Substitute {
            let mut replay = Replay::<Table<HighCard>>::new(&record).unwrap();
            replay.go_to(ply).unwrap();
            let mut rng = Seed::from(7).child(Stream::Substitute(ply)).rng();
            let drawn = *rng.choose(&replay.table().legal_moves());
            assert_eq!(record.moves[ply as usize], drawn.to_string());
        }
    }
}

#[test]
fn the_earlier_offence_ranks_lower() {
    let record = game(4).fails_from(3, 0).fails_from(0, 6).play();
    let found = end(&record);
    assert_eq!(found.reason, Reason::Finished);
    assert_eq!((found.ranks[Seat::new(3)], found.ranks[Seat::new(0)]), (4, 3));
    let (one, other) = (Seat::new(1), Seat::new(2));
    assert_eq!(
        found.ranks[one].cmp(&found.ranks[other]),
        found.points[other].cmp(&found.points[one]),
        "the others keep their order"
    );
    let last_left = end(&game(3).fails_from(2, 0).fails_from(0, 4).play());
    assert_eq!(last_left.reason, Reason::Forfeit);
    assert_eq!(last_left.ranks.as_slice(), [2, 1, 3]);
}

#[test]
fn a_fault_in_start_is_judged_once_all_have_started() {
    let (record, calls) = game(2).fails_to_start(0).play_with_calls();
    let end = end(&record);
    assert_eq!(calls, ["start 0", "start 1", "finish 1"]);
    assert_eq!(end.ranks.as_slice(), [2, 1]);
    assert_eq!((end.faults[0].ply, end.faults[0].fault.hook), (0, Hook::Start));
    assert!(record.deals.is_empty() && record.moves.is_empty());
}

#[test]
fn when_both_fail_to_start_the_second_wins() {
    let (record, calls) = game(2).fails_to_start(0).fails_to_start(1).play_with_calls();
    let end = end(&record);
    assert_eq!(end.ranks.as_slice(), [2, 1]);
    assert_eq!(end.faults.len(), 2, "the moot fault is kept all the same");
    assert_eq!(calls, ["start 0", "start 1"]);
}

#[test]
fn a_failed_start_ends_a_match_before_its_given_moves() {
    let mut game = game(2).fails_to_start(1);
    game.spec.moves = self::game(2).play().moves[..3].to_vec();
    let record = game.play();
    assert_eq!((record.moves.len(), end(&record).faults[0].ply), (0, 0));
}

#[test]
fn substitute_plays_on_and_the_third_strike_forfeits() {
    let (record, calls) = substitute(game(2).fails_from(1, 0)).play_with_calls();
    let found = end(&record);
    assert_eq!(found.reason, Reason::Forfeit);
    assert_eq!(found.ranks.as_slice(), [1, 2]);
    assert_eq!(found.faults.len(), 3);
    let asked = calls.iter().filter(|call| call.starts_with("move 1")).count();
    assert_eq!(asked, 3, "a strike is not the end");
    assert_eq!(found.faults[2].ply as usize, record.moves.len());

    let mut patient = substitute(game(2).fails_from(1, 0));
    patient.spec.terms.limits.strikes = 9;
    let record = patient.play();
    assert_eq!(end(&record).reason, Reason::Finished);
    assert_eq!(end(&record).faults.len(), 4);
    assert_eq!(record.plies.iter().filter(|ply| ply.by == By::Substitute).count(), 4);
}

#[test]
fn a_fault_in_start_is_a_strike() {
    let record = substitute(game(2).fails_from(1, 0).fails_to_start(1)).play();
    let end = end(&record);
    assert_eq!(
        end.faults.iter().map(|fault| fault.fault.hook).collect::<Vec<_>>(),
        [Hook::Start, Hook::NextMove, Hook::NextMove]
    );
    assert_eq!(end.reason, Reason::Forfeit);
}

#[test]
fn giving_up_is_no_strike_but_the_end() {
    let mut game = substitute(game(2));
    game.bots[0].choose =
        Box::new(|_| Err(Fault::new(FaultKind::Resigned, Hook::NextMove, "", "gave up")));
    let end = end(&game.play());
    assert_eq!((end.reason, end.ranks.as_slice()), (Reason::Forfeit, &[2, 1][..]));
}

#[test]
fn a_bot_that_is_struck_out_plays_at_random_while_two_sides_are_left() {
    let (record, calls) = substitute(game(3).fails_from(1, 0)).play_with_calls();
    let end = end(&record);
    assert_eq!((end.reason, end.ranks[Seat::new(1)]), (Reason::Finished, 3));
    assert_eq!(end.faults.len(), 3);
    assert_eq!(of_seat(&calls, 1).len(), 4, "start, three strikes, no finish");
}

#[test]
fn a_panic_in_a_bot_is_a_crash() {
    let mut game = game(2);
    game.bots[0].choose = Box::new(|turn| panic!("lost at ply {}", turn.ply));
    let end = end(&game.play());
    assert_eq!(
        end.faults[0].fault,
        Fault::new(
            FaultKind::Crashed,
            Hook::NextMove,
            "lost at ply 0",
            "the bot panicked: lost at ply 0"
        )
    );
    assert_eq!(end.reason, Reason::Forfeit);
}

/// A bot in another process, whose hooks panic before they reach it.
struct Broken;

impl juez::core::Bot<crate::common::high_card::HighCard> for Broken {
    fn next_move(
        &mut self,
        _: &juez::core::Turn<'_, crate::common::high_card::HighCard>,
    ) -> Result<crate::common::high_card::Card, Fault> {
        panic!("the pipe is gone")
    }

    fn runs_here(&self) -> bool {
        false
    }
}

#[test]
fn a_panic_on_the_way_to_a_bot_is_nobodys_fault() {
    let mut bots: Vec<Box<dyn juez::core::Bot<crate::common::high_card::HighCard>>> =
        vec![Box::new(Broken), Box::new(Broken)];
    let error = juez::referee::play(&game(2).spec, &mut bots, &mut ()).expect_err("no match");
    assert!(matches!(error, juez::referee::PlayError::Lost(_)), "{error}");
    assert!(error.to_string().ends_with("the pipe is gone"), "{error}");
}

#[test]
fn a_fault_in_finish_changes_nothing_but_is_told() {
    let mut faulty = game(2);
    faulty.bots[0].finish = Some(boom(Hook::Finish));
    let (faulty, sound) = (end(&faulty.play()), end(&game(2).play()));
    assert_eq!(
        (faulty.ranks, faulty.points, faulty.reason),
        (sound.ranks, sound.points, sound.reason)
    );
    let [fault] = &faulty.faults[..] else { panic!("one fault, not {:?}", faulty.faults) };
    assert_eq!((fault.seat, fault.ply, fault.fault.hook), (Seat::new(0), 12, Hook::Finish));
}

#[test]
fn what_a_bot_said_before_its_fault_is_kept() {
    let mut duel = game(2).fails_from(0, 6);
    duel.bots[0].talks = true;
    let record = duel.play();
    assert!(record.logs.contains(&HookLog {
        seat: Seat::new(0),
        hook: Hook::NextMove,
        fuel: Some(100 + record.moves.len() as u64),
        log: vec![format!("ply {} of deal 1", record.moves.len())],
    }));

    let mut three = game(3).fails_from(0, 0);
    three.bots[0].talks = true;
    let record = three.play();
    assert_eq!(record.plies[0].by, By::Substitute);
    assert_eq!(record.plies[0].log, Some(vec!["ply 0 of deal 0".to_string()]));
    assert_eq!(record.plies[0].fuel, Some(100));
}

const ALONE: [Team; 4] = [Team(0), Team(1), Team(2), Team(3)];
const PAIRS: [Team; 4] = [Team(0), Team(1), Team(0), Team(1)];

fn seats(indices: &[u8]) -> Vec<Seat> {
    indices.iter().map(|&index| Seat::new(index)).collect()
}

#[test]
fn ranks_put_offenders_last_and_keep_the_order_of_the_others() {
    let by_rules = PerSeat::from_fn(4, |seat| [2, 1, 2, 4][seat.index()]);
    let with = |offences: &[u8]| ranks(&ALONE, Some(&by_rules), &seats(offences));
    assert_eq!(with(&[]).as_slice(), [2, 1, 2, 4]);
    assert_eq!(with(&[1]).as_slice(), [1, 4, 1, 3]);
    assert_eq!(with(&[1, 0]).as_slice(), [3, 4, 1, 2]);
    assert_eq!(with(&[3, 1, 0]).as_slice(), [2, 3, 1, 4]);
}

#[test]
fn a_side_ranks_by_its_first_offence() {
    assert_eq!(ranks(&PAIRS, None, &seats(&[2])).as_slice(), [2, 1, 2, 1]);
    let threes = [Team(0), Team(1), Team(2), Team(0), Team(1), Team(2)];
    assert_eq!(ranks(&threes, None, &seats(&[0, 1, 3])).as_slice(), [3, 2, 1, 3, 2, 1]);
}

#[test]
fn a_judge_ends_the_match_when_one_side_is_left() {
    let limits = juez::core::Limits::default();
    let mut judge = Judge::new(&limits, ALONE.to_vec());
    for (seat, decided) in [(0, false), (0, false), (3, false), (1, true)] {
        judge.fault(Seat::new(seat), FaultKind::Script);
        assert_eq!(judge.decided(), decided);
        assert!(judge.is_out(Seat::new(seat)));
    }
    assert_eq!(judge.offenders().as_slice(), [true, true, false, true]);
    judge.fault(Seat::new(2), FaultKind::Script);
    assert_eq!(judge.offenders().as_slice(), [true, true, false, true], "too late to offend");

    let mut judge = Judge::new(&limits, PAIRS.to_vec());
    judge.fault(Seat::new(1), FaultKind::OutOfFuel);
    assert!(judge.decided());
    assert_eq!(judge.offenders().as_slice(), [false, true, false, true]);
}
