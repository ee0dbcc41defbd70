//! The verbs, implemented once for every game.

use serde_json::{Map, Value};
use std::marker::PhantomData;
use std::rc::Rc;

use super::any_game::{
    AnyGame, BotInfo, LegalLine, LegalWalk, MadeMove, MatchSetup, MatchTerms, Onlooker, Perft,
    RecordFault, SetupError, Step,
};
use super::bench::{self, BenchItem};
use super::company::Company;
use super::costs::{self, MethodCost};
use super::reload::Reloading;
use super::sight::Seen;
use super::{
    Case, CaseError, CaseResult, Eyes, Mind, Moment, PlayerSpec, Question, Scene, examine, inquiry,
    scenes,
};
use crate::bots::built_in;
use crate::core::{
    Allowed, Bot, Drawing, End, Game, GameInfo, HandFigure, Hands, HookLog, MoveOf, Next,
    OptionsError, Outcome, PlayedBy, Player, Ply, Record, Row, Seat, SeatFault, Seed, State, Team,
    Turns, TurnsOf, options_from_json,
};
use crate::referee::{
    self, Call, Inquiry, InquiryError, Lost, MatchSpec, PlayError, Replay, ReplayError, Table,
    Watch, play_with, verify,
};
use crate::script::{Api, LintMessage, LoadError, ScriptBot, UnknownMethod};
use crate::search;

/// Game `G` behind [`AnyGame`].
pub(super) struct Entry<G: Game>(PhantomData<fn() -> G>);

impl<G: Game> Entry<G> {
    /// The one there is.
    pub(super) const INSTANCE: &'static dyn AnyGame = &Entry::<G>(PhantomData);
}

impl From<ReplayError> for RecordFault {
    fn from(error: ReplayError) -> RecordFault {
        RecordFault { ply: error.ply, error: error.kind.to_string() }
    }
}

