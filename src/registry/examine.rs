//! Putting a player before the position of a case.

use std::rc::Rc;

use super::PlayerSpec;
use super::agree::agree;
use super::case::{Case, CaseError, CaseResult, Expected};
use super::entry::build;
use super::inquiry::StopWatch;
use crate::core::{Game, MoveOf};
use crate::referee::{self, ExaminationError, Examined, Inquiry, Task, place};
use crate::script::{Api, UnknownMethod};

impl Expected {
    /// What the bot is asked.
    fn task(&self) -> Task<'_> {
        match self {
            Expected::Move { .. } => Task::Move,
            Expected::Call { function, args, .. } => Task::Call { function, args },
        }
    }
}

/// Checks that a case of game `G` can be asked, and that the moves it names can be made there.
pub(super) fn check<G: Game>(case: &Case) -> Result<(), CaseError> {
    api::<G>(case)?;
    let (replay, _) = place::<G>(&case.record, case.seat, case.expected.task())?;
    for (key, text) in case.expected.moves() {
        let refused = |why| CaseError::Move { key, mv: text.clone(), why };
        replay.table().read_move(text).map_err(|error| refused(error.to_string()))?;
    }
    Ok(())
}

/// Asks `player` the question of a case of game `G`.
pub(super) fn examine<G: Game>(case: &Case, player: &PlayerSpec) -> Result<CaseResult, CaseError> {
    check::<G>(case)?;
    let bot = build::<G>(player, &Rc::new(api::<G>(case)?));
    let mut bot = bot.ok_or(ExaminationError::NoBot)?;
    let mut watch = StopWatch::default();
    let Examined { inquiry, returned } = referee::examine::<G>(
        &case.record,
        case.expected.task(),
        case.relive,
        &mut *bot,
        &mut watch,
    )?;
    let inquiry = Inquiry { cpu_us: Some(watch.micros()), ..inquiry };
    let result = CaseResult { passed: false, returned, inquiry };
    Ok(CaseResult { passed: passes::<G>(case, &result), ..result })
}

/// Whether what came of a case of game `G` is what it wants.
pub(super) fn passes<G: Game>(case: &Case, result: &CaseResult) -> bool {
    let CaseResult { returned, inquiry, .. } = result;
    inquiry.fault.is_none()
        && match (&case.expected, &inquiry.answer, returned) {
            (Expected::Move { allowed, forbidden }, Some(answer), _) => {
                let among = |moves: &[String]| moves.iter().any(|mv| same_move::<G>(mv, answer));
                (allowed.is_empty() || among(allowed)) && !among(forbidden)
            }
            (Expected::Call { returns, strictness, .. }, _, Some(got)) => {
                agree(returns, got, *strictness)
            }
            _ => false,
        }
}

fn api<G: Game>(case: &Case) -> Result<Api, ExaminationError> {
    let unknown = |error: UnknownMethod| ExaminationError::Without(error.to_string());
    Api::of::<G>(&case.record.without).map_err(unknown)
}

/// Whether two texts are one move: some moves may be written in more than one way.
fn same_move<G: Game>(a: &str, b: &str) -> bool {
    let read = |text: &str| text.parse::<MoveOf<G>>().ok();
    read(a).is_some() && read(a) == read(b)
}
