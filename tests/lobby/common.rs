//! A lobby, visitors, and people who play.

use juez::core::{Observer, Seat, Weights};
use juez::lobby::{
    BotChoice, Lobby, LobbyError, LobbyOptions, MatchStatus, MatchTable, MovePrompt, MoveRequest,
    NewMatch, OfferedBot, PaceRequest, Policy, SeatRequest, TableState, Takeover, VisitorId,
    whole_events,
};
use juez::pool::{IsolationKind, PoolOptions};
use juez::registry::AnyGame;
use juez::script::{BotSpec, Bundle, LANGUAGES};
use serde_json::Value;
use std::sync::Arc;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Longer than any test should take; a test that waits this long has failed.
const FOR_EVER: Duration = Duration::from_secs(120);

pub fn ana() -> VisitorId {
    VisitorId::of("ana")
}

pub fn bea() -> VisitorId {
    VisitorId::of("bea")
}

pub fn lobby() -> Arc<Lobby> {
    Lobby::open(LobbyOptions::default()).expect("a lobby in memory opens")
}

pub fn in_workers(options: LobbyOptions) -> LobbyOptions {
    let program = Some(env!("CARGO_BIN_EXE_juez").into());
    let pool = PoolOptions { program, ..PoolOptions::default() };
    LobbyOptions { isolation: IsolationKind::Process, pool, ..options }
}

/// A policy with a bot that plays the first move, under each name that begins with `bot`.
#[derive(Debug, Default)]
pub struct Offering {
    pub most_stored_bytes: Option<u64>,
    pub hosts: Vec<VisitorId>,
    /// True if the master of Quoridor has not learnt.
    pub is_untaught: bool,
}

impl Policy for Offering {
    fn bots(&self, _: &VisitorId) -> Vec<(&'static str, BotChoice)> {
        Vec::new()
    }

    fn read(
        &self,
        name: &str,
        _: &dyn AnyGame,
        _: &VisitorId,
    ) -> Option<Result<OfferedBot, LobbyError>> {
        let source = format!(
            "-- {name}\nreturn {{ next_move = function(view) return view:moves()[1] end }}"
        );
        let bundle = Bundle::from_texts("main.lua", [("main.lua".to_string(), source)].into());
        let spec = BotSpec::uncompiled(name.to_string(), LANGUAGES[0], bundle);
        name.starts_with("bot").then_some(Ok(OfferedBot { spec, author: None, version: None }))
    }

    fn weights(&self, game: &str) -> Option<Weights> {
        (self.is_untaught && game == "quoridor").then(Weights::none)
    }

    fn hosts(&self) -> Vec<VisitorId> {
        self.hosts.clone()
    }

    fn most_stored_bytes(&self) -> Option<u64> {
        self.most_stored_bytes
    }
}

/// Returns a match of these players in which bots do not wait.
pub fn new(game: &str, players: &[&str]) -> NewMatch {
    NewMatch {
        game: game.to_string(),
        options: serde_json::Map::new(),
        players: players.iter().map(|player| player.to_string()).collect(),
        name: None,
        seed: Some("7".to_string()),
        clock_s: None,
        on_clock: Default::default(),
        pace_ms: Some(0),
        takeover: Some(Takeover::Anyone),
        from: None,
    }
}

pub fn begin(lobby: &Arc<Lobby>, new: &NewMatch, by: &VisitorId) -> Arc<MatchTable> {
    let id = lobby.begin(new, by).expect("the match begins");
    lobby.table(&id).expect("it is there")
}

/// Requests this many milliseconds a move from now on.
pub fn pace(pace_ms: u32) -> PaceRequest {
    PaceRequest { pace_ms }
}

/// Returns the first result of `found` that is not `None`.
pub fn wait_for<T>(mut found: impl FnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(found) = found() {
            return found;
        }
        assert!(begun.elapsed() < FOR_EVER, "it never happened");
        sleep(Duration::from_millis(1));
    }
}

pub fn wait_until(is: impl Fn() -> bool) {
    wait_for(|| is().then_some(()));
}

/// Returns the next decision of a visitor; `None` once the match is over.
pub fn next_ask(table: &MatchTable, by: &VisitorId) -> Option<MovePrompt> {
    wait_for(|| {
        let state = table.state(by);
        match (state.ask, state.status) {
            (Some(ask), _) => Some(Some(ask)),
            (None, MatchStatus::Running) => None,
            (None, _) => Some(None),
        }
    })
}

pub fn is_over(state: &TableState) -> bool {
    state.status != MatchStatus::Running
}

pub fn sit(seat: u8, name: &str) -> SeatRequest {
    SeatRequest { seat: Seat::new(seat), take: true, name: Some(name.to_string()) }
}

pub fn get_up(seat: u8) -> SeatRequest {
    SeatRequest { seat: Seat::new(seat), take: false, name: None }
}

pub fn request(ask: &MovePrompt, mv: &str) -> MoveRequest {
    MoveRequest { seat: ask.seat, ply: ask.ply, mv: Some(mv.to_string()) }
}

/// Returns a move to make, a different one each time, so that pawns do not go in circles.
pub fn some_move(ask: &MovePrompt) -> String {
    ask.legal[(ask.ply as usize * 7) % ask.legal.len()].clone()
}

/// Plays on as a visitor until the match is over or `most` moves were made. Returns their number.
pub fn play_on(table: &MatchTable, by: &VisitorId, most: usize) -> usize {
    for played in 0..most {
        let Some(ask) = next_ask(table, by) else { return played };
        table.answer(by, &request(&ask, &some_move(&ask))).expect("a legal move is made");
    }
    most
}

/// Reads the items of a log that follow those already read.
pub fn read_on(table: &MatchTable, by: &VisitorId, observer: Observer, read: &mut Vec<Arc<str>>) {
    let view = table.log_view(by, observer);
    loop {
        let more = view.since(read.len()).expect("the archive can be read");
        if more.is_empty() {
            return;
        }
        read.extend(more);
    }
}

/// Returns the events of the items of a log, as JSON.
pub fn events(read: &[Arc<str>]) -> Vec<Value> {
    let items = read.iter().map(|item| serde_json::from_str(item).expect("items are JSON"));
    whole_events(&items.collect::<Vec<Value>>())
}

/// Returns the events that a visitor reads for an observer, as JSON.
pub fn items(table: &MatchTable, by: &VisitorId, observer: Observer) -> Vec<Value> {
    let mut read = Vec::new();
    read_on(table, by, observer, &mut read);
    events(&read)
}

/// Returns the events without their notes.
pub fn bare(items: Vec<Value>) -> Vec<Value> {
    let strip = |mut item: Value| {
        let map = item.as_object_mut().expect("items are objects");
        for field in ["by", "ms", "fuel", "log", "marks", "plots"] {
            map.remove(field);
        }
        item
    };
    items.into_iter().map(strip).collect()
}

/// Fails at the first event that differs; whole logs are too long to read.
pub fn same(found: &[Value], expected: &[Value]) {
    for (number, (found, expected)) in found.iter().zip(expected).enumerate() {
        assert_eq!(found, expected, "item {number}");
    }
    assert_eq!(found.len(), expected.len(), "as many items");
}
