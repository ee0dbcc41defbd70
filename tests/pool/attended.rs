//! Seats that people take over and give back: on a thread and in a worker the same.

use crate::{in_a_worker, on_a_thread, pool, setup, short};
use juez::core::{By, Hook, Limits, OnFault, PlayedBy, Player, Reason, Record};
use juez::pool::{Drill, Harm, PoolError};
use juez::registry::{Asked, Choice, MatchSetup, Mind, Onlooker, Person, Step};
use juez::script::{BotSpec, LANGUAGES};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// Somebody who says at some plies who decides; elsewhere the bot does.
#[derive(Default)]
struct Now {
    says: BTreeMap<u32, Choice>,
    asked: AtomicU32,
    thinks: Duration,
}

impl Now {
    fn new(says: impl IntoIterator<Item = (u32, Choice)>) -> Arc<Now> {
        Arc::new(Now { says: says.into_iter().collect(), ..Now::default() })
    }
}

impl Person for Now {
    fn choose(&self, asked: &Asked<'_>) -> Choice {
        self.asked.fetch_add(1, Ordering::Relaxed);
        std::thread::sleep(self.thinks);
        self.says.get(&asked.ply).cloned().unwrap_or(Choice::Bot)
    }
}

/// Lets `person` attend a seat of the setup, whose player stays what it is.
fn attend(setup: &mut MatchSetup, seat: usize, person: Arc<Now>) {
    let player = setup.players[seat].player();
    let bot = Some(Box::new(setup.players[seat].mind.clone()));
    setup.players[seat].mind = Mind::Attended { bot, person, player };
}

/// A bot that counts its own decisions and says the number.
fn counting() -> Mind {
    let source = "local n = 0
return { next_move = function(view)
    n = n + 1
    print(n)
    return view:path(view.seat)[1]
end }";
    let lua = LANGUAGES.iter().find(|language| language.id == "lua").unwrap();
    let spec = BotSpec::from_source(lua, "counting.lua", source).unwrap();
    Mind::Script(spec)
}

fn chosen(record: &Record, seat: usize) -> Vec<By> {
    record.plies.iter().skip(seat).step_by(2).map(|ply| ply.by).collect()
}

#[test]
fn a_person_takes_a_seat_over_and_the_bot_goes_on_where_it_was() {
    let (game, mut setup) = setup("quoridor", &["random", "bots/quoridor/runner.lua"], 1);
    setup.players[0].mind = counting();
    setup.players[0].name = "counting".into();
    let says = [(2, Choice::Move("a1h".into())), (4, Choice::Move("c1h".into()))];
    attend(&mut setup, 0, Now::new(says));
    let record = on_a_thread(game, &setup);
    assert_eq!(chosen(&record, 0)[..4], [By::Bot, By::Takeover, By::Takeover, By::Bot]);
    let said = |ply: usize| record.plies[ply].log.clone().unwrap_or_default();
    assert_eq!([said(0), said(6)], [["1"], ["2"]], "asked twice, and its memory is its own");
    assert_eq!(said(2), [""; 0]);
    assert_eq!(record.players[0].bot, PlayedBy::Lua);
    game.verify(&record).unwrap();
    assert_eq!(in_a_worker(&pool(), game, &setup).to_line(), record.to_line());
}

#[test]
fn a_bot_stands_in_for_a_person() {
    let (game, mut setup) = setup("scopone", &["greedy", "random", "random", "random"], 3);
    let bot = Some(Box::new(setup.players[0].mind.clone()));
    let player = Player { name: "ana".into(), bot: PlayedBy::Human, source: None };
    let person = Now::new([(4, Choice::Random)]);
    setup.players[0].mind = Mind::Attended { bot, person, player };
    setup.players[0].name = "ana".into();
    let record = on_a_thread(game, &setup);
    let own: Vec<By> = record.plies.iter().step_by(4).map(|ply| ply.by).collect();
    assert_eq!(own[..3], [By::Takeover, By::Substitute, By::Takeover]);
    assert!(record.end.as_ref().unwrap().faults.is_empty(), "nobody did wrong");
    assert_eq!(record.players[0].bot, PlayedBy::Human);
    assert_eq!(in_a_worker(&pool(), game, &setup).to_line(), record.to_line());
}

#[test]
fn nobody_is_blamed_for_a_long_thought() {
    let (game, mut setup) = setup("quoridor", &["bots/quoridor/runner.lua", "greedy"], 1);
    setup.limits = short();
    let says = BTreeMap::from([(0, Choice::Move("e2".into()))]);
    let slow = Now { says, thinks: Duration::from_millis(400), ..Now::default() };
    setup.options.insert("max_plies".into(), 4.into());
    attend(&mut setup, 0, Arc::new(slow));
    let record = in_a_worker(&pool(), game, &setup);
    assert!(record.end.unwrap().faults.is_empty());
}

#[test]
fn a_match_with_people_is_played_again_after_a_loss_without_asking_them_again() {
    let players = ["bots/quoridor/runner.lua", "bots/quoridor/runner.lua"];
    let (game, mut setup) = setup("quoridor", &players, 1);
    setup.limits = Limits { on_fault: OnFault::Substitute, ..short() };
    let person = Now::new([(0, Choice::Move("a1h".into()))]);
    attend(&mut setup, 0, person.clone());
    let drill = Drill { seat: 1, hook: Hook::NextMove, ply: 5, harm: Harm::Hang };
    let record = pool().play_drill(game, &setup, drill).unwrap();
    let own = chosen(&record, 0);
    assert_eq!(own[0], By::Takeover);
    let decisions = own.iter().filter(|by| matches!(by, By::Takeover | By::Bot)).count();
    assert_eq!(person.asked.load(Ordering::Relaxed) as usize, decisions);
}

#[test]
fn a_worker_that_makes_up_a_takeover_is_not_believed() {
    let (game, mut setup) = setup("quoridor", &["bots/quoridor/runner.lua", "greedy"], 1);
    let person = Now::new([]);
    attend(&mut setup, 0, person);
    let drill = Drill { seat: 0, hook: Hook::NextMove, ply: 0, harm: Harm::ForgeChoice };
    // Played again by a worker that has no such order, it is the match that was meant.
    let record = pool().play_drill(game, &setup, drill).unwrap();
    assert_eq!(record.plies[0].by, By::Bot);
}

/// Stops the match at its first move.
struct Stopping(bool);

impl Onlooker for Stopping {
    fn moved(&mut self, _: &Step<'_>) {
        self.0 = true;
    }
    fn stop(&mut self) -> bool {
        self.0
    }
}

#[test]
fn a_match_is_stopped_while_people_sit_at_it() {
    let (game, mut setup) = setup("quoridor", &["greedy", "greedy"], 1);
    attend(&mut setup, 0, Now::new([]));
    let stopped = pool().play(game, &setup, &mut Stopping(false), true);
    assert!(matches!(stopped, Err(PoolError::Stopped)), "{stopped:?}");
    let record = game.play(&setup, &mut Stopping(false)).unwrap();
    assert_eq!(record.end.unwrap().reason, Reason::Stopped);
    assert_eq!(record.moves.len(), 1);
}
