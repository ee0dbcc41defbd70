//! Draws pairings: the entrants that meet, in order, with their seats. A round depends only on the
//! rounds before it, so an interrupted tournament draws the same one again.
//!
//! | file | contents | example |
//! |---|---|---|
//! | `next` | the next round, by format | |
//! | `round_robin` | all tables; in a gauntlet, each challenger with all others | 4 entrants: 03 12, 13 02, 23 01; 1 challenger of 3: 01 02 |
//! | `combinations` | all tables of more than two | 4 at tables of 3: 012 123 023 013 |
//! | `swiss`, `swiss_tables` | tables of equal scores | 4 in round 1: 02 13 |
//! | `knockout` | stages, with tie-breaks | |
//! | `stage` | the tables of a stage, and which entrants advance | a drawn tie is replayed three times at most |
//! | `draws` | a knockout of two at a table, or of more | 4 entrants: 03 12, then the winners; 8 at tables of 4: 0347 1256, two of each advance to the final |
//! | `sample`, `meetings`, `seats` | a balanced sample of a round robin | |
//! | `criteria` | the rounds that criteria need | |
//! | `jobs` | the matches of a round | |
//! | `squares` | the seatings of a table | 3 in a row: 012 120 201 |
//! | `count` | the size of a tournament, without drawing it | |
//! | `standing`, `matching` | scores so far; pairs without rematches | |
//! | `pairing` | rounds from tables of places in the field | |

mod combinations;
mod count;
mod criteria;
mod draws;
mod jobs;
mod knockout;
mod matching;
mod meetings;
mod next;
mod pairing;
mod round_robin;
mod sample;
mod seats;
mod squares;
mod stage;
mod standing;
mod swiss;
mod swiss_tables;
#[cfg(test)]
pub(super) mod testing;

pub use count::{Count, MAX_MATCHES, count};
pub use criteria::{
    PlannedCriteria, PlannedGames, criterion_games, criterion_rounds, planned_criteria,
    planned_matches,
};
pub use jobs::{jobs, sampled_jobs};
pub use knockout::{KnockoutStage, knockout_decided, knockout_places, knockout_stage};
pub use next::next_round;
pub use pairing::{Field, RoundBasis};
pub use stage::{Decided, TIE_BREAKS, Why};
pub use standing::buchholz;
