//! Records with one thing changed that needs no bot to check: each change is found.

use crate::cli::folder::Folder;
use juez::core::{
    By, Fault, FaultKind, Hook, HookLog, Limits, OnFault, PlayedBy, Record, Seat, SeatFault, Seed,
    Terms,
};
use juez::registry::{AnyGame, MatchSetup, PlayerSpec, game};

/// A bot that plays at random by its own seed, and prints.
const CARD: &str = "return { next_move = function(view)
    local moves = view:moves()
    print(#moves)
    return moves[view:random(#moves) + 1]
end }";

/// A bot that answers nonsense from its second move on.
const NONSENSE: &str = "local n = 0
return { next_move = function(view)
    n = n + 1
    return n > 1 and 'zz' or view:moves()[1]
end }";

/// A record and its game.
struct Played {
    record: Record,
    game: &'static dyn AnyGame,
}

/// Plays a match of these players: `card`, `nonsense`, `endless`, or a built-in bot.
fn played(id: &str, players: &[&str], limits: Limits) -> Played {
    let game = game(id).expect("a game");
    let endless = NONSENSE.replace("return n > 1", "while n > 1 do end\n    return n > 1");
    let folder = Folder::new()
        .with("card.lua", CARD)
        .with("nonsense.lua", NONSENSE)
        .with("endless.lua", endless);
    let player = |name: &&str| {
        let path = folder.path(&format!("{name}.lua"));
        let text = if path.exists() { path.display().to_string() } else { name.to_string() };
        PlayerSpec::read(&text, game).expect("a player")
    };
    let players: Vec<PlayerSpec> = players.iter().map(player).collect();
    let play = move || {
        let terms = Terms { limits, ..Terms::default() };
        let setup = MatchSetup { terms, seed: Some(7.into()), ..MatchSetup::new(players) };
        game.play(&setup, &mut ()).expect("it is played")
    };
    let thread = std::thread::Builder::new().stack_size(juez::script::STACK).spawn(play);
    let record = thread.expect("a thread").join().expect("it is played");
    let played = Played { record, game };
    assert_eq!(played.judged(&played.record), Ok(()), "nothing is changed yet");
    played
}

fn durak() -> Played {
    played("durak", &["card", "random", "card"], Limits::default())
}

/// Plays a match in which seat 0 uses up all fuel at its second decision.
fn endless() -> Played {
    played("durak", &["endless", "random", "card"], Limits::default())
}

/// Plays a match in which seat 0 is out after its second decision and the others play on.
fn with_offender() -> Played {
    let played = played("durak", &["nonsense", "random", "card"], Limits::default());
    assert_eq!(end(&mut played.record.clone()).faults.len(), 1);
    played
}

impl Played {
    fn judged(&self, record: &Record) -> Result<(), String> {
        let why = |wrong: juez::registry::RecordFault| wrong.error;
        self.game.verify(record).map_err(why)?;
        self.game.audit(record).map_err(why)
    }

    /// Returns the reason why the record with a change is refused.
    #[track_caller]
    fn refused(&self, change: impl FnOnce(&mut Record)) -> String {
        let mut changed = self.record.clone();
        change(&mut changed);
        assert_ne!(changed, self.record, "nothing is changed");
        self.judged(&changed).expect_err("the change is found")
    }

    /// Returns the first ply with this origin.
    fn ply(&self, by: By) -> usize {
        self.record.plies.iter().position(|how| how.by == by).expect("there is one")
    }
}

fn end(record: &mut Record) -> &mut juez::core::End {
    record.end.as_mut().expect("it is over")
}

fn fault(seat: u8, ply: usize, kind: FaultKind, hook: Hook) -> SeatFault {
    SeatFault { seat: Seat::new(seat), ply: ply as u32, fault: Fault::new(kind, hook, "", "no") }
}

#[test]
fn another_seed_gives_other_deals() {
    let why = durak().refused(|record| record.seed = Some(Seed::from(8)));
    assert_eq!(why, "deal 0 differs from the one that the seed gives");
}

#[test]
fn deals_come_from_a_seed_or_are_given() {
    let why = durak().refused(|record| record.seed = None);
    assert_eq!(why, "there are deals, and no seed to draw them from");
}

#[test]
fn other_deals_do_not_follow_from_the_seed() {
    let played = played("scopone", &["card", "random", "random", "random"], Limits::default());
    let why = played.refused(|record| {
        // Before the first move any two hands are equally possible.
        record.moves.clear();
        record.plies.clear();
        record.logs.clear();
        record.end = None;
        let hands = &mut record.deals[0]["hands"];
        let (one, other) = (hands[1].clone(), hands[3].clone());
        (hands[1], hands[3]) = (other, one);
    });
    assert_eq!(why, "deal 0 differs from the one that the seed gives");
}

#[test]
fn deals_that_were_given_are_told_to_be_and_need_no_seed() {
    let played = durak();
    let record = &played.record;
    let players = ["random"; 3].map(|name| PlayerSpec::read(name, played.game).expect("a bot"));
    let setup = MatchSetup {
        seed: Some(8.into()),
        deals: record.deals.clone(),
        ..MatchSetup::new(players.to_vec())
    };
    let again = played.game.play(&setup, &mut ()).expect("it is played");
    assert_eq!((again.given_deals as usize, &again.deals), (record.deals.len(), &record.deals));
    assert_eq!(played.judged(&again), Ok(()));
    let why = played.judged(&Record { given_deals: 0, ..again });
    assert_eq!(why, Err("deal 0 differs from the one that the seed gives".to_string()));
}

#[test]
fn swapped_players_are_found_where_one_uses_fuel() {
    let why = durak().refused(|record| record.players.swap(0, 1));
    assert!(why.contains("seat") && why.contains("fuel"), "{why}");
}

#[test]
fn the_players_are_as_many_as_the_options_say() {
    let played = durak();
    let why = played.refused(|record| drop(record.players.pop()));
    assert_eq!(why, "2 players at a table of 3 seats");
    played.refused(|record| drop(record.options.insert("seats".into(), 2.into())));
}

#[test]
fn a_built_in_bot_is_one_of_its_game() {
    let source = |text: &str| durak().refused(|it| it.players[1].source = Some(text.to_string()));
    assert!(source("minimax").starts_with("no player called \"minimax\""));
    assert!(source("random:depth=3").contains("depth"));
    assert!(source("/etc/passwd").starts_with("no player called \"/etc/passwd\""));
}

#[test]
fn the_source_of_a_script_is_a_hash_and_a_person_has_none() {
    let played = durak();
    let why = played.refused(|it| it.players[0].source = Some("card.lua".to_string()));
    assert_eq!(why, "seat 0 cannot have the source \"card.lua\"");
    let why = played.refused(|it| it.players[0].bot = PlayedBy::Human);
    assert!(why.starts_with("seat 0 cannot have the source "), "{why}");
}

#[test]
fn a_method_that_is_switched_off_is_one_of_the_game() {
    assert!(durak().refused(|record| record.without.push("fly".into())).contains("fly"));
}

#[test]
fn no_person_moves_in_the_seat_of_a_bot_under_his_own_name() {
    let played = durak();
    let ply = played.ply(By::Bot);
    let why = played.refused(|record| record.plies[ply].by = By::Human);
    assert!(why.ends_with("and the record has the move as made by: human"), "{why}");
    let why = played.refused(|record| record.plies[ply].by = By::Takeover);
    assert!(why.starts_with("no bot was asked in seat "), "{why}");
    let why = played.refused(|record| {
        record.players[0].bot = PlayedBy::Human;
        record.players[0].source = None;
    });
    assert!(why.ends_with("and the record has the move as made by: bot"), "{why}");
}

#[test]
fn a_move_is_forced_where_there_is_no_other_and_nowhere_else() {
    let played = durak();
    let (chosen, forced) = (played.ply(By::Bot), played.ply(By::Forced));
    let why = played.refused(|record| record.plies[chosen].by = By::Forced);
    assert!(why.starts_with("the record has the move as forced, and "), "{why}");
    let why = played.refused(|record| record.plies[forced].by = By::Bot);
    assert_eq!(why, "the record has the move as not forced, and 1 moves are legal");
}

#[test]
fn moves_are_given_only_where_a_match_begins() {
    let played = durak();
    let ply = played.record.plies.iter().rposition(|how| how.by == By::Bot).expect("one");
    let why = played.refused(|record| record.plies[ply].by = By::Given);
    assert_eq!(why, "a move is given only where a match begins");
}

#[test]
fn a_substituted_move_is_the_one_that_chance_chose() {
    let played = with_offender();
    let ply = played.ply(By::Substitute);
    let why = played.refused(|record| {
        // Only up to the other move; after it the match would differ.
        let before = Record {
            moves: record.moves[..ply].to_vec(),
            plies: Vec::new(),
            end: None,
            deals: record.deals[..1].to_vec(),
            ..record.clone()
        };
        let legal = played.game.legal(&before, false).lines.pop().expect("a position").legal;
        let other = legal.into_iter().find(|mv| *mv != record.moves[ply]).expect("another");
        record.moves.truncate(ply);
        record.moves.push(other);
        record.plies.truncate(ply + 1);
        record.end = None;
        record.logs.clear();
    });
    assert!(why.starts_with("chance chose "), "{why}");
}

#[test]
fn a_bot_that_is_out_or_failed_did_not_move() {
    let played = with_offender();
    let first = played.ply(By::Substitute);
    let why = played.refused(|record| record.plies[first].by = By::Bot);
    assert_eq!(why, "seat 0 made no move, and the record does not have the move as the referee's");
    let mut later = played.record.plies.iter().enumerate().skip(first + 1);
    let (later, _) = later.find(|(_, how)| how.by == By::Substitute).expect("it is out");
    let why = played.refused(|record| record.plies[later].by = By::Bot);
    assert_eq!(why, "seat 0 is out, and the record does not have the move as the referee's");
    let why = played.refused(|record| record.plies[later].log = Some(vec!["hi".into()]));
    assert_eq!(why, "no bot was asked in seat 0, and one wrote or used fuel");
}

#[test]
fn a_fault_needs_a_bot_that_was_asked() {
    // A fault that costs nothing: its consequences are no reason to refuse the record.
    let limits = Limits { on_fault: OnFault::Substitute, strikes: 9, ..Limits::default() };
    let played = played("durak", &["card", "random", "card"], limits);
    let (seats, forced) = (played.record.players.len(), played.ply(By::Forced));
    // Two of the seats are refused because it was not their turn, one because it was not asked.
    let why: Vec<String> = (0..seats as u8)
        .map(|seat| {
            let unreadable = fault(seat, forced, FaultKind::OutOfTime, Hook::NextMove);
            played.refused(|record| end(record).faults.push(unreadable))
        })
        .collect();
    assert!(why.iter().any(|why| why.contains("is out of place")), "{why:?}");
    assert!(why.iter().any(|why| why.ends_with("was not asked, and did nothing wrong")), "{why:?}");
}

#[test]
fn an_invented_fault_of_the_end_is_found_where_it_cannot_be() {
    let played = with_offender();
    let moves = played.record.moves.len();
    let invented = |seat, kind, file: Option<&str>| {
        let mut fault = fault(seat, moves, kind, Hook::Finish);
        fault.fault.file = file.map(str::to_string);
        played.refused(|record| end(record).faults.push(fault))
    };
    let out = invented(0, FaultKind::Script, Some("nonsense.lua"));
    assert_eq!(out, "seat 0 is out and was not called in finish");
    let built_in = invented(1, FaultKind::Script, None);
    assert_eq!(built_in, "the built-in bot of seat 1 has no script error");
    let built_in = invented(1, FaultKind::Crashed, Some("main.lua"));
    assert_eq!(built_in, "the built-in bot of seat 1 has no crashed");
    let kind = invented(2, FaultKind::IllegalMove, None);
    assert_eq!(kind, "illegal move of seat 2 is not possible in finish");
    let kind = invented(2, FaultKind::MissingHook, None);
    assert_eq!(kind, "missing hook of seat 2 is not possible in finish");
}

#[test]
fn what_is_called_illegal_or_unreadable_is_so() {
    let played = with_offender();
    let why = played.refused(|record| end(record).faults[0].fault.text = "6C".into());
    assert_eq!(why, "\"6C\" of seat 0 can be read");
    let why = played.refused(|record| {
        let ply = end(record).faults[0].ply as usize;
        let legal = record.moves[ply].clone();
        let fault = &mut end(record).faults[0].fault;
        (fault.kind, fault.text) = (FaultKind::IllegalMove, legal);
    });
    assert!(why.ends_with(" of seat 0 is not an illegal move"), "{why}");
}

#[test]
fn changed_limits_are_found_by_what_was_used() {
    let played = durak();
    let limit = |change: &dyn Fn(&mut Limits)| {
        played.refused(|record| change(record.limits.as_mut().expect("limits")))
    };
    assert!(limit(&|limits| limits.move_ms = 0).contains(" of 0 fuel"));
    assert!(limit(&|limits| limits.match_ms = 0).contains(" fuel in the match"));
    let why = endless().refused(|record| record.limits.as_mut().expect("limits").move_ms = 1000);
    assert!(why.starts_with("seat 0 ran out of fuel when it had used "), "{why}");
    let substitute = with_offender();
    let why = substitute.refused(|record| {
        record.limits.as_mut().expect("limits").on_fault = OnFault::Substitute;
    });
    assert!(!why.is_empty());
    // A log longer than the limit.
    let ply = played.ply(By::Bot);
    let why = played.refused(|record| {
        record.plies[ply].log = Some(vec!["x".repeat(5000), "y".repeat(5000), "z".into()]);
    });
    assert!(why.starts_with("the log of seat "), "{why}");
}

#[test]
fn logs_are_of_seats_that_were_called() {
    let played = with_offender();
    let log = |seat, hook, fuel| HookLog { seat: Seat::new(seat), hook, fuel, log: vec![] };
    let add = |log: HookLog| played.refused(|record| record.logs.push(log));
    assert_eq!(add(log(3, Hook::Start, None)), "a log of seat 3, which this match does not have");
    assert_eq!(add(log(0, Hook::Finish, None)), "seat 0 is out and did not get the result");
    assert_eq!(add(log(2, Hook::NextMove, None)), "seat 2 was not asked for a move after the last");
    assert_eq!(add(log(2, Hook::Start, Some(3))), "start has no fuel");
}

#[test]
fn how_moves_came_about_is_told_of_all_or_none() {
    let why = durak().refused(|record| drop(record.plies.pop()));
    assert!(
        why.starts_with("the record has the origin of ") && why.ends_with(" were made"),
        "{why}"
    );
}

#[test]
fn verify_says_so_without_a_bot_being_there() {
    let played = durak();
    let changed = Record { seed: Some(Seed::from(8)), ..played.record.clone() };
    let lines = format!("{}\n{}\n", played.record.to_line(), changed.to_line());
    Folder::new()
        .juez_reading("verify -", lines)
        .shows("record 0: ok, durak in ")
        .shows("record 1: wrong at ply 0: deal 0 differs from the one that the seed gives")
        .exits(1);
}
