//! Matches that another part of the program brings to the lobby.

use juez::core::{Observer, PlayedBy, Record, Seed};
use juez::lobby::{Lobby, LobbyOptions, MatchStatus};
use juez::registry::{LiveBot, MatchSetup, Mind, PlayerSpec, Version, game};
use juez::script::{BotSpec, LANGUAGES};
use serde_json::Value;
use std::sync::Arc;
use std::time::Instant;

use crate::lobby::common::*;

fn played(name: &str, players: [&str; 2]) -> Record {
    let game = game(name).unwrap();
    let players = players.map(|text| PlayerSpec::read(text, game).unwrap()).to_vec();
    let setup = MatchSetup { seed: Some(Seed::from(7)), ..MatchSetup::new(players) };
    game.play(&setup, &mut ()).unwrap()
}

#[test]
fn a_record_is_shown_as_a_match_that_is_over() {
    let lobby = lobby();
    let record = played("durak", ["greedy", "random"]);
    let table = lobby.table(&lobby.show_record(&record, &ana()).unwrap()).expect("it is there");
    assert_eq!(table.state(&bea()).status, MatchStatus::Finished);
    assert_eq!(table.record(), Some(record.clone()));
    assert_eq!(items(&table, &bea(), Observer::Open).last().unwrap()["type"], "over");
    assert_eq!(lobby.matches()[0].ranks, record.end.as_ref().map(|end| end.ranks));
    let again = lobby.rematch(&table, &ana()).expect("built-in bots play once more");
    assert_eq!(lobby.table(&again).unwrap().state(&ana()).seats[0].name, "random");
}

#[test]
fn a_position_without_players_is_shown_too() {
    let lobby = lobby();
    let moves = vec!["e2".to_string(), "e8".to_string()];
    let position = Record { moves, ..Record::new("quoridor") };
    let table = lobby.table(&lobby.show_record(&position, &ana()).unwrap()).unwrap();
    assert_eq!(items(&table, &ana(), Observer::Open).len(), 3);
    assert!(lobby.show_record(&Record::new("chess"), &ana()).is_err());
}

fn version(number: u32, source: &str) -> Version {
    let lua = LANGUAGES.iter().find(|language| language.id == "lua").unwrap();
    let spec = BotSpec::from_source(lua, "mine.lua", source).unwrap();
    Version { number, spec, saved: Instant::now(), lint: Vec::new() }
}

const FIRST: &str = "return { next_move = function(view) return view:moves()[1] end }";

#[test]
fn reloads_of_a_bot_stand_where_they_happened() {
    let lobby = lobby();
    let quoridor = game("quoridor").unwrap();
    let live = Arc::new(LiveBot::new(version(1, FIRST)));
    let bot = PlayerSpec { name: "mine".into(), mind: Mind::Live(live.clone()) };
    let setup = MatchSetup { seed: Some(Seed::from(1)), ..MatchSetup::new(vec![person(), bot]) };
    let table = lobby.table(&lobby.begin_with(quoridor, &setup, &ana(), 0, None).unwrap()).unwrap();
    assert!(table.state(&ana()).seats[0].you, "a person among the players is the owner");
    play_on(&table, &ana(), 1);
    next_ask(&table, &ana()).unwrap();
    live.renew(version(2, &format!("{FIRST} -- changed")));
    play_on(&table, &ana(), 1);
    next_ask(&table, &ana()).unwrap();
    live.renew(version(3, "error('not yet')"));
    play_on(&table, &ana(), 1);
    next_ask(&table, &ana()).unwrap();
    let news = |items: Vec<Value>| -> Vec<Value> {
        items.into_iter().filter(|item| item["type"] == "reload").collect()
    };
    let news_read = news(items(&table, &bea(), Observer::Public));
    assert_eq!(
        (&news_read[0]["version"], &news_read[0]["ply"], &news_read[0]["seat"]),
        (&2.into(), &3.into(), &1.into())
    );
    assert_eq!((&news_read[1]["version"], &news_read[1]["error"]["line"]), (&2.into(), &1.into()));
    assert_eq!(news_read[1]["error"]["text"], "", "what is wrong may tell of a hand");
    let own = news(items(&table, &ana(), Observer::Public));
    assert_eq!(own[1]["error"]["text"], "not yet", "its owner sees it, in a sentence of its own");
    table.stop(&ana()).unwrap();
    wait_until(|| is_over(&table.state(&ana())));
    let log = items(&table, &bea(), Observer::Public);
    let at = |kind: &str, ply: u32| {
        log.iter().position(|item| item["type"] == kind && item["ply"] == ply).unwrap()
    };
    assert_eq!(at("reload", 3) + 1, at("move", 4), "afterwards too, before the move it made");
}

