//! [`AnyGame`], implemented once for every game.

use serde_json::{Map, Value};
use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::rc::Rc;

#[cfg(feature = "live")]
use super::reload::Reloading;
use super::{AnyGame, FeatureShape, LearnError, Mind, PlayerSpec, ReviewError, SetupError, words};
#[cfg(feature = "programs")]
use crate::external::ExternalBot;
use crate::referee::{
    self, Analysis, AnyAnalysis, AnyTable, ArrayTable, Decision, FunctionBot, InspectError,
    Inspection, Occupant, Onlooker, Person, RecordFault, Request, ReviewPart, ReviewStep, Reviewed,
    Sight, SightOf, Table, play_with,
};
use juez_core::{
    Bot, BotInfo, BotOptions, Features, Game, GameInfo, Hands, Learner, LostMatch, OptionsError,
    PatternInfo, Player, Random, Record, Reviewer, Row, Seat, Seed, Turns, Weights, built_in,
    options_from_json, turns,
};
use juez_script::{Api, ScriptBot, UnknownMethod};

pub(super) struct Entry<G: Game>(PhantomData<fn() -> G>);

impl<G: Game> Entry<G> {
    pub(super) const INSTANCE: &'static dyn AnyGame = &Entry::<G>(PhantomData);
}

impl<G: Game> AnyGame for Entry<G> {
    fn info(&self) -> &'static GameInfo {
        &G::INFO
    }

    fn queries(&self) -> Vec<Row> {
        G::QUERIES.iter().map(|query| query.row).collect()
    }

    fn bots(&self) -> Vec<BotInfo> {
        built_in::<G>().iter().map(|bot| bot.info).collect()
    }

    fn levels(&self) -> Vec<&'static str> {
        G::levels()
    }

    fn master_levels(&self) -> &'static [i32] {
        G::MASTER_LEVELS
    }

    fn master_rules(&self) -> &'static [(&'static str, &'static [&'static str])] {
        G::MASTER_RULES
    }

    fn api(&self, without: &[String]) -> Result<Rc<Api>, UnknownMethod> {
        Api::of::<G>(without)
    }

    fn table(&self, options: &Map<String, Value>) -> Result<Box<dyn AnyTable>, OptionsError> {
        Ok(Box::new(Table::<G>::new(&options_from_json::<G>(options)?)?))
    }

    fn array_table(
        &self,
        options: &Map<String, Value>,
    ) -> Result<Box<dyn ArrayTable>, OptionsError> {
        Ok(Box::new(Table::<G>::new(&options_from_json::<G>(options)?)?))
    }

    fn sight(
        &self,
        options: &Map<String, Value>,
        seat: Seat,
        view: &Value,
        past: (u32, &[(Seat, String)]),
        seed: Seed,
    ) -> Result<Box<dyn Sight>, String> {
        let options = options_from_json::<G>(options).map_err(|error| error.to_string())?;
        let table = Table::<G>::new(&options).map_err(|error| error.to_string())?;
        let seats = table.seats();
        Ok(Box::new(SightOf::<G>::of_data(options, (seat, seats), view, past, seed)?))
    }

    fn play_seated(
        &self,
        setup: &referee::MatchSetup<&PlayerSpec>,
        onlooker: &mut dyn Onlooker,
    ) -> Result<Record, SetupError> {
        let api = Api::of::<G>(&setup.terms.without)?;
        let mut bots: Vec<Option<Box<dyn Bot<G>>>> =
            setup.players.iter().map(|player| build(player, &api)).collect();
        let occupants = bots.iter_mut().zip(&setup.players).map(|(bot, player)| Occupant {
            bot: bot.as_mut().map(|bot| &mut **bot as &mut dyn Bot<G>),
            person: player.mind.person().map(|person| &**person as &dyn Person),
        });
        let players = setup.players.iter().map(|player| player.player()).collect();
        let clock = setup.players.iter().find_map(|player| player.mind.time());
        let mut setup = setup.with_players(players);
        setup.terms.clock = clock;
        Ok(play_with(&setup, occupants.collect(), onlooker)?)
    }

    fn call_bot(
        &self,
        record: &Record,
        request: &Request<'_>,
        player: &PlayerSpec,
        onlooker: &mut dyn Onlooker,
    ) -> Result<Inspection, InspectError> {
        let api = Api::of::<G>(&record.without)?;
        let mut bot = build::<G>(player, &api).ok_or(InspectError::NoBot)?;
        referee::inspect::<G>(record, request, &mut *bot, onlooker)
    }

    fn analysis(
        &self,
        setup: &referee::MatchSetup<Player>,
        player: &PlayerSpec,
    ) -> Result<Box<dyn AnyAnalysis>, SetupError> {
        let api = Api::of::<G>(&setup.terms.without)?;
        let bot = || build::<G>(player, &api).unwrap_or_else(|| Box::new(Random::default()));
        Ok(Box::new(Analysis::<G>::new(setup.clone(), bot)?))
    }

    fn turns(&self, seed: Seed) -> Turns {
        turns::<G>(seed)
    }

    fn hands(&self, record: &Record) -> Result<Option<Hands>, RecordFault> {
        referee::hands::<G>(record)
    }

    fn feature_shape(&self) -> Option<FeatureShape> {
        let of = |features: &Features<G>| FeatureShape {
            plane: features.shape,
            moves: (features.moves)(),
        };
        G::FEATURES.map(of)
    }

    fn decisions(
        &self,
        record: &Record,
        hear: &mut dyn FnMut(&Decision),
    ) -> Result<(), RecordFault> {
        match G::FEATURES {
            Some(features) => referee::decisions(record, features, hear),
            None => Ok(()),
        }
    }

    fn review(
        &self,
        record: &Record,
        reviewer: &PlayerSpec,
        seed: Seed,
        part: ReviewPart<'_>,
        hear: &mut dyn FnMut(ReviewStep) -> ControlFlow<()>,
    ) -> Result<(), ReviewError> {
        let mut reviewer = reviewer_of::<G>(record, reviewer)?;
        Ok(referee::review::<G>(record, &mut *reviewer, seed, part, hear)?)
    }

    fn alternatives(
        &self,
        record: &Record,
        reviewer: &PlayerSpec,
        seed: Seed,
        decision: (u32, Option<&[String]>),
        hear: &mut dyn FnMut(Reviewed) -> ControlFlow<()>,
    ) -> Result<(), ReviewError> {
        let mut reviewer = reviewer_of::<G>(record, reviewer)?;
        Ok(referee::alternatives::<G>(record, &mut *reviewer, seed, decision, hear)?)
    }

    fn patterns(&self) -> Vec<PatternInfo> {
        G::PATTERNS.iter().map(|pattern| pattern.info).collect()
    }

    fn has_reviewer(&self, options: &Map<String, Value>) -> bool {
        make_reviewer::<G>(options, &BotOptions::default()).is_some()
    }

    fn built_in_weights(&self) -> Option<&'static Weights> {
        G::LEARNING.map(|learning| (learning.built_in)())
    }

    fn check_weights(&self, bytes: &[u8]) -> Result<(), String> {
        match G::LEARNING {
            Some(learning) => (learning.check)(bytes),
            None => Err(words::no_learning(G::INFO.id)),
        }
    }

    fn learner(
        &self,
        weights: Option<&Weights>,
        lost: &[(Record, Seat)],
        seed: Seed,
    ) -> Result<Box<dyn Learner>, LearnError> {
        let learning =
            G::LEARNING.ok_or_else(|| LearnError::Weights(words::no_learning(G::INFO.id)))?;
        let bytes = weights.map(Weights::bytes);
        (learning.check)(bytes.unwrap_or_default()).map_err(LearnError::Weights)?;
        let lost = lost.iter().map(|(record, seat)| {
            let (states, moves) = referee::states::<G>(record)?;
            let rank = |seat| record.end.as_ref().map_or(0, |end| end.ranks[seat]);
            let seats = Seat::all(record.players.len() as u8);
            let winners = seats.filter(|&other| rank(other) < rank(*seat)).collect();
            Ok(LostMatch { states, moves, seat: *seat, winners })
        });
        let lost = lost.collect::<Result<_, _>>().map_err(LearnError::Record)?;
        Ok((learning.learner)(bytes, lost, seed))
    }
}

