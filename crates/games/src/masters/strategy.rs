//! The bot and the reviewer of a game with hidden hands, made from the strategy of its master.

use juez_core::{
    Allowed, Bot, BotOptions, BuiltIn, Fault, Game, MoveOf, OptionInfo, Reviewer, Seed, Severity,
    Stop, Stream, Turn, Valuation,
};
use juez_search::{Budget, Comparison, Sampling};
use serde_json::Value;

use super::learning::{Policy, WEIGHTS, policy};
use super::{BATCH, budgeted, valuation};

/// Hands that measure the luck of a deal are played with this part of the positions of a decision.
const PLAYER_PART: u64 = 12;
/// Fewest positions of such a decision, if a decision of the review has as many.
const PLAYER_LEAST: u64 = 500;
/// They also draw fewer worlds for each one used, divided by this.
const PLAYER_CANDIDATES: u32 = 4;
/// A second look compares two moves in this many times the worlds of the first one.
const SECOND_WORLDS: u32 = 4;

/// The way a level plays with hidden hands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Level {
    /// Maximum number of worlds.
    pub worlds: u32,
    /// Worlds drawn for each one used; few of them infer little from the moves of others.
    pub candidates: u32,
    /// Moves before its own that it remembers.
    pub span: usize,
    /// Cards or tiles in all hands up to which it sees the end of a world; 0 if it never does.
    pub exact: usize,
}

/// A decision that a master makes or reviews.
pub(crate) struct Asked<'a, S: Strategy + ?Sized> {
    pub turn: &'a Turn<'a, S::Game>,
    pub level: Level,
    /// The policy that the others are expected to follow.
    pub policy: S::Policy,
    /// Positions to look at, at most, whether or not the search is timed.
    pub nodes: u64,
    /// The state, if every hand is open.
    pub state: Option<&'a <S::Game as Game>::State>,
    /// The only moves to compare, in a second look with other worlds.
    pub pair: Option<[MoveOf<S::Game>; 2]>,
}

impl<S: Strategy> Asked<'_, S> {
    /// Returns the seed of the worlds.
    pub fn seed(&self) -> Seed {
        let n = u32::from(self.pair.is_some());
        self.turn.seed.child(Stream::World { ply: self.turn.ply, n })
    }

    /// Returns true if a move is to be compared.
    pub fn compares(&self, mv: MoveOf<S::Game>) -> bool {
        self.pair.is_none_or(|pair| pair.contains(&mv))
    }

    /// Returns the number of worlds of a search; more without a budget of nodes.
    pub fn sampling(&self, budget: &Budget<'_>) -> Sampling {
        let of_look = if self.pair.is_some() { SECOND_WORLDS } else { 1 };
        let own = self.level.worlds.saturating_mul(of_look);
        let worlds = if budget.stop.is_some() { S::MOST_WORLDS } else { own };
        Sampling { worlds, candidates: self.level.candidates, batch: BATCH }
    }
}

/// The part of a master that differs between games.
pub(crate) trait Strategy: 'static {
    type Game: Game;
    type Policy: Policy<Game = Self::Game>;

    /// The options of the bot, made by [`options`].
    const OPTIONS: &'static [OptionInfo];
    /// The levels, from the weakest to the strongest.
    const LEVELS: [Level; 5];
    /// Maximum number of worlds of a search that is stopped.
    const MOST_WORLDS: u32 = 50_000;

    /// Compares moves in worlds that fit the memory of the level, and explains them; `None` without
    /// an idea.
    fn compare(
        asked: &Asked<'_, Self>,
        budget: &mut Budget<'_>,
    ) -> Option<Comparison<MoveOf<Self::Game>>>;

    /// Returns the value of an even match over which the values of a comparison are counted, and of
    /// a certain win.
    fn unit(turn: &Turn<'_, Self::Game>) -> (i32, i32);

    /// Returns the expected score of each seat by points alone, before a hand or after it, in parts
    /// of [`CERTAIN`](juez_core::CERTAIN).
    fn standing(state: &<Self::Game as Game>::State, is_after: bool) -> Vec<i32>;

    /// Chooses a move; `None` without an idea.
    fn choose(asked: &Asked<'_, Self>, budget: &mut Budget<'_>) -> Option<MoveOf<Self::Game>> {
        Self::compare(asked, budget).map(|comparison| comparison.best().branch)
    }

    /// Values a move; `None` if the strategy does not compare this kind.
    fn value(
        asked: &Asked<'_, Self>,
        played: MoveOf<Self::Game>,
        budget: &mut Budget<'_>,
    ) -> Option<Valuation<MoveOf<Self::Game>>> {
        valuation(&Self::compare(asked, budget)?, Self::unit(asked.turn), &played)
    }
}

/// Returns the options of a master, with the meaning of its levels and its usual number of positions.
pub(crate) const fn options(levels: &'static str, nodes: &'static str) -> [OptionInfo; 3] {
    [
        OptionInfo { name: "level", allowed: Allowed::Range(1, 5), default: "5", doc: levels },
        OptionInfo {
            name: "nodes",
            allowed: Allowed::Range(1, 100_000_000),
            default: nodes,
            doc: "positions it looks at for each move, at most",
        },
        WEIGHTS,
    ]
}