fn person() -> PlayerSpec {
    struct Absent;
    impl juez::registry::Person for Absent {
        fn choose(&self, _: &juez::registry::Asked<'_>) -> juez::registry::Choice {
            juez::registry::Choice::Resign
        }
    }
    PlayerSpec { name: "human".into(), mind: Mind::Human(Arc::new(Absent)) }
}

#[test]
fn a_match_of_bots_that_change_does_not_go_on_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let options = || LobbyOptions { store: Some(folder.path().join("m.db")), ..Default::default() };
    let lobby = Lobby::open(options()).unwrap();
    let quoridor = game("quoridor").unwrap();
    let live = Arc::new(LiveBot::new(version(1, FIRST)));
    let bot = PlayerSpec { name: "mine".into(), mind: Mind::Live(live) };
    let setup = MatchSetup::new(vec![person(), bot]);
    let table = lobby.table(&lobby.begin_with(quoridor, &setup, &ana(), 0, None).unwrap()).unwrap();
    play_on(&table, &ana(), 1);
    next_ask(&table, &ana()).unwrap();
    let id = table.id().to_string();
    lobby.close();
    drop((table, lobby));
    let lobby = Lobby::open(options()).unwrap();
    let state = lobby.table(&id).unwrap().state(&ana());
    assert_eq!(state.status, MatchStatus::Broken);
    assert!(state.why.unwrap().contains("mine changed while it played"));
    let record = lobby.table(&id).unwrap().record().unwrap();
    assert_eq!((record.moves.len(), record.players[1].bot), (2, PlayedBy::Lua));
}

#[test]
fn a_reload_while_a_match_ends_is_shown_once() {
    let lobby = lobby();
    for _ in 0..40 {
        let table = begin(&lobby, &new("quoridor", &["greedy", "random"]), &ana());
        let is_last = |item: &Value| item["type"] == "over";
        wait_until(|| items(&table, &bea(), Observer::Public).last().is_some_and(is_last));
        // From the last event while it runs until it is over.
        let tell = |first: u32| {
            let mut news_read = Vec::new();
            while !is_over(&table.state(&ana())) || news_read.is_empty() {
                news_read.push(first + news_read.len() as u32);
                table.reloaded(None, first + news_read.len() as u32 - 1, None);
            }
            news_read
        };
        let mut news_read = std::thread::scope(|scope| {
            let threads = [1, 2, 3].map(|n| {
                let tell = &tell;
                scope.spawn(move || tell(n * 1_000_000))
            });
            threads.map(|thread| thread.join().expect("it tells")).concat()
        });
        let log = items(&table, &bea(), Observer::Public);
        table.reloaded(None, 1, None);
        let after = items(&table, &bea(), Observer::Public);
        assert_eq!(after.len(), log.len() + 1, "what comes after the end is shown too");
        let mut news: Vec<u64> = log.iter().filter_map(|item| item["version"].as_u64()).collect();
        news.sort_unstable();
        news_read.sort_unstable();
        assert!(
            news.iter().copied().eq(news_read.iter().map(|n| u64::from(*n))),
            "{} news",
            news_read.len()
        );
    }
}
