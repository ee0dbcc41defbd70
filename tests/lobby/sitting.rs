//! Seats change hands.

use juez::core::By;
use juez::lobby::{
    Decider, Lobby, LobbyOptions, MatchTable, NewMatch, OnClock, RefusalKind, Takeover, VisitorId,
};
use juez::registry::{MatchSetup, PlayerSpec, game};

use crate::lobby::common::*;

/// Makes a match slow enough that the test need not hurry.
fn slow(new: NewMatch) -> NewMatch {
    NewMatch { pace_ms: Some(10_000), ..new }
}

#[test]
fn a_bots_seat_is_taken_over_while_it_waits_and_given_back() {
    let lobby = lobby();
    let stand_in = NewMatch { on_clock: OnClock::Bot, ..slow(new("quoridor", &["me", "greedy"])) };
    let table = begin(&lobby, &stand_in, &ana());
    let ask = next_ask(&table, &ana()).unwrap();
    table.answer(&ana(), &request(&ask, "e2")).unwrap();
    // The bot takes its time now.
    let state = table.state(&bea());
    assert_eq!((state.seats[1].by, state.seats[1].can_sit), (Decider::Bot, true));
    table.sit(&bea(), &sit(1, "Bea")).unwrap();
    let ask = next_ask(&table, &bea()).unwrap();
    assert_eq!(ask.ply, 1, "the very decision that the bot was to take");
    let seat = table.state(&ana()).seats[1].clone();
    assert_eq!((seat.name.as_str(), seat.by), ("Bea", Decider::Person));
    assert_eq!((seat.has_bot, seat.bot.as_deref()), (true, Some("greedy")));
    table.answer(&bea(), &request(&ask, "e8")).unwrap();
    table.sit(&bea(), &get_up(1)).unwrap();
    table.sit(&ana(), &get_up(0)).unwrap();
    // The bots play on among themselves.
    table.set_pace(&ana(), &pace(0)).unwrap();
    wait_until(|| is_over(&table.state(&ana())));
    let record = table.record().unwrap();
    let by: Vec<By> = record.plies.iter().take(4).map(|ply| ply.by).collect();
    assert_eq!(by, [By::Human, By::Takeover, By::Takeover, By::Bot]);
    assert_eq!(record.moves[..2], ["e2", "e8"]);
    game("quoridor").unwrap().verify(&record).expect("the record is good");
}

#[test]
fn a_free_seat_waits_for_any_visitor() {
    let lobby = lobby();
    let table = begin(&lobby, &new("quoridor", &["greedy", "free"]), &ana());
    wait_until(|| lobby.matches()[0].ply == 1);
    assert_eq!(lobby.matches()[0].free, 1);
    assert_eq!(table.state(&bea()).seats[1].by, Decider::Free);
    table.sit(&bea(), &sit(1, "Bea")).unwrap();
    assert_eq!(lobby.matches()[0].free, 0);
    assert_eq!(next_ask(&table, &bea()).unwrap().ply, 1);
    table.sit(&bea(), &get_up(1)).unwrap();
    assert!(table.state(&bea()).ask.is_none());
    table.sit(&ana(), &sit(1, "Ana")).expect("the next who comes");
    assert_eq!(next_ask(&table, &ana()).unwrap().ply, 1);
}

#[test]
fn a_taken_seat_cannot_be_taken() {
    let lobby = lobby();
    let table = begin(&lobby, &new("quoridor", &["me", "greedy"]), &ana());
    assert!(!table.state(&bea()).seats[0].can_sit);
    let refused = table.sit(&bea(), &sit(0, "Bea")).unwrap_err();
    assert_eq!(refused.kind(), RefusalKind::Conflict);
    assert!(table.sit(&bea(), &get_up(0)).is_err(), "nor is it hers to leave");
    assert_eq!(table.sit(&bea(), &sit(3, "Bea")).unwrap_err().kind(), RefusalKind::Missing);
}

#[test]
fn a_visitor_who_has_seen_a_hand_sits_in_no_other_seat() {
    let lobby = lobby();
    let table = begin(&lobby, &new("durak", &["greedy", "free", "free"]), &ana());
    table.sit(&bea(), &sit(1, "Bea")).unwrap();
    assert!(table.sit(&bea(), &sit(2, "Bea")).is_err());
    table.sit(&bea(), &get_up(1)).unwrap();
    let state = table.state(&bea());
    let can_sit: Vec<bool> = state.seats.iter().map(|seat| seat.can_sit).collect();
    assert_eq!(can_sit, [false, true, false]);
    assert!(table.sit(&bea(), &sit(2, "Bea")).is_err());
    table.sit(&bea(), &sit(1, "Bea")).expect("her own she may take again");
}

