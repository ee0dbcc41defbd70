//! Who is shown what.

use juez::core::{Record, Seat};
use juez::registry::{Eyes, game};
use juez::server::{Film, Table, Visitor};
use serde_json::Value;

use crate::common::*;

/// What has been read of a match while it ran, by one visitor with one wish.
struct Reader {
    by: Visitor,
    wish: Eyes,
    read: Vec<Value>,
}

impl Reader {
    fn new(by: Visitor, wish: Eyes) -> Reader {
        Reader { by, wish, read: Vec::new() }
    }

    fn read(&mut self, table: &Table) {
        let items = items(table, &self.by, self.wish);
        if !is_over(&table.state(&self.by)) {
            self.read = items;
        }
    }

    /// Whether that is the beginning of what a record tells the same eyes.
    fn agrees_with(self, record: &Record, eyes: Eyes) {
        let film = Film::of(game(&record.game).unwrap(), record, eyes).unwrap();
        let told: Vec<Value> =
            film.items.iter().map(|item| serde_json::to_value(item).unwrap()).collect();
        assert!(self.read.len() * 2 > told.len(), "{} of {} items", self.read.len(), told.len());
        let (read, mut told) = (bare(self.read), bare(told));
        told.truncate(read.len());
        same(&read, &told);
    }
}

#[test]
fn while_it_runs_everybody_is_told_what_his_eyes_see_of_the_record_and_no_more() {
    let tables: [(&str, &[&str]); 5] = [
        ("quoridor", &["me", "random"]),
        ("durak", &["me", "greedy", "random"]),
        ("tute", &["me", "greedy", "random"]),
        ("scopone", &["me", "greedy", "random", "greedy"]),
        ("dominoes", &["me", "greedy", "random", "greedy"]),
    ];
    for (name, players) in tables {
        let hall = hall();
        let table = begin(&hall, &new(name, players), &ana());
        let hidden = table.reel(&ana(), Eyes::Public).head().hidden;
        let mut own = Reader::new(ana(), Eyes::Seat(Seat::new(0)));
        let mut public = Reader::new(ana(), Eyes::Public);
        // What is not his to see is answered with what everybody sees.
        let mut open = Reader::new(ana(), Eyes::Open);
        let mut other = Reader::new(bea(), Eyes::Seat(Seat::new(0)));
        let mut stranger = Reader::new(bea(), Eyes::Seat(Seat::new(1)));
        while let Some(ask) = next_ask(&table, &ana()) {
            for reader in [&mut own, &mut public, &mut open, &mut other, &mut stranger] {
                reader.read(&table);
            }
            table.answer(&ana(), &request(&ask, &some_move(&ask))).unwrap();
        }
        let record = table.record().unwrap();
        if hidden {
            let told =
                |reader: &Reader, field: &str| reader.read.iter().any(|i| i.get(field).is_some());
            for field in ["by", "ms", "seats", "face_down"] {
                assert!(!told(&own, field) && !told(&public, field), "{name}: {field} is not told");
            }
            own.agrees_with(&record, Eyes::Seat(Seat::new(0)));
        }
        same(&bare(public.read.clone()), &bare(other.read.clone()));
        for reader in [public, open, other, stranger] {
            reader.agrees_with(&record, Eyes::Public);
        }
    }
}

#[test]
fn two_visitors_read_the_very_same_items() {
    let hall = hall();
    let table = begin(&hall, &new("durak", &["me", "greedy"]), &ana());
    play_on(&table, &ana(), 3);
    next_ask(&table, &ana());
    let eve = Visitor::of("eve");
    let (one, two) = (table.reel(&bea(), Eyes::Public), table.reel(&eve, Eyes::Public));
    assert_eq!(one.epoch(), two.epoch());
    assert!(one.len() > 3);
    let (one, two) = (one.since(0), two.since(0));
    assert!(one.iter().zip(&two).all(|(a, b)| std::sync::Arc::ptr_eq(a, b)), "not even a copy");
}

#[test]
fn who_sits_down_begins_the_film_again_with_his_own_eyes() {
    let hall = hall();
    let table = begin(&hall, &new("durak", &["me", "free", "greedy"]), &ana());
    next_ask(&table, &ana()).unwrap();
    let wish = Eyes::Seat(Seat::new(1));
    let before = table.reel(&bea(), wish);
    assert_eq!(
        (before.head().eyes.as_str(), table.state(&bea()).eyes),
        ("public", vec!["public".into()])
    );
    table.sit(&bea(), &sit(1, "Bea")).unwrap();
    let after = table.reel(&bea(), wish);
    assert_eq!((after.head().eyes.as_str(), table.state(&bea()).eyes.len()), ("1", 2));
    assert_ne!(before.epoch(), after.epoch());
    table.sit(&bea(), &get_up(1)).unwrap();
    assert_eq!(table.reel(&bea(), wish).epoch(), before.epoch(), "and public again");
}

#[test]
fn when_it_is_over_everybody_may_see_everything() {
    let hall = hall();
    let table = begin(&hall, &new("durak", &["greedy", "random"]), &ana());
    wait_until(|| is_over(&table.state(&bea())));
    assert_eq!(table.state(&bea()).eyes, ["public", "0", "1", "open"]);
    let reel = table.reel(&bea(), Eyes::Open);
    assert_eq!(reel.head().eyes, "open");
    assert!(items(&table, &bea(), Eyes::Open)[1]["face_down"].is_array());
}

#[test]
fn a_hand_of_another_seat_is_nowhere_in_what_a_person_is_sent() {
    // Games whose views name no card but where it lies, so that a name is a leak.
    let tables: [(&str, &[&str]); 2] = [
        ("scopone", &["me", "greedy", "random", "greedy"]),
        ("dominoes", &["me", "greedy", "random", "greedy"]),
    ];
    for (name, players) in tables {
        let hall = hall();
        let table = begin(&hall, &new(name, players), &ana());
        let mut readers =
            [Eyes::Seat(Seat::new(0)), Eyes::Public].map(|wish| Reader::new(ana(), wish));
        while let Some(ask) = next_ask(&table, &ana()) {
            readers.iter_mut().for_each(|reader| reader.read(&table));
            table.answer(&ana(), &request(&ask, &some_move(&ask))).unwrap();
        }
        let open = items(&table, &ana(), Eyes::Open);
        let mut hidden = 0;
        for (reader, first) in readers.iter().zip([1, 0]) {
            for (item, open) in reader.read.iter().zip(&open) {
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
