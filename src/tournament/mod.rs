//! Floor 5: matches in series, and what their results are worth.

mod interval;
mod series;
mod share;

pub use interval::{Interval, Mean, wilson};
pub use series::{Block, Played, Series, SeriesError, seating};
pub use share::shares;
