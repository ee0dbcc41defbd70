//! A match without faults.

use crate::common::high_card::{HighCard, Rules};
use crate::referee::bots::{Puppet, boom, game, game_of, of_seat, pairs, player, verify};
use juez::core::{
    Bot, By, FORMAT, Hook, HookLog, Observer, Outcome, PlayedBy, Ply, Reason, Record, Seat,
    SeatFault, Seed, Stream,
};
use juez::referee::{AnyTable, Call, Onlooker, PlayError, Step, Table, play};
use serde_json::{Value, json};

#[test]
fn a_forced_move_is_not_asked() {
    let (record, calls) = game(2).play_with_calls();
    assert_eq!(record.moves.len(), 12);
    for (ply, kind) in record.plies.iter().enumerate() {
        // The last card of each of the two hands, by each of the two seats.
        let forced = [4, 5, 10, 11].contains(&ply);
        assert_eq!(kind.by, if forced { By::Forced } else { By::Bot }, "ply {ply}");
        assert_eq!(calls.iter().any(|call| call.ends_with(&format!("@{ply}"))), !forced);
    }
}

#[test]
fn start_is_called_in_seat_order_before_the_first_deal() {
    struct Order(crate::referee::bots::Calls);
    impl Onlooker for Order {
        fn dealt(&mut self, table: &dyn AnyTable) {
            self.0.borrow_mut().push(format!("deal {}", table.snapshot(Observer::Public).deal));
        }
    }
    let game = game(3);
    let calls = game.calls.clone();
    let mut bots: Vec<Box<dyn Bot<HighCard>>> =
        game.bots.into_iter().map(|bot| Box::new(bot) as _).collect();
    play(&game.spec, &mut bots, &mut Order(calls.clone())).unwrap();
    let calls = calls.take();
    assert_eq!(calls[..5], ["start 0", "start 1", "start 2", "deal 0", "move 0@0"]);
    assert_eq!(calls[calls.len() - 3..], ["finish 0", "finish 1", "finish 2"]);
    assert_eq!(calls.iter().filter(|call| call.starts_with("deal")).count(), 2);
}

#[test]
fn deals_are_drawn_from_the_seed_and_the_same_seed_gives_the_same_bytes() {
    let record = game(2).play();
    assert_eq!(record.deals.len(), 2);
    assert_eq!(record.to_line(), game(2).play().to_line());

    let mut other = game(2);
    other.spec.seed = Some(Seed::from(8));
    assert_ne!(other.play().deals, record.deals);

    let mut table = Table::<HighCard>::new(&Rules::default()).unwrap();
    table.deal_from(&Seed::from(7)).unwrap();
    assert_eq!(table.deals(), record.deals[..1]);
}

#[test]
fn given_deals_are_used_before_the_seed_and_written_as_the_game_writes_them() {
    let mut game = game(2);
    game.spec.deals = vec![json!({"hands": [["12", "02", "01"], ["03", "11", "04"]]})];
    let given = game.play();
    assert_eq!(given.deals[0], json!({"hands": [["01", "02", "12"], ["03", "04", "11"]]}));
    assert_eq!(given.deals[1], self::game(2).play().deals[1], "deal 1 still is deal 1 of the seed");
}

#[test]
fn a_bot_gets_the_child_of_the_seed_and_its_own_view() {
    let mut game = game(2);
    for bot in &mut game.bots {
        bot.choose = Box::new(|turn| {
            assert_eq!(turn.seed, Seed::from(7).child(Stream::Bot(turn.seat)));
            assert!(turn.legal.len() > 1);
            assert_eq!(turn.history.len(), turn.ply as usize);
            let view = serde_json::to_value(turn.view).unwrap();
            assert_eq!(view["me"], json!(turn.seat));
            assert_eq!(view["hand"], json!(turn.legal));
            Ok(turn.legal[1])
        });
    }
    let record = game.play();
    assert!(record.end.unwrap().faults.is_empty());
}

#[test]
fn a_record_says_everything_that_went_into_the_match() {
    let mut game = game(2);
    game.spec.terms.without = vec!["world".into()];
    game.spec.players[1].bot = PlayedBy::Human;
    let record = game.play();
    assert_eq!(record.format, FORMAT);
    assert_eq!((record.game.as_str(), record.rules), ("high_card", Some(1)));
    assert_eq!(json!(record.options), json!({"seats": 2, "hands": 2, "partners": false}));
    assert_eq!(record.seed, Some(Seed::from(7)));
    assert_eq!(record.without, ["world"]);
    assert_eq!(record.plies[0].by, By::Bot);
    // No person attends the seat, so its bot plays in place of the person.
    assert_eq!(record.plies.iter().filter(|ply| ply.by == By::Takeover).count(), 4);
    let end = record.end.as_ref().unwrap();
    assert_eq!(end.reason, Reason::Finished);
    assert_eq!(end.points.as_slice().iter().sum::<i32>(), 6);
    assert_eq!(verify(&record), Ok(Some(end.clone())));
}

