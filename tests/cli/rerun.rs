//! Records played again from the sources of their bots: whole matches, stopped matches, matches
//! with people, and changed records.

use crate::cli::folder::{Folder, WALK, bot};
use juez::core::{
    By, End, FaultKind, Hook, Limits, OnFault, PlayedBy, Player, Reason, Record, Seat,
};
use juez::registry::{Asked, Choice, MatchSetup, Mind, Onlooker, Person, PlayerSpec, Step, game};
use juez::script::BotSpec;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A bot that draws a card at random by its own seed.
const CARD: &str = "return { next_move = function(view)
    local moves = view:moves()
    print(#moves)
    return moves[view:random(#moves) + 1]
end }";

/// A bot that plays one legal move and then nonsense, and prints that.
const NONSENSE: &str = "local n = 0
return { start = function() print('here') end, next_move = function(view)
    n = n + 1
    print('asked', n)
    if n > 1 then return 'zz' end
    return view:moves()[1]
end, finish = function() error('no') end }";

/// Makes a folder in which `verify --rerun` finds the bots of these tests.
fn folder() -> Folder {
    Folder::new().with("walk.lua", bot(WALK)).with("card.lua", CARD).with("nonsense.lua", NONSENSE)
}

/// Sets at some plies who decides; at all others the bot does.
struct Says(BTreeMap<u32, Choice>);

impl Person for Says {
    fn choose(&self, asked: &Asked<'_>) -> Choice {
        self.0.get(&asked.ply).cloned().unwrap_or(Choice::Bot)
    }
}

/// Returns a match of these players, scripts of the folder or built-in bots.
fn setup(folder: &Folder, id: &str, players: &[&str]) -> MatchSetup {
    let game = game(id).unwrap();
    let players = players.iter().map(|name| match name.ends_with(".lua") {
        false => PlayerSpec::read(name, game).unwrap(),
        true => {
            let spec = BotSpec::read(&folder.path(name)).unwrap();
            PlayerSpec { name: spec.name.clone(), mind: Mind::Script(spec) }
        }
    });
    MatchSetup { seed: Some(7.into()), ..MatchSetup::new(players.collect()) }
}

/// Gives a seat an attendant: a person, the bot in place of the person, or the bot's guest.
fn attend(setup: &mut MatchSetup, seat: usize, is_his: bool, says: &[(u32, Choice)]) {
    let player = if is_his {
        Player { name: "ana".into(), bot: PlayedBy::Human, source: None }
    } else {
        setup.players[seat].player()
    };
    let person = Arc::new(Says(says.iter().cloned().collect()));
    let bot = Some(Box::new(setup.players[seat].mind.clone()));
    setup.players[seat].name.clone_from(&player.name);
    setup.players[seat].mind = Mind::Attended { bot, person, player };
}

/// Plays on a thread with the stack that scripts need, and stops after this many moves.
fn play(id: &str, setup: &MatchSetup, stop: usize) -> Record {
    struct Until(usize);
    impl Onlooker for Until {
        fn moved(&mut self, _: &Step<'_>) {
            self.0 -= 1;
        }
        fn stop(&mut self) -> bool {
            self.0 == 0
        }
    }
    let (setup, game) = (setup.clone(), game(id).unwrap());
    let thread = std::thread::Builder::new().stack_size(juez::script::STACK);
    let play = move || game.play(&setup, &mut Until(stop)).unwrap();
    thread.spawn(play).unwrap().join().unwrap()
}

const TO_THE_END: usize = usize::MAX;

/// Returns a stopped match as the server writes it: without the output of bots at the end.
fn stopped(id: &str, setup: &MatchSetup, moves: usize) -> Record {
    let mut record = play(id, setup, moves);
    assert_eq!(record.end.as_ref().unwrap().reason, Reason::Stopped);
    record.end.as_mut().unwrap().faults.retain(|fault| fault.fault.hook != Hook::Finish);
    Record { logs: Vec::new(), ..record }
}

/// Returns the result of `verify --rerun` of a record, on a thread and in a worker.
#[track_caller]
fn judged(folder: &Folder, record: &Record) -> Result<(), String> {
    let [here, there] = ["", " --isolation process"].map(|isolation| {
        let line = format!("verify - --rerun . --json{isolation}");
        let run = folder.juez_reading(&line, record.to_line());
        let said = run.json().remove(0);
        if said["ok"].as_bool().unwrap() {
            Ok(())
        } else {
            Err(format!("{}: {}", said["ply"], said["error"].as_str().unwrap()))
        }
    });
    assert_eq!(here, there, "on a thread and in a worker");
    here
}

/// Checks that this change of the record is found.
#[track_caller]
fn refused(folder: &Folder, record: &Record, change: impl FnOnce(&mut Record)) -> String {
    let mut changed = record.clone();
    change(&mut changed);
    assert_ne!(changed, *record, "nothing is changed");
    judged(folder, &changed).expect_err("the change is found")
}

fn end(record: &mut Record) -> &mut End {
    record.end.as_mut().unwrap()
}

#[test]
fn a_stopped_match_is_played_again_as_far_as_it_goes() {
    let folder = folder();
    let setup = setup(&folder, "durak", &["card.lua", "random", "card.lua"]);
    for moves in [1, 2, 9, 20] {
        let record = stopped("durak", &setup, moves);
        assert_eq!(record.moves.len(), moves);
        judged(&folder, &record).unwrap();
        // Broken off, without an end.
        judged(&folder, &Record { end: None, ..record }).unwrap();
    }
}

#[test]
fn a_stopped_match_that_was_changed_is_found_out() {
    let folder = folder();
    let mut setup = setup(&folder, "quoridor", &["walk.lua", "nonsense.lua"]);
    setup.terms.limits = Limits { on_fault: OnFault::Substitute, strikes: 9, ..Limits::default() };
    let record = stopped("quoridor", &setup, 6);
    judged(&folder, &record).unwrap();
    assert_eq!(record.end.as_ref().unwrap().faults.len(), 2);
    let found = |change: &dyn Fn(&mut Record)| refused(&folder, &record, change);
    let why = found(&|record| record.moves[4] = "a8h".into());
    assert!(why.starts_with("4: played again, the move is "), "{why}");
    let why = found(&|record| *record.plies[2].fuel.as_mut().unwrap() += 1);
    assert_eq!(why, "2: played again, the fuel, log, marks or plots of this ply differ");
    let why = found(&|record| end(record).faults[0].fault.text = "z".into());
    assert_eq!(why, "6: played again, the faults differ");
    let why = found(&|record| drop(end(record).faults.pop()));
    assert_eq!(why, "6: played again, the faults differ");
    let why = found(&|record| drop(record.plies.pop()));
    assert_eq!(why, "5: `plies` has 5 entries, expected 6");
}

#[test]
fn the_fault_after_which_a_match_was_stopped_is_made_again() {
    let folder = folder();
    let mut setup = setup(&folder, "quoridor", &["walk.lua", "nonsense.lua"]);
    setup.terms.limits = Limits { on_fault: OnFault::Substitute, strikes: 9, ..Limits::default() };
    let mut record = stopped("quoridor", &setup, 4);
    // Stopped between the fault and the move that replaced it.
    record.moves.pop();
    record.plies.pop();
    assert_eq!(end(&mut record).faults.last().unwrap().ply, 3);
    judged(&folder, &record).unwrap();
    let why = refused(&folder, &record, |record| {
        end(record).faults.last_mut().unwrap().fault.kind = FaultKind::Script;
    });
    assert_eq!(why, "3: played again, the faults differ");
}

#[test]
fn a_deal_that_does_not_follow_from_the_seed_is_found() {
    let folder = folder();
    let setup = setup(&folder, "scopone", &["card.lua", "random", "random", "random"]);
    let swap = |record: &mut Record| {
        // Seats 1 and 3 have played the same cards by then.
        let hands = &mut record.deals[0]["hands"];
        let (one, other) = (hands[1].clone(), hands[3].clone());
        (hands[1], hands[3]) = (other, one);
    };
    let record = stopped("scopone", &setup, 1);
    judged(&folder, &record).unwrap();
    let why = refused(&folder, &record, swap);
    assert_eq!(why, "1: played again, the deals differ");
}

#[test]
fn what_a_bot_did_wrong_that_stood_in_for_a_person_stands_as_it_is_recorded() {
    let folder = folder();
    let mut setup = setup(&folder, "durak", &["nonsense.lua", "card.lua", "random"]);
    setup.terms.limits = Limits { on_fault: OnFault::Substitute, strikes: 2, ..Limits::default() };
    attend(&mut setup, 0, true, &[]);
    let whole = play("durak", &setup, TO_THE_END);
    let faults = &whole.end.as_ref().unwrap().faults;
    assert!(faults.iter().any(|fault| fault.seat == Seat::new(0)), "it did wrong");
    assert!(whole.plies.iter().any(|how| how.by == By::Substitute && how.log.is_some()));
    assert!(whole.logs.iter().any(|log| log.seat == Seat::new(0)), "it wrote something");
    judged(&folder, &whole).unwrap();
    let left = stopped("durak", &setup, 12);
    judged(&folder, &left).unwrap();
    judged(&folder, &Record { end: None, ..left }).unwrap();
    // The decisions of others are still replayed.
    let own = whole.plies.iter().position(|how| how.by == By::Bot && how.fuel.is_some()).unwrap();
    let why = refused(&folder, &whole, |record| *record.plies[own].fuel.as_mut().unwrap() += 1);
    assert_eq!(
        why,
        format!("{own}: played again, the fuel, log, marks or plots of this ply differ")
    );
    // Without the fault, the seat was not put out.
    refused(&folder, &whole, |record| drop(end(record).faults.remove(0)));
}

#[test]
fn a_match_that_somebody_gave_up_in_the_seat_of_a_bot_is_played_again() {
    let folder = folder();
    let mut setup = setup(&folder, "quoridor", &["walk.lua", "random"]);
    attend(&mut setup, 0, false, &[(0, Choice::Resign)]);
    let record = play("quoridor", &setup, TO_THE_END);
    assert_eq!(record.end.as_ref().unwrap().reason, Reason::Forfeit);
    judged(&folder, &record).unwrap();
    let why = refused(&folder, &record, |record| {
        end(record).faults[0].fault.kind = FaultKind::Unreadable;
    });
    assert!(why.starts_with("0: played again, "), "{why}");
}
