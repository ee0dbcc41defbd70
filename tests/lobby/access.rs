//! The events that each visitor reads.

use juez::core::{Observer, Record, Seat};
use juez::lobby::{EventLog, LogView, MatchTable, VisitorId};
use juez::registry::game;
use serde_json::Value;
use std::sync::Arc;

use crate::lobby::common::*;

/// The events that one visitor read of a running match for one observer.
struct Reader {
    by: VisitorId,
    wish: Observer,
    read: Vec<Arc<str>>,
}

impl Reader {
    fn new(by: VisitorId, wish: Observer) -> Reader {
        Reader { by, wish, read: Vec::new() }
    }

    fn read(&mut self, table: &MatchTable) {
        let before = self.read.len();
        read_on(table, &self.by, self.wish, &mut self.read);
        if is_over(&table.state(&self.by)) {
            self.read.truncate(before);
        }
    }

    fn events(&self) -> Vec<Value> {
        events(&self.read)
    }

    /// Checks that they are the first events of the record for `observer`.
    fn agrees_with(self, record: &Record, observer: Observer) {
        let log = EventLog::of(game(&record.game).unwrap(), record, observer, true).unwrap();
        let shown: Vec<Value> =
            log.items.iter().map(|item| serde_json::to_value(item).unwrap()).collect();
        let read = self.events();
        assert!(read.len() * 2 > shown.len(), "{} of {} items", read.len(), shown.len());
        let (read, mut shown) = (bare(read), bare(shown));
        shown.truncate(read.len());
        same(&read, &shown);
    }
}

#[test]
fn a_running_match_shows_each_observer_its_part_of_the_record_and_no_more() {
    let tables: [(&str, &[&str]); 5] = [
        ("quoridor", &["me", "random"]),
        ("durak", &["me", "greedy", "random"]),
        ("tute", &["me", "greedy", "random"]),
        ("scopone", &["me", "greedy", "random", "greedy"]),
        ("dominoes", &["me", "greedy", "random", "greedy"]),
    ];
    for (name, players) in tables {
        let lobby = lobby();
        let table = begin(&lobby, &new(name, players), &ana());
        let hidden = table.log_view(&ana(), Observer::Public).head().hidden;
        let mut own = Reader::new(ana(), Observer::Seat(Seat::new(0)));
        let mut public = Reader::new(ana(), Observer::Public);
        // A visitor who chooses another observer gets the public events.
        let mut open = Reader::new(ana(), Observer::Open);
        let mut other = Reader::new(bea(), Observer::Seat(Seat::new(0)));
        let mut stranger = Reader::new(bea(), Observer::Seat(Seat::new(1)));
        while let Some(ask) = next_ask(&table, &ana()) {
            for reader in [&mut own, &mut public, &mut open, &mut other, &mut stranger] {
                reader.read(&table);
            }
            table.answer(&ana(), &request(&ask, &some_move(&ask))).unwrap();
        }
        let record = table.record().unwrap();
        if hidden {
            let shown = |reader: &Reader, field: &str| {
                reader.events().iter().any(|i| i.get(field).is_some())
            };
            for field in ["by", "ms", "seats", "face_down"] {
                assert!(
                    !shown(&own, field) && !shown(&public, field),
                    "{name}: {field} is not shown"
                );
            }
            own.agrees_with(&record, Observer::Seat(Seat::new(0)));
        }
        same(&bare(public.events()), &bare(other.events()));
        for reader in [public, open, other, stranger] {
            reader.agrees_with(&record, Observer::Public);
        }
    }
}

#[test]
fn two_visitors_read_the_very_same_items() {
    let lobby = lobby();
    let table = begin(&lobby, &new("durak", &["me", "greedy"]), &ana());
    play_on(&table, &ana(), 3);
    next_ask(&table, &ana());
    let eve = VisitorId::of("eve");
    let (one, two) =
        (table.log_view(&bea(), Observer::Public), table.log_view(&eve, Observer::Public));
    assert_eq!(one.epoch(), two.epoch());
    let from = one.len();
    assert!(from > 3);
    let read = |view: &LogView<'_>| view.since(from).expect("the archive can be read");
    assert!(read(&one).is_empty() && read(&two).is_empty());
    play_on(&table, &ana(), 1);
    next_ask(&table, &ana());
    let (one, two) = (read(&one), read(&two));
    assert!(
        !one.is_empty() && one.iter().zip(&two).all(|(a, b)| std::sync::Arc::ptr_eq(a, b)),
        "not even a copy"
    );
}

#[test]
fn a_person_who_sits_down_reads_the_log_of_the_seat_from_its_start() {
    let lobby = lobby();
    let table = begin(&lobby, &new("durak", &["me", "free", "greedy"]), &ana());
    next_ask(&table, &ana()).unwrap();
    let wish = Observer::Seat(Seat::new(1));
    let before = table.log_view(&bea(), wish);
    assert_eq!(
        (before.head().observer.as_str(), table.state(&bea()).observers),
        ("public", vec!["public".into()])
    );
    table.sit(&bea(), &sit(1, "Bea")).unwrap();
    let after = table.log_view(&bea(), wish);
    assert_eq!((after.head().observer.as_str(), table.state(&bea()).observers.len()), ("1", 2));
    assert_ne!(before.epoch(), after.epoch());
    table.sit(&bea(), &get_up(1)).unwrap();
    assert_eq!(table.log_view(&bea(), wish).epoch(), before.epoch(), "and public again");
}

#[test]
fn a_match_that_is_over_is_open_to_all() {
    let lobby = lobby();
    let table = begin(&lobby, &new("durak", &["greedy", "random"]), &ana());
    wait_until(|| is_over(&table.state(&bea())));
    assert_eq!(table.state(&bea()).observers, ["public", "0", "1", "open"]);
    let view = table.log_view(&bea(), Observer::Open);
    assert_eq!(view.head().observer, "open");
    assert!(items(&table, &bea(), Observer::Open)[1]["face_down"].is_array());
}

#[test]
fn a_person_is_never_sent_the_hand_of_another_seat() {
    // Views of these games name a card only in its place, so a name elsewhere is a leak.
    let tables: [(&str, &[&str]); 2] = [
        ("scopone", &["me", "greedy", "random", "greedy"]),
        ("dominoes", &["me", "greedy", "random", "greedy"]),
    ];
    for (name, players) in tables {
        let lobby = lobby();
        let table = begin(&lobby, &new(name, players), &ana());
        let mut readers =
            [Observer::Seat(Seat::new(0)), Observer::Public].map(|wish| Reader::new(ana(), wish));
        while let Some(ask) = next_ask(&table, &ana()) {
            readers.iter_mut().for_each(|reader| reader.read(&table));
            table.answer(&ana(), &request(&ask, &some_move(&ask))).unwrap();
        }
        let open = items(&table, &ana(), Observer::Open);
        let mut hidden = 0;
        for (reader, first) in readers.iter().zip([1, 0]) {
            for (item, open) in reader.events().iter().zip(&open) {
                let sent = item.to_string();
                let seats = open["seats"].as_array().expect("an open frame").iter().skip(first);
                for card in seats.flat_map(|seat| seat["hand"].as_array().expect("a hand")) {
                    assert!(!sent.contains(&card.to_string()), "{card} in {sent}");
                    hidden += 1;
                }
            }
        }
        assert!(hidden > 100, "{name}: there were {hidden} chances");
    }
}
