//! All requests to a bot outside a match get the same answers as on a thread.

use juez::core::{By, Hook, Record, Seat};
use juez::pool::Isolation;
use juez::registry::{AnyGame, Case, CaseResult, Expected, PlayerSpec, Question, Strictness};
use serde_json::json;

use crate::tables::{lua, on_a_thread, setup};
use crate::workers::Workers;

/// A match of every game with a script in seat 0.
const MATCHES: [(&str, &[&str]); 6] = [
    ("quoridor", &["bots/quoridor/waller.lua", "greedy"]),
    ("quoridor", &["bots/quoridor/runner.rhai", "greedy"]),
    ("durak", &["bots/durak/montecarlo.lua", "greedy"]),
    ("tute", &["bots/tute/masmenos.rhai", "novato", "medio"]),
    ("dominoes", &["bots/dominoes/blocker.lua", "random", "random", "random"]),
    ("scopone", &["bots/scopone/taker.rhai", "greedy", "random", "card"]),
];

/// Returns the plies at which the bot in seat 0 decided.
fn decisions(game: &dyn AnyGame, record: &Record) -> Vec<u32> {
    let walk = game.legal(record, true);
    let own = walk.lines.iter().filter(|line| line.seat == Some(Seat::new(0)));
    let own = own.map(|line| line.ply);
    own.filter(|ply| record.plies.get(*ply as usize).is_some_and(|how| how.by == By::Bot)).collect()
}

pub fn a_bot_in_a_worker_answers_a_question_as_one_on_a_thread() {
    let workers = Workers::new();
    for (id, players) in MATCHES {
        let (game, setup) = setup(id, players, 7);
        let record = on_a_thread(game, &setup);
        let own = decisions(game, &record);
        let calls = [(Hook::Start, 0), (Hook::NextMove, own[0]), (Hook::NextMove, own[2])];
        for (hook, ply) in calls {
            for profile in [false, true] {
                let player = &setup.players[0];
                let question = Question { seat: Seat::new(0), ply, hook, player, profile };
                let ask = |isolation: &Isolation| {
                    let mut inspection =
                        isolation.inspect(game, &record, &question).expect("it is asked");
                    inspection.cpu_us = None;
                    inspection
                };
                let (here, there) = (ask(&Isolation::Thread), ask(&workers.isolation));
                assert_eq!(here, there, "{id} {hook} at {ply}, profile {profile}");
                if profile && hook == Hook::NextMove {
                    assert!(!there.profile.is_empty(), "the lines are counted in a worker");
                    assert!(there.last.is_some(), "and the last one is known");
                }
            }
        }
    }
}

/// A script with its own functions.
const CALCULATES: &str = "
local bot = { seen = 0 }
function bot.next_move(view)
    bot.seen = bot.seen + 1
    print('seen', bot.seen)
    return view:moves()[1]
end
function bot.count(view, from) return { #view:moves(), from + 1, bot.seen } end
function bot.fails() error('no') end
return bot";

fn examined(
    isolation: &Isolation,
    game: &'static dyn AnyGame,
    case: &Case,
    bot: &PlayerSpec,
) -> CaseResult {
    let mut result = isolation.examine(game, case, bot).expect("it is asked");
    result.inspection.cpu_us = None;
    result
}

pub fn a_case_is_examined_in_a_worker_as_on_a_thread() {
    let workers = Workers::new();
    for (id, players) in MATCHES {
        let (game, mut setup) = setup(id, players, 7);
        setup.players[0] = lua("calculates", CALCULATES);
        let mut record = on_a_thread(game, &setup);
        let ply = decisions(game, &record)[2] as usize;
        let made = game.moves(&record).expect("they were legal");
        record.deals.truncate(made[ply].deal as usize + 1);
        record.moves.truncate(ply);
        record.plies.truncate(ply);
        record.end = None;
        let legal = &game.legal(&record, false).lines[0].legal;
        let call = |function: &str| Expected::Call {
            function: function.to_string(),
            args: vec![json!(41)],
            returns: json!([1, 42, 2]),
            strictness: Strictness::default(),
        };
        let moves = Expected::Move { allowed: Vec::new(), forbidden: vec![legal[0].clone()] };
        for (expected, fails) in
            [(moves, false), (call("count"), false), (call("fails"), true), (call("none"), true)]
        {
            for relive in [false, true] {
                let (name, seat, hint) = (None, None, None);
                let (record, expected) = (record.clone(), expected.clone());
                let case = Case { record, name, seat, relive, expected, hint };
                let bot = &setup.players[0];
                let there = examined(&workers.isolation, game, &case, bot);
                assert_eq!(there, examined(&Isolation::Thread, game, &case, bot), "{id}");
                assert_eq!(there.inspection.fault.is_some(), fails, "{id} {there:?}");
                assert_eq!(
                    there.inspection.log.is_empty(),
                    there.inspection.answer.is_none(),
                    "{id}"
                );
            }
        }
    }
}

pub fn the_lint_of_a_worker_is_that_of_a_thread() {
    let workers = Workers::new();
    let (game, mut setup) = setup("quoridor", &["greedy", "greedy"], 1);
    let source = "local unused = 1
return { next_move = function(view) undefined = view.pawn return view:move() end }";
    setup.players[0] = lua("sloppy", source);
    let lint = |isolation: &Isolation| isolation.lint(game, &setup).expect("it is read");
    let there = lint(&workers.isolation);
    assert!(there.len() > 1, "{there:?}");
    assert_eq!(there, lint(&Isolation::Thread));
}