impl<G: Game> AnyGame for Entry<G> {
    fn info(&self) -> &'static GameInfo {
        &G::INFO
    }

    fn queries(&self) -> Vec<Row> {
        G::QUERIES.iter().map(|query| query.row).collect()
    }

    fn bots(&self) -> Vec<BotInfo> {
        built_in::<G>()
            .iter()
            .map(|bot| BotInfo { name: bot.name, summary: bot.summary, options: bot.options })
            .collect()
    }

    fn options(&self, options: &Map<String, Value>) -> Result<Map<String, Value>, OptionsError> {
        let options = options_from_json::<G>(options)?;
        G::start(&options)?;
        match serde_json::to_value(options) {
            Ok(Value::Object(map)) => Ok(map),
            _ => Ok(Map::new()),
        }
    }

    fn teams(&self, setup: &MatchSetup) -> Result<Vec<Team>, SetupError> {
        let state = G::start(&options_of::<G>(setup)?)?;
        Ok(Seat::all(state.seats()).map(|seat| state.team(seat)).collect())
    }

    fn terms(&self, record: &Record) -> Result<MatchTerms, RecordFault> {
        let replay = Replay::<G>::new(record)?;
        let options = match serde_json::to_value(G::resolve(replay.options().clone())) {
            Ok(Value::Object(map)) => map,
            _ => Map::new(),
        };
        Ok(MatchTerms { options, teams: replay.table().teams() })
    }

    fn check_players(&self, setup: &MatchSetup) -> Result<(), SetupError> {
        seat_players::<G>(setup, &options_of::<G>(setup)?)?;
        setup.players.iter().try_for_each(|player| self.check_player(setup, player))
    }

    fn check_player(&self, setup: &MatchSetup, player: &PlayerSpec) -> Result<(), SetupError> {
        self.functions(setup, player).map(drop)
    }

    fn functions(
        &self,
        setup: &MatchSetup,
        player: &PlayerSpec,
    ) -> Result<Vec<String>, SetupError> {
        let api = Rc::new(Api::of::<G>(&setup.without)?);
        let Some(Mind::Script(spec)) = player.mind.bot() else { return Ok(Vec::new()) };
        spec.functions(&api, &setup.limits).map_err(|source| match source {
            LoadError::Lost(why) => PlayError::from(Lost(why)).into(),
            source => SetupError::Bot { name: player.name.clone(), source },
        })
    }

    fn lint(
        &self,
        setup: &MatchSetup,
        player: &PlayerSpec,
    ) -> Result<Vec<LintMessage>, SetupError> {
        let api = Api::of::<G>(&setup.without)?;
        let Some(Mind::Script(spec)) = player.mind.bot() else { return Ok(Vec::new()) };
        Ok(spec.lint(&api))
    }

    fn play(&self, setup: &MatchSetup, onlooker: &mut dyn Onlooker) -> Result<Record, SetupError> {
        let (spec, seated) = match_spec::<G>(setup)?;
        let api = Rc::new(Api::of::<G>(&setup.without)?);
        let table = Table::<G>::new(&spec.options)?;
        onlooker.begins(&Seen::open(&table));
        let mut bots: Vec<Option<Box<dyn Bot<G>>>> =
            seated.iter().map(|player| build(player, &api)).collect();
        let bots = bots.iter_mut().map(|bot| bot.as_mut().map(|bot| &mut **bot as &mut dyn Bot<G>));
        let company = Company::of(&seated);
        company.sit_down();
        let record = play_with(&spec, bots.collect(), &company, &mut Relay(onlooker))?;
        record.end.iter().for_each(|end| company.get_up(end));
        Ok(record)
    }

    fn left_after(&self, setup: &MatchSetup, moves: &[String]) -> Result<Record, SetupError> {
        Ok(match_spec::<G>(setup)?.0.left_after(moves)?)
    }

    fn api(&self, without: &[String]) -> Result<Api, UnknownMethod> {
        Api::of::<G>(without)
    }

    fn turns(&self, seed: Seed) -> Box<dyn Turns> {
        Box::new(TurnsOf::<G>::new(seed))
    }

    fn legal(&self, record: &Record, all: bool) -> LegalWalk {
        let mut walk = LegalWalk { lines: Vec::new(), error: None };
        for position in Replay::<G>::positions(record) {
            match position {
                Ok(position) => {
                    if !all {
                        walk.lines.clear();
                    }
                    walk.lines.push(LegalLine {
                        ply: position.ply,
                        seat: position.seat,
                        legal: position.legal.iter().map(MoveOf::<G>::to_string).collect(),
                        needs_deal: position.needs_deal,
                    });
                }
                Err(error) => {
                    if !all {
                        walk.lines.clear();
                    }
                    walk.error = Some(error.into());
                }
            }
        }
        walk
    }

    fn check_position(&self, record: &Record) -> Result<(), RecordFault> {
        let mut replay = Replay::<G>::new(record)?;
        replay.go_to(u32::MAX)?;
        // In a game without chance no deal will ever fall due.
        if replay.table().deals().is_empty() {
            replay.go_to_end()?;
        }
        Ok(())
    }

    fn inquire(&self, record: &Record, question: &Question<'_>) -> Result<Inquiry, InquiryError> {
        inquiry::inquire::<G>(record, question)
    }

    fn check_case(&self, case: &Case) -> Result<(), CaseError> {
        examine::check::<G>(case)
    }

    fn examine(&self, case: &Case, player: &PlayerSpec) -> Result<CaseResult, CaseError> {
        examine::examine::<G>(case, player)
    }

    fn passes(&self, case: &Case, result: &CaseResult) -> bool {
        examine::passes::<G>(case, result)
    }

    fn look(&self, record: &Record, call: Call) -> Result<Inquiry, InquiryError> {
        referee::look::<G>(record, call)
    }

    fn scene(&self, record: &Record, moment: Moment, eyes: Eyes) -> Result<Scene, RecordFault> {
        scenes::scene::<G>(record, moment, eyes)
    }

    fn retell(
        &self,
        record: &Record,
        eyes: Eyes,
        onlooker: &mut dyn Onlooker,
    ) -> Result<(), RecordFault> {
        scenes::retell::<G>(record, eyes, onlooker)
    }

    fn verify(&self, record: &Record) -> Result<Option<End>, RecordFault> {
        Ok(verify::<G>(record)?)
    }

    fn audit(&self, record: &Record) -> Result<(), RecordFault> {
        let wrong = |error: String| RecordFault { ply: 0, error };
        Api::of::<G>(&record.without).map_err(|error| wrong(error.to_string()))?;
        let built_in = |player: &&Player| player.bot == PlayedBy::Builtin;
        for player in record.players.iter().filter(built_in) {
            let Some(source) = &player.source else { continue };
            PlayerSpec::built_in(source, self).map_err(|error| wrong(error.to_string()))?;
        }
        Ok(referee::audit::<G>(record)?)
    }

    fn hand_figures(&self) -> &'static [HandFigure] {
        G::HAND_FIGURES
    }

    fn hands(&self, record: &Record) -> Result<Option<Hands>, RecordFault> {
        Ok(referee::hands::<G>(record)?)
    }

    fn perft(
        &self,
        record: &Record,
        depth: u32,
        seed: Seed,
        divide: bool,
    ) -> Result<Perft, RecordFault> {
        let mut replay = Replay::<G>::new(record)?;
        replay.go_to_end()?;
        let mut table = replay.into_table();
        if table.next() == Next::Deal {
            let ply = table.ply();
            let wrong = |error| RecordFault { ply, error: format!("{error}") };
            table.deal_from(&record.seed.unwrap_or(seed)).map_err(wrong)?;
        }
        let state = table.into_state();
        if !divide {
            return Ok(Perft { nodes: search::perft(&state, depth), divided: Vec::new() });
        }
        let divided: Vec<(String, u64)> = search::divide(&state, depth)
            .into_iter()
            .map(|(mv, nodes)| (mv.to_string(), nodes))
            .collect();
        let nodes = if depth == 0 { 1 } else { divided.iter().map(|(_, nodes)| nodes).sum() };
        Ok(Perft { nodes, divided })
    }

    fn draw(&self, record: &Record) -> Result<Drawing, RecordFault> {
        let mut replay = Replay::<G>::new(record)?;
        replay.go_to_end()?;
        Ok(replay.table().draw_open())
    }

    fn moves_for(&self, record: &Record, eyes: Eyes) -> Result<Vec<MadeMove>, RecordFault> {
        scenes::moves::<G>(record, eyes)
    }

    fn bench(&self) -> Vec<BenchItem> {
        bench::items::<G>()
    }

    fn costs(&self, runs: u32) -> Vec<MethodCost> {
        costs::costs::<G>(runs)
    }
}