#[test]
fn logs_are_kept_per_ply_and_for_start_and_finish() {
    let mut game = game(2);
    game.bots[1].talks = true;
    let record = game.play();
    let asked = Seat::new(1);
    assert_eq!(
        record.logs,
        [
            HookLog { seat: asked, hook: Hook::Start, fuel: None, log: vec!["I am p1".into()] },
            HookLog {
                seat: asked,
                hook: Hook::Finish,
                fuel: None,
                log: vec![format!("rank {}", record.end.as_ref().unwrap().ranks[asked])],
            },
        ]
    );
    assert_eq!(
        record.plies[0],
        Ply { log: Some(vec![]), marks: Some(vec![]), ..Ply::unasked(By::Bot) }
    );
    assert_eq!(record.plies[1].log, Some(vec!["ply 1 of deal 0".to_string()]));
    assert_eq!(record.plies[1].fuel, Some(101));
    assert_eq!(record.plies[4], Ply::unasked(By::Forced));
    let second_hand = record.plies.iter().flat_map(|ply| ply.log.iter().flatten()).next_back();
    assert!(second_hand.unwrap().ends_with("of deal 1"));
}

#[test]
fn a_log_is_capped_by_the_limits() {
    let mut game = game(2);
    game.spec.terms.limits.output = 4;
    game.bots[0].talks = true;
    assert_eq!(game.play().plies[0].log, Some(vec!["ply … (log full)".to_string()]));
}

#[test]
fn given_moves_are_given() {
    let whole = game(2).play();
    let mut game = game(2);
    game.spec.moves = whole.moves[..5].to_vec();
    let (record, calls) = game.play_with_calls();
    assert_eq!(record.moves, whole.moves);
    assert!(record.plies[..5].iter().all(|ply| *ply == Ply::unasked(By::Given)));
    assert_eq!(record.plies[5].by, By::Forced);
    assert_eq!(record.plies[6].by, By::Bot);
    assert_eq!(of_seat(&calls, 0)[..2], ["start 0", "move 0@7"]);
}

#[test]
fn what_the_platform_gets_wrong_is_an_error() {
    let error = |change: &dyn Fn(&mut crate::referee::bots::Game)| {
        let mut game = game(2);
        change(&mut game);
        let mut bots: Vec<Box<dyn Bot<HighCard>>> =
            game.bots.into_iter().map(|bot: Puppet| Box::new(bot) as _).collect();
        play(&game.spec, &mut bots, &mut ()).unwrap_err().to_string()
    };
    assert_eq!(
        error(&|game| game.bots.truncate(1)),
        "2 seats need as many players and bots, not 2 players and 1 bots"
    );
    assert_eq!(
        error(&|game| game.spec.players.push(player("third"))),
        "2 seats need as many players and bots, not 3 players and 2 bots"
    );
    assert_eq!(
        error(&|game| drop(game.spec.terms.options.insert("partners".into(), json!(true)))),
        "high_card with partners needs 4 seats, not 2"
    );
    assert_eq!(
        error(&|game| game.spec.seed = None),
        "ply 0: deal 0 is due; give it, or a seed to draw it from"
    );
    assert_eq!(
        error(&|game| game.spec.deals = vec![json!({"hands": [["01"], ["02"]]})]),
        "ply 0: deal 0: impossible deal: each hand has 3 cards, all different"
    );
    assert_eq!(
        error(&|game| game.spec.moves = vec!["13".into()]),
        "ply 0: cannot read \"13\": expected a card 01 to 12"
    );
    let hand = game(2).play().deals[0]["hands"][1][0].as_str().unwrap().to_string();
    assert_eq!(
        error(&|game| game.spec.moves = vec![hand.clone()]),
        format!("ply 0: illegal move {hand}: seat 0 does not hold {hand}")
    );
    let mut whole = game(2).play().moves;
    whole.push("01".into());
    assert_eq!(
        error(&|game| game.spec.moves = whole.clone()),
        "ply 12: move \"01\" comes after the end of the match"
    );
}