/// A bot that samples worlds for each move, and a reviewer that values moves in them.
///
/// With a budget of nodes, the same position gives the same move: it keeps nothing between moves.
pub(crate) struct Master<S: Strategy> {
    level: Level,
    policy: S::Policy,
    nodes: u64,
    /// Ends the next search, in place of the number of nodes.
    stop: Option<Stop>,
}

impl<S: Strategy> Master<S> {
    /// Returns the entry of the bot in the list of a game.
    pub fn entry() -> BuiltIn<S::Game> {
        let summary = "imagines the other hands, and plays what is best in most of them";
        BuiltIn::new("master", summary, S::OPTIONS, Master::<S>::new)
    }

    /// Creates a master with these options.
    pub fn new(chosen: &BotOptions) -> Master<S> {
        let number = |name| number::<S>(chosen, name);
        Master::with(number("level"), number("nodes"), policy(chosen))
    }

    /// Creates a master of a level, from 1, with a limit on the positions that it looks at.
    pub fn with(level: u64, nodes: u64, policy: S::Policy) -> Master<S> {
        let level = S::LEVELS[(level as usize).clamp(1, S::LEVELS.len()) - 1];
        Master { level, policy, nodes, stop: None }
    }

    fn asked<'a>(
        &self,
        turn: &'a Turn<'a, S::Game>,
        state: Option<&'a <S::Game as Game>::State>,
    ) -> Asked<'a, S> {
        let Master { level, policy, nodes, .. } = *self;
        Asked { turn, level, policy, nodes, state, pair: None }
    }

    /// Values a move. One that costs points gets a second look in other worlds: the best move of
    /// several is partly the luckiest one, so the worlds that have found it overrate it.
    fn value_of(
        &self,
        turn: &Turn<'_, S::Game>,
        played: MoveOf<S::Game>,
        state: Option<&<S::Game as Game>::State>,
    ) -> Option<Valuation<MoveOf<S::Game>>> {
        let mut asked = self.asked(turn, state);
        // More positions than usual are spent on more worlds.
        let more = self.nodes / number::<S>(&BotOptions::default(), "nodes").max(1);
        asked.level.worlds = asked.level.worlds.saturating_mul(more.max(1) as u32);
        let first = S::value(&asked, played, &mut Budget::nodes(self.nodes))?;
        if first.worlds == 0 || Severity::of(first.cost()).is_none() {
            return Some(first);
        }
        turn.journal.take();
        asked.pair = Some([first.best, played]);
        let second = S::value(&asked, played, &mut Budget::nodes(self.nodes))?;
        let (worlds, nodes) = (first.worlds + second.worlds, first.nodes + second.nodes);
        Some(Valuation { worlds, nodes, ..second })
    }
}

/// Returns a number among the chosen options of a master, or its default.
fn number<S: Strategy>(chosen: &BotOptions, name: &str) -> u64 {
    let option = S::OPTIONS.iter().find(|option| option.name == name);
    let usual = option.and_then(|option| option.default.parse().ok());
    chosen.values.get(name).and_then(Value::as_u64).or(usual).unwrap_or_default()
}

impl<S: Strategy> Bot<S::Game> for Master<S> {
    fn stop_when(&mut self, stop: Stop) {
        self.stop = Some(stop);
    }

    fn next_move(&mut self, turn: &Turn<'_, S::Game>) -> Result<MoveOf<S::Game>, Fault> {
        let stop = self.stop.take();
        let asked = self.asked(turn, None);
        let best = budgeted(stop, self.nodes, |budget| S::choose(&asked, budget));
        Ok(best.filter(|mv| turn.legal.contains(mv)).unwrap_or(turn.legal[0]))
    }
}

impl<S: Strategy> Reviewer<S::Game> for Master<S> {
    fn value(
        &mut self,
        turn: &Turn<'_, S::Game>,
        played: MoveOf<S::Game>,
    ) -> Option<Valuation<MoveOf<S::Game>>> {
        self.value_of(turn, played, None)
    }

    fn hindsight(
        &mut self,
        turn: &Turn<'_, S::Game>,
        played: MoveOf<S::Game>,
        state: &<S::Game as Game>::State,
    ) -> Option<Valuation<MoveOf<S::Game>>> {
        self.value_of(turn, played, Some(state))
    }

    fn before_hand(&mut self, state: &<S::Game as Game>::State) -> Vec<i32> {
        S::standing(state, false)
    }

    fn after_hand(&mut self, state: &<S::Game as Game>::State) -> Vec<i32> {
        S::standing(state, true)
    }

    fn player(&self) -> Option<Box<dyn Bot<S::Game>>> {
        let nodes = (self.nodes / PLAYER_PART).max(PLAYER_LEAST.min(self.nodes));
        let candidates = self.level.candidates.div_ceil(PLAYER_CANDIDATES);
        let level = Level { candidates, ..self.level };
        Some(Box::new(Master::<S> { level, policy: self.policy, nodes, stop: None }))
    }
}