/// What the referee is told of a match, and the player of each seat.
fn match_spec<G: Game>(setup: &MatchSetup) -> Result<(MatchSpec<G>, Vec<&PlayerSpec>), SetupError> {
    let options = options_of::<G>(setup)?;
    let seated = seat_players::<G>(setup, &options)?;
    let spec = MatchSpec {
        options,
        seed: setup.seed,
        players: seated.iter().map(|player| player.player()).collect(),
        limits: setup.limits.clone(),
        without: setup.without.clone(),
        hide_names: setup.hide_names,
        deals: setup.deals.clone(),
        moves: setup.moves.clone(),
        known: setup.known.clone(),
    };
    Ok((spec, seated))
}

/// The house rules of a match; `seats` follows from the number of players if it is not given.
fn options_of<G: Game>(setup: &MatchSetup) -> Result<G::Options, SetupError> {
    let mut map = setup.options.clone();
    let seats = G::INFO.options.iter().find(|option| option.name == "seats");
    if let (Some(seats), false) = (seats, map.contains_key("seats")) {
        let players = setup.players.len();
        if seats.allowed.admits(&players.into()) {
            map.insert("seats".to_string(), players.into());
        } else {
            // So many players may still be one for each team of the game's usual table.
            let state = G::start(&options_from_json::<G>(&map)?)?;
            let (all, sides) = (usize::from(state.seats()), teams::<G>(&state).len());
            if sides != players {
                let mut needed = format!("{} players", in_words(&seats.allowed));
                if sides < all {
                    needed.push_str(&format!(", or {sides} who play for a side each"));
                }
                return Err(SetupError::Players { game: G::INFO.id, needed, players });
            }
        }
    }
    Ok(options_from_json::<G>(&map)?)
}