#[test]
fn deals_alone_are_chance_enough() {
    let whole = game(2).play();
    let mut game = game(2);
    game.spec.seed = None;
    game.spec.deals = whole.deals.clone();
    let record = game.play();
    assert_eq!(record.moves, whole.moves);
    assert_eq!(record.seed, None);

    let mut short = self::game(2);
    short.spec.seed = None;
    short.spec.deals = whole.deals[..1].to_vec();
    let mut bots: Vec<Box<dyn Bot<HighCard>>> =
        short.bots.into_iter().map(|bot| Box::new(bot) as _).collect();
    let error = play(&short.spec, &mut bots, &mut ()).unwrap_err();
    assert!(matches!(error, PlayError::NoSeed { ply: 6, deal: 1 }), "{error}");
}

#[test]
fn partners_share_their_rank_and_points() {
    let end = pairs().play().end.unwrap();
    assert_eq!(end.ranks[Seat::new(0)], end.ranks[Seat::new(2)]);
    assert_eq!(end.points[Seat::new(1)], end.points[Seat::new(3)]);
    assert_eq!(end.points[Seat::new(0)] + end.points[Seat::new(1)], 6);
}

/// Records the calls of an onlooker, and stops the match at a ply.
#[derive(Default)]
struct Diary {
    lines: Vec<String>,
    public: Option<Value>,
    stop_at: Option<u32>,
    ply: u32,
}

impl Onlooker for Diary {
    fn dealt(&mut self, table: &dyn AnyTable) {
        self.lines.push(format!("deal {}", table.snapshot(Observer::Public).deal));
    }
    fn calling(&mut self, call: Call) {
        self.lines.push(format!("{}({}", call.hook, call.seat));
    }
    fn returned(&mut self, call: Call) {
        self.lines.push(format!("{}){}", call.hook, call.seat));
    }
    fn moved(&mut self, step: &Step<'_>) {
        let last = step.table.last_move(Observer::Open);
        assert_eq!(last, Some((step.seat, step.mv.to_string())));
        self.ply = step.ply;
        let view = step.table.snapshot(Observer::Public).view;
        self.public = serde_json::from_str(view.as_str()).ok();
        self.lines.push(format!("{:?} {}", step.how.by, step.seat));
    }
    fn fault(&mut self, fault: &SeatFault, _: &[String]) {
        self.lines.push(format!("fault {}", fault.seat));
    }
    fn over(&mut self, outcome: &Outcome, table: &dyn AnyTable) {
        let ply = table.snapshot(Observer::Public).ply;
        self.lines.push(format!("over {} at {ply}", outcome.reason));
    }
    fn stop(&mut self) -> bool {
        self.stop_at == Some(self.ply)
    }
}

fn watched(game: crate::referee::bots::Game, diary: &mut Diary) -> Record {
    let mut bots: Vec<Box<dyn Bot<HighCard>>> =
        game.bots.into_iter().map(|bot| Box::new(bot) as _).collect();
    play(&game.spec, &mut bots, diary).unwrap()
}

#[test]
fn a_watcher_is_told_everything_in_order() {
    let mut diary = Diary::default();
    let mut game = game_of(Rules { hands: 1, ..Rules::default() });
    game.bots[0].finish = Some(boom(Hook::Finish));
    watched(game, &mut diary);
    let lines: Vec<&str> = diary.lines.iter().map(String::as_str).collect();
    assert_eq!(
        lines[..12],
        [
            "load(0",
            "load)0",
            "start(0",
            "start)0",
            "load(1",
            "load)1",
            "start(1",
            "start)1",
            "deal 0",
            "next_move(0",
            "next_move)0",
            "Bot 0"
        ]
    );
    assert_eq!(
        lines[lines.len() - 6..],
        ["over finished at 6", "finish(0", "finish)0", "fault 0", "finish(1", "finish)1"]
    );
    assert_eq!(
        diary.public.expect("a move was made")["hand"],
        json!([]),
        "the public sees no hand"
    );
}

#[test]
fn a_stopped_match_has_no_winner_and_verifies() {
    let mut diary = Diary { stop_at: Some(7), ..Diary::default() };
    let record = watched(game(2), &mut diary);
    let end = record.end.clone().unwrap();
    assert_eq!(record.moves.len(), 7);
    assert_eq!(end.reason, Reason::Stopped);
    assert_eq!(end.ranks.as_slice(), [1, 1]);
    assert_eq!(end.points.as_slice().iter().sum::<i32>(), 3);
    assert_eq!(verify(&record), Ok(Some(end)));
}
