//! The curves that a bot plotted over a match.

use ratatui::widgets::{Sparkline, SparklineBar};

use super::record_walk::RecordWalk;
use super::text::style;
use crate::cli::colours::seat_style;
use crate::cli::text::{BOLD, DIM};
use juez_core::{CERTAIN, Figure, Plot, Seat};
use juez_match::registry::Reviewed;

/// Fall between two values that counts as clear, as a share of the curve's range.
const CLEAR_DROP_SHARE: f64 = 0.2;

/// The name of the curve of a review.
const REVIEW: &str = "review";

/// A curve: values at the decisions of its seat.
pub(super) struct Curve {
    pub seat: Seat,
    /// The name on one line.
    pub name: String,
    points: Vec<(u32, f64)>,
}

impl Curve {
    /// Returns the curves of a seat, ordered by first value, up to the number that a bot may draw.
    pub fn of(walk: &RecordWalk, seat: Seat) -> Vec<Curve> {
        let mut curves: Vec<(&str, Vec<(u32, f64)>)> = Vec::new();
        let plies = walk.moves.iter().zip(&walk.record.plies).zip(0..);
        for ((_, how), ply) in plies.filter(|((mv, _), _)| mv.seat == seat) {
            for plot in &how.plots {
                let point = (ply, plot.value());
                match curves.iter().position(|(name, _)| *name == plot.name()) {
                    Some(at) => curves[at].1.push(point),
                    None if curves.len() < Plot::NAMES => curves.push((plot.name(), vec![point])),
                    None => {}
                }
            }
        }
        if let Some(review) = &walk.review {
            let own = review.decisions.iter().filter(|decision| decision.seat == seat);
            let value = |decision: &Reviewed| f64::from(decision.after) / f64::from(CERTAIN);
            let points: Vec<_> = own.map(|decision| (decision.ply, value(decision))).collect();
            if !points.is_empty() {
                curves.push((REVIEW, points));
            }
        }
        let curve = |(name, points): (&str, _)| Curve {
            seat,
            name: name.chars().filter(|c| !c.is_control()).collect(),
            points,
        };
        curves.into_iter().map(curve).collect()
    }

    /// Returns the smallest and largest value.
    fn range(&self) -> (f64, f64) {
        let values = self.points.iter().map(|&(_, value)| value);
        values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
            (low.min(value), high.max(value))
        })
    }

    /// Formats the range: `-2 to 7`.
    pub fn span(&self) -> String {
        let (low, high) = self.range();
        format!("{} to {}", brief(low), brief(high))
    }

    /// Finds each clear fall between consecutive values. Returns the plies of both decisions with
    /// their values.
    pub fn drops(&self) -> impl Iterator<Item = [(u32, f64); 2]> {
        let (low, high) = self.range();
        // Halved, because the range of the largest numbers overflows.
        let clear = CLEAR_DROP_SHARE * (high / 2.0 - low / 2.0);
        self.points.windows(2).map(|two| [two[0], two[1]]).filter(move |[(_, from), (_, to)]| {
            let fell = from / 2.0 - to / 2.0;
            // Tolerates rounding: an exact fifth can come out slightly smaller.
            fell > 0.0 && fell >= clear * (1.0 - 1e-9)
        })
    }

    /// Draws the curve in `rows` lines of `width` columns for a match of `plies` plies, with ply
    /// `here` highlighted. A value holds until the next.
    pub fn chart(&self, plies: u32, here: u32, width: u16, rows: u16) -> Sparkline<'static> {
        let width = usize::from(width);
        let last = (width.max(1) - 1) as u64;
        let column = |ply: u32| (u64::from(ply) * last / u64::from(plies.max(1))) as usize;
        let (low, high) = self.range();
        // A line has eight levels.
        let most = u64::from(rows) * 8;
        let level = |value: f64| match high / 2.0 - low / 2.0 {
            half if half > 0.0 => {
                let part = (value / 2.0 - low / 2.0) / half;
                1 + (part * (most - 1) as f64).round() as u64
            }
            _ => most / 2,
        };
        let mut levels = vec![0; width];
        let ends = self.points.iter().skip(1).map(|&(ply, _)| column(ply)).chain([width]);
        for (&(ply, value), end) in self.points.iter().zip(ends) {
            let at = column(ply).min(width);
            // Of several values in one column the last is shown.
            levels[at..end.clamp(at, width)].fill(level(value));
        }
        let here = column(here);
        let own = style(seat_style(self.seat));
        let tone = |at: usize| match at.cmp(&here) {
            std::cmp::Ordering::Less => own,
            std::cmp::Ordering::Equal => own.patch(style(BOLD)),
            std::cmp::Ordering::Greater => own.patch(style(DIM)),
        };
        let bar = |(at, level): (usize, u64)| SparklineBar::from(level).style(Some(tone(at)));
        Sparkline::default().data(levels.into_iter().enumerate().map(bar)).max(most)
    }
}

/// Formats a value in few digits.
pub(super) fn brief(value: f64) -> String {
    let text = format!("{value:.3e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    match text.parse() {
        Ok(rounded) if Figure::in_full(rounded) => Figure(rounded).to_string(),
        _ => format!("{}e{exponent}", digits.trim_end_matches('0').trim_end_matches('.')),
    }
}