/// Creates the reviewer of a record from the bot `master` with its options.
fn reviewer_of<G: Game>(
    record: &Record,
    reviewer: &PlayerSpec,
) -> Result<Box<dyn Reviewer<G>>, ReviewError> {
    let made = match &reviewer.mind {
        Mind::BuiltIn { options, .. } => make_reviewer::<G>(&record.options, options),
        _ => None,
    };
    made.ok_or(ReviewError::NoReviewer(G::INFO.id))
}

/// Creates the reviewer of matches with these house rules, if there is one.
fn make_reviewer<G: Game>(
    options: &Map<String, Value>,
    bot: &BotOptions,
) -> Option<Box<dyn Reviewer<G>>> {
    G::reviewer(&G::resolve(options_from_json::<G>(options).ok()?), bot)
}

/// Creates the bot of a player, who may have none.
fn build<G: Game>(player: &PlayerSpec, api: &Rc<Api>) -> Option<Box<dyn Bot<G>>> {
    Some(match player.mind.bot()? {
        Mind::Script(spec) => Box::new(ScriptBot::new(spec.clone(), api.clone())),
        #[cfg(feature = "live")]
        Mind::Live(live) => Box::new(Reloading::new(live.clone(), api.clone())),
        Mind::BuiltIn { name, options, .. } => {
            let bots = built_in::<G>();
            let entry = bots.iter().find(|bot| bot.info.name == *name);
            // A spec is created only from the list of its own game.
            (entry.expect("a built-in bot of this game").build)(options)
        }
        #[cfg(feature = "programs")]
        Mind::External(spec) => Box::new(ExternalBot::new(spec.clone())),
        Mind::Function { function, .. } => Box::new(FunctionBot::<G>::new(function.clone())),
        Mind::Human(_) | Mind::Attended { .. } => return None,
    })
}