fn teams<G: Game>(state: &G::State) -> Vec<Team> {
    let mut teams: Vec<_> = Seat::all(state.seats()).map(|seat| state.team(seat)).collect();
    teams.sort_unstable();
    teams.dedup();
    teams
}

fn in_words(allowed: &Allowed) -> String {
    match allowed {
        Allowed::Numbers(numbers) => {
            numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(" or ")
        }
        other => other.to_string(),
    }
}

/// The player of each seat. Fewer players than seats fill the seats of their team.
fn seat_players<'s, G: Game>(
    setup: &'s MatchSetup,
    options: &G::Options,
) -> Result<Vec<&'s PlayerSpec>, SetupError> {
    let state = G::start(options)?;
    let (seats, players) = (state.seats(), setup.players.len());
    if players == usize::from(seats) {
        return Ok(setup.players.iter().collect());
    }
    let teams = teams::<G>(&state);
    if players == teams.len() {
        let team_of = |seat| teams.iter().position(|&team| team == state.team(seat));
        return Ok(Seat::all(seats)
            .map(|seat| &setup.players[team_of(seat).unwrap_or_default()])
            .collect());
    }
    let needed = format!("{seats} players with these house rules");
    Err(SetupError::Players { game: G::INFO.id, needed, players })
}

/// The bot of a player, who may have none.
pub(super) fn build<G: Game>(player: &PlayerSpec, api: &Rc<Api>) -> Option<Box<dyn Bot<G>>> {
    Some(match player.mind.bot()? {
        Mind::Script(spec) => Box::new(ScriptBot::new(spec.clone(), api.clone())),
        Mind::Live(live) => Box::new(Reloading::<G>::new(live.clone(), api.clone())),
        Mind::BuiltIn { name, options, .. } => {
            let bots = built_in::<G>();
            let entry = bots.iter().find(|bot| bot.name == *name);
            // A spec is only made from the list of its own game.
            (entry.expect("a built-in bot of this game").build)(options)
        }
        Mind::Human(_) | Mind::Attended { .. } => return None,
    })
}

/// Tells an onlooker what the referee tells a watch.
struct Relay<'a>(&'a mut dyn Onlooker);

impl<G: Game> Watch<G> for Relay<'_> {
    fn calling(&mut self, call: Call) {
        self.0.calling(call);
    }

    fn returned(&mut self, call: Call) {
        self.0.returned(call);
    }

    fn dealt(&mut self, table: &Table<G>) {
        self.0.dealt(&Seen::open(table));
    }

    fn moved(&mut self, table: &Table<G>, seat: Seat, mv: MoveOf<G>, how: &Ply) {
        let mv = &mv.to_string();
        self.0.moved(&Step { ply: table.ply(), seat, mv, how, table: &Seen::open(table) });
    }

    fn wrote(&mut self, _: &Table<G>, log: &HookLog) {
        self.0.wrote(log);
    }

    fn fault(&mut self, _: &Table<G>, fault: &SeatFault, log: &[String]) {
        self.0.fault(fault, log);
    }

    fn over(&mut self, table: &Table<G>, outcome: &Outcome) {
        self.0.over(outcome, &Seen::open(table));
    }

    fn stop(&mut self) -> bool {
        self.0.stop()
    }
}
