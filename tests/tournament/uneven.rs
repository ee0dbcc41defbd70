//! Tables of uneven size, and samples: the matches of each bot, and reports and records of them.

use juez::grading::report::{Part, Tables};
use juez::registry::game;
use juez::tournament::{Ended, Format, Plan};
use serde_json::json;
use std::collections::BTreeSet;

use crate::tournament::runs::{Runs, entrants, plan};

#[test]
fn a_swiss_of_uneven_tables_is_played_by_the_house_rules_of_each_table() {
    let runs = Runs::new();
    let bots: Vec<String> = (0..7).map(|n| format!("b{n}=random")).collect();
    let bots: Vec<&str> = bots.iter().map(String::as_str).collect();
    let planned = plan("durak", Format::Swiss, json!({"seats": 6}));
    let parts = entrants("durak", &bots);
    assert_eq!(runs.play(&planned, &parts, 2).0, Ended::Finished);
    let (results, records) = runs.picture();
    assert!(results.rounds.iter().all(|round| round.byes.is_empty()));
    let sizes: BTreeSet<usize> = results.matches.iter().map(|m| m.job.order.len()).collect();
    assert_eq!(sizes, BTreeSet::from([3, 4]), "seven are a table of four and one of three");
    assert_eq!(results.matches.len(), 2 * (4 + 3));
    let durak = game("durak").expect("a game");
    for (result, record) in results.matches.iter().zip(records) {
        let record = juez::core::Record::from_line(&record.expect("a record")).expect("a record");
        assert_eq!(record.options["seats"], result.job.order.len());
        assert_eq!(record.players.len(), result.job.order.len());
        durak.verify(&record).expect("a record that can be replayed");
    }
    let tables = Tables::of(&results);
    assert_eq!(tables.seats.all.len(), 6);
    assert!(tables.seats.all[3].is_some() && tables.seats.all[4].is_none());
    assert!(tables.standings.iter().all(|row| row.matches >= 6 && row.byes == 0));
    assert!(tables.cross_table.meetings.iter().flatten().flatten().count() > 0);
    let folder = runs.path("csv");
    juez::grading::report::csv(&folder, &tables, &Part::ALL).expect("files");
    juez::grading::report::html(&runs.path("html"), &tables, &mut |_| None).expect("pages");
}

#[test]
fn a_sample_is_played_once_at_each_table_and_in_parts_as_well() {
    let runs = Runs::new();
    let bots: Vec<String> = (0..8).map(|n| format!("b{n}=random")).collect();
    let bots: Vec<&str> = bots.iter().map(String::as_str).collect();
    let planned = plan("tute", Format::RoundRobin, json!({"seats": 4}));
    let planned = Plan { matches_each: Some(6), rounds: 1, ..planned };
    let parts = entrants("tute", &bots);
    assert_eq!(runs.play(&planned, &parts, 2).0, Ended::Finished);
    let results = runs.results();
    let terms = Tables::of(&results).about.terms;
    assert_eq!(terms[0], "a sample of 6 matches each");
    assert_eq!(results.matches.len(), 12);
    let blocks: BTreeSet<u32> = results.matches.iter().map(|m| m.job.block).collect();
    assert_eq!(blocks.len(), 12, "a deal for each table");
    let played = |who: u32| results.matches.iter().filter(move |m| m.job.order.contains(&who));
    assert!((0..8).all(|who| played(who).count() == 6));
}
