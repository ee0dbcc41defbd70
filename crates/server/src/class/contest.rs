//! The matches of a comparison, and its result.

use std::sync::Arc;
use std::time::Duration;

use super::policy::spec_of;
use super::requests::ClassApi;
use super::run::{DRAFT, fault_problem, playable};
use super::slots::Share;
use super::wire::{CompareMessage, CompareRequest, Compared, ComparedVersion, LostMatch};
use crate::error::Refusal;
use crate::words;
use juez_class::{BotId, Person, SourceFiles};
use juez_core::{By, Limits, Record, SeatFault, Seed, Terms};
use juez_lobby::VisitorId;
use juez_match::referee::Onlooker;
use juez_match::registry::{AnyGame, MatchSetup, Mind, PlayerSpec, game};
use juez_pool::Isolation;
use juez_script::BotSpec;
use juez_tournament::{Brief, Comparison, OpeningError, Openings, Played, Series, SeriesError};

const MATCHES: u32 = 40;
/// Random moves before each match in games that always begin the same way.
const OPENING_PLIES: u32 = 4;
/// Limit on the playing time of a match, without pauses.
const MATCH_TIME: Duration = Duration::from_secs(20);
/// Playing time after which no match is started, not counting time in the queue.
const PLAY_TIME: Duration = Duration::from_secs(5 * 60);
/// Name for the newest version that differs from the draft.
const LAST: &str = "last";

/// The matches of a draft against an opponent. A version that differs from the draft plays the same
/// matches, so luck of seats and seeds cancels.
pub(super) struct Contest {
    /// Name of the opponent, as in a new match.
    opponent: String,
    /// Number of the opponent's version, if it was given as `last`.
    version: Option<u32>,
    draft: Matches,
    /// Number of the version and its matches.
    before: Option<(u32, Matches)>,
    /// Matches in which the draft failed, and its first fault.
    faults: usize,
    fault: Option<SeatFault>,
    lost: Option<LostMatch>,
    time: Duration,
}

/// A series and its played matches.
struct Matches {
    series: Series,
    briefs: Vec<Brief>,
}

impl Contest {
    /// Creates the contest that a person asks for, without results.
    ///
    /// # Errors
    /// If the draft cannot play, or the person has no such opponent.
    pub fn new(
        api: &ClassApi,
        (by, visitor): (&Person, &VisitorId),
        id: BotId,
        CompareRequest { against, files }: CompareRequest,
    ) -> Result<Contest, Refusal> {
        let bot = api.class().own_bot(by, id)?;
        let game = game(&bot.game).map_err(|error| Refusal::wrong(error.to_string()))?;
        let last = last_version(api, by, (id, bot.version), &files)?;
        let version = last.as_ref().map(|(number, _)| *number);
        let opponent = match (against == LAST, version) {
            (false, _) => against.clone(),
            (true, Some(number)) => format!("bot/{id}/{number}"),
            (true, None) => return Err(Refusal::missing(words::no_version_yet())),
        };
        let rival = PlayerSpec {
            // The draft is identified by its name, so the opponent's must differ.
            name: "opponent".to_string(),
            ..api.lobby.named_bot(&opponent, game, visitor)?
        };
        let draft = player(spec_of(DRAFT, &bot.language, files.clone())?);
        let is_itself = version.is_some_and(|number| opponent == format!("bot/{id}/{number}"));
        let before = match last.filter(|(_, last)| !is_itself && *last != files) {
            Some((number, last)) => {
                Some((number, player(spec_of("version", &bot.language, last)?)))
            }
            None => None,
        };
        let (draft, before) = api.lobby.with_script(|at, limits| {
            let able =
                |player| playable(game, player, at, limits).map_err(|error| wrong(error.into()));
            able(&draft)?.map_err(|error| Refusal::wrong(error.to_string()))?;
            // Hides the error: it can quote the source, which another team may have written.
            able(&rival)?.map_err(|_| Refusal::wrong(words::opponent_cannot_play()))?;
            let of = |player: &PlayerSpec| {
                Matches::new(game, (player, &rival), at, limits).map_err(wrong)
            };
            let before = match &before {
                // A version that cannot play is skipped.
                Some((number, player)) if able(player)?.is_ok() => Some((*number, of(player)?)),
                _ => None,
            };
            Ok::<_, Refusal>((of(&draft)?, before))
        })??;
        Ok(Contest {
            opponent,
            version: version.filter(|_| against == LAST),
            draft,
            before,
            faults: 0,
            fault: None,
            lost: None,
            time: Duration::ZERO,
        })
    }