#[test]
fn with_hidden_hands_no_person_starts_in_two_seats() {
    let lobby = lobby();
    assert!(lobby.begin(&new("durak", &["me", "me"]), &ana()).is_err());
    let table = begin(&lobby, &new("quoridor", &["me", "me"]), &ana());
    let seats = table.state(&ana()).seats;
    assert_eq!((&*seats[0].name, &*seats[1].name), ("guest", "guest (2)"));
    play_on(&table, &ana(), 4);
    assert_eq!(next_ask(&table, &ana()).unwrap().seat.index(), 0);
}

#[test]
fn a_rematch_changes_sides_and_is_one_however_often_it_is_asked_for() {
    let lobby = lobby();
    let named = NewMatch { name: Some("Ana".into()), ..new("quoridor", &["me", "greedy"]) };
    let table = begin(&lobby, &named, &ana());
    table.sit(&bea(), &sit(1, "Bea")).unwrap();
    assert!(lobby.rematch(&table, &ana()).is_err(), "it is not over");
    table.stop(&ana()).unwrap();
    wait_until(|| is_over(&table.state(&ana())));
    let stranger = juez::lobby::VisitorId::of("eve");
    assert_eq!(lobby.rematch(&table, &stranger).unwrap_err().kind(), RefusalKind::Forbidden);
    let id = lobby.rematch(&table, &bea()).expect("Bea played");
    assert_eq!(lobby.rematch(&table, &ana()).unwrap(), id);
    assert_eq!(table.state(&bea()).rematch.as_deref(), Some(&*id));
    let again = lobby.table(&id).unwrap();
    let seats = again.state(&bea()).seats;
    assert_eq!((&*seats[0].name, seats[0].you, seats[0].has_bot), ("Bea", true, true));
    assert_eq!((&*seats[1].name, seats[1].you, seats[1].has_bot), ("Ana", false, false));
    assert!(!again.state(&bea()).owner && again.state(&ana()).owner);
    assert_eq!(next_ask(&again, &bea()).unwrap().ply, 0);
}

/// Returns the seats at which Bea can sit down.
fn seats_for_bea(table: &MatchTable) -> Vec<bool> {
    table.state(&bea()).seats.iter().map(|seat| seat.can_sit).collect()
}

#[test]
fn bots_are_for_their_owner_alone_where_hands_are_hidden_and_nothing_else_is_said() {
    let lobby = lobby();
    for (game, is_open) in [("durak", false), ("quoridor", true)] {
        let new = NewMatch { takeover: None, ..new(game, &["greedy", "greedy"]) };
        let begun = begin(&lobby, &slow(new), &ana());
        let game = juez::registry::game(game).unwrap();
        let setup = MatchSetup::new(vec![PlayerSpec::read("greedy", game).unwrap(); 2]);
        let of_command = lobby.begin_with(game, &setup, &ana(), 10_000, None).unwrap();
        for table in [begun, lobby.table(&of_command).unwrap()] {
            let can_sit = |by: &VisitorId| table.state(by).seats[0].can_sit;
            assert_eq!((can_sit(&ana()), can_sit(&bea())), (true, is_open), "{}", game.info().id);
        }
    }
}

#[test]
fn with_takeover_owner_only_the_owner_takes_over_bots() {
    let folder = tempfile::tempdir().unwrap();
    let options = || LobbyOptions { store: Some(folder.path().join("m.db")), ..Default::default() };
    let lobby = Lobby::open(options()).unwrap();
    let owned =
        NewMatch { takeover: Some(Takeover::Owner), ..new("durak", &["greedy", "free", "me"]) };
    let id = begin(&lobby, &slow(owned), &ana()).id().to_string();
    lobby.close();
    drop(lobby);
    let lobby = Lobby::open(options()).unwrap();
    let table = lobby.table(&id).unwrap();
    assert_eq!(seats_for_bea(&table), [false, true, false], "after a restart too");
    let refused = table.sit(&bea(), &sit(0, "Bea")).unwrap_err();
    assert_eq!(refused.kind(), RefusalKind::Forbidden);
    assert!(refused.to_string().contains("only the owner of the match"), "{refused}");
    table.sit(&bea(), &sit(1, "Bea")).expect("a free seat is for any visitor");
    table.stop(&ana()).unwrap();
    wait_until(|| is_over(&table.state(&ana())));
    let again = lobby.table(&lobby.rematch(&table, &bea()).unwrap()).unwrap();
    assert!(again.sit(&VisitorId::of("eve"), &sit(2, "Eve")).is_err(), "and in the next match");
    assert!(again.state(&bea()).seats[0].you, "people keep their own");
}

#[test]
fn with_takeover_owner_the_owner_sits_down_among_the_bots() {
    let lobby = lobby();
    let owned =
        NewMatch { takeover: Some(Takeover::Owner), ..new("quoridor", &["greedy", "free"]) };
    let table = begin(&lobby, &slow(owned), &ana());
    table.sit(&ana(), &sit(0, "Ana")).unwrap();
    assert_eq!(seats_for_bea(&table), [false, true]);
    table.sit(&ana(), &get_up(0)).unwrap();
    assert_eq!(seats_for_bea(&table), [false, true]);
}