    /// Returns the number of seats in its matches.
    pub fn seats(&self) -> u8 {
        self.draft.series.rotations() as u8
    }

    /// Plays the next match, of the series with fewer matches. Returns false if there is none, or
    /// no time for it.
    ///
    /// # Errors
    /// If the match cannot be played.
    pub fn play_one(
        &mut self,
        share: &mut Share,
        is_left: impl Fn() -> bool,
    ) -> Result<bool, SeriesError> {
        let left = MATCH_TIME.min(PLAY_TIME.saturating_sub(self.time));
        let mut watch = Watch(|| share.count() >= left || is_left());
        let is_drafts = self
            .before
            .as_ref()
            .is_none_or(|(_, before)| self.draft.briefs.len() < before.briefs.len());
        let played = match &mut self.before {
            Some((_, before)) if !is_drafts => before.play(&mut watch)?,
            _ => self.draft.play(&mut watch)?,
        };
        self.time += share.played();
        let Some(played) = played else { return Ok(false) };
        if is_drafts {
            self.note(&played);
        }
        let mut all = self.before.iter().map(|(_, before)| before).chain([&self.draft]);
        Ok(all.any(|matches| matches.briefs.len() < MATCHES as usize))
    }

    /// Notes the draft's fault and loss.
    fn note(&mut self, played: &Played) {
        if let Some(fault) = draft_fault(played) {
            self.faults += 1;
            self.fault.get_or_insert(fault);
        }
        let number = self.draft.briefs.len() as u32;
        let is_lost = self.draft.briefs.last().is_some_and(|brief| brief.score < 0.5);
        if is_lost && self.lost.is_none() {
            self.lost = lost_match(number, played, &self.opponent);
        }
    }

    /// Returns the result so far, from whole blocks.
    pub fn message(&self, over: bool) -> CompareMessage {
        let rotations = self.draft.series.rotations() as usize;
        let briefs = &self.draft.briefs;
        let both =
            self.before.as_ref().map_or(briefs.len(), |(_, it)| it.briefs.len().min(briefs.len()));
        let whole = both / rotations * rotations;
        if over && whole == 0 {
            return CompareMessage::refused(&Refusal::wrong(words::too_slow_to_compare(
                MATCH_TIME.as_secs(),
            )));
        }
        let briefs = &briefs[..whole];
        let Comparison { matches, change, observations, .. } =
            Comparison::with_even(briefs, rotations);
        let before = self.before.as_ref().map(|(version, before)| {
            let before = &before.briefs[..whole];
            let Comparison { gain, change, .. } = Comparison::new(before, briefs, rotations);
            ComparedVersion { version: *version, score: sum(before), gain, change }
        });
        CompareMessage::Compared(Box::new(Compared {
            matches,
            of: MATCHES as usize,
            over,
            score: sum(briefs),
            change,
            observations,
            faults: self.faults,
            fault: self.fault.as_ref().map(|fault| fault_problem(&fault.fault)),
            version: self.version,
            before,
            lost: self.lost.clone(),
        }))
    }
}

impl Matches {
    /// Creates the matches of a player against an opponent at all other seats. Seeds and openings
    /// are the same for every player.
    fn new(
        game: &'static dyn AnyGame,
        (player, rival): (&PlayerSpec, &PlayerSpec),
        isolation: &Arc<Isolation>,
        limits: &Limits,
    ) -> Result<Matches, SeriesError> {
        let mut players = vec![player.clone()];
        players.resize(game.info().seats.0.into(), rival.clone());
        let terms = Terms { limits: limits.clone(), ..Terms::default() };
        let setup = MatchSetup { terms, ..MatchSetup::new(players) };
        let series = || Series::of_checked(game, setup.clone(), Seed::from(1), isolation.clone());
        // Without a deal, deterministic bots would repeat one match.
        let series = match series()?.with_openings(Openings::Random { plies: OPENING_PLIES }) {
            Err(SeriesError::Opening(OpeningError::Chance(_))) => series()?,
            opened => opened?,
        };
        Ok(Matches { series, briefs: Vec::new() })
    }

    /// Plays the next match; `None` if it was stopped.
    fn play(&mut self, watch: &mut dyn Onlooker) -> Result<Option<Played>, SeriesError> {
        let played = self.series.one(self.briefs.len() as u32, watch)?;
        if played.was_stopped() {
            return Ok(None);
        }
        let score = self.series.scores(&played)[0];
        self.briefs.push(Brief { score, moves: played.record.moves.clone() });
        Ok(Some(played))
    }
}

pub(super) fn wrong(error: SeriesError) -> Refusal {
    Refusal::wrong(error.to_string())
}

fn sum(briefs: &[Brief]) -> f64 {
    briefs.iter().map(|brief| brief.score).sum()
}

fn player(spec: BotSpec) -> PlayerSpec {
    PlayerSpec { name: spec.name.clone(), mind: Mind::Script(spec) }
}

/// Returns the newest version with other files than the draft, since a run makes a version of the
/// draft itself. The newest of all if none differs; `None` without a version.
fn last_version(
    api: &ClassApi,
    by: &Person,
    (id, newest): (BotId, u32),
    draft: &SourceFiles,
) -> Result<Option<(u32, SourceFiles)>, Refusal> {
    let class = api.class();
    if newest == 0 {
        return Ok(None);
    }
    let files = class.version_files(by, id, newest)?;
    if files == *draft && newest > 1 {
        // An earlier version may have been deleted: a bot keeps only its newest ones.
        if let Ok(files) = class.version_files(by, id, newest - 1) {
            return Ok(Some((newest - 1, files)));
        }
    }
    Ok(Some((newest, files)))
}

/// Describes a lost match for playing it again; `None` if it has no seed.
fn lost_match(number: u32, played: &Played, opponent: &str) -> Option<LostMatch> {
    let Played { record, order } = played;
    let name = |player: &usize| if *player == 0 { DRAFT } else { opponent }.to_string();
    let plies = record.plies.iter().take_while(|ply| ply.by == By::Given).count();
    let opening = (plies > 0).then(|| {
        let (plies, logs) = (record.plies[..plies].to_vec(), Vec::new());
        let moves = record.moves[..plies.len()].to_vec();
        Record { moves, plies, logs, end: None, ..record.clone() }.to_line()
    });
    let (seed, players) = (record.seed?.to_string(), order.iter().map(name).collect());
    Some(LostMatch { number, seed, players, opening, plies: plies as u32 })
}

/// Stops a match once a condition holds.
struct Watch<F: FnMut() -> bool>(F);

impl<F: FnMut() -> bool> Onlooker for Watch<F> {
    fn stop(&mut self) -> bool {
        self.0()
    }
}

/// Returns the first fault of the draft.
fn draft_fault(played: &Played) -> Option<SeatFault> {
    let end = played.record.end.as_ref()?;
    let is_drafts = |fault: &&SeatFault| {
        played.record.players.get(fault.seat.index()).is_some_and(|player| player.name == DRAFT)
    };
    end.faults.iter().find(is_drafts).cloned()
}
