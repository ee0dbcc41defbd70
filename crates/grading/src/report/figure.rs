//! Figures with their uncertainty, rounded in one place for all tables.

use serde::Serialize;

use juez_tournament::rating::Estimate;
use juez_tournament::{Ratio, student_quantile, wilson};

/// Joins names, with semicolons if one has a comma: `García, Ana; Bruno`.
pub fn listed<N: AsRef<str>>(names: &[N]) -> String {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    let has_comma = names.iter().any(|name| name.contains(','));
    names.join(if has_comma { "; " } else { ", " })
}

/// Returns the sentence on `by_time` of `played` matches that a program lost by its clock.
pub fn decided_by_time(by_time: u64, played: u64) -> String {
    let were = if by_time == 1 { "was" } else { "were" };
    format!(
        "{} of {} {were} decided by time; give more --movetime, or --margin",
        grouped(by_time),
        count(played, "match", "matches")
    )
}

/// A figure with its 95 % interval, if there is one.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Figure {
    /// The figure.
    pub value: f64,
    /// Lower end of the interval.
    pub low: Option<f64>,
    /// Upper end of the interval.
    pub high: Option<f64>,
}

impl Figure {
    /// Rounds an estimate to `decimals`; `None` if it is not finite. Infinite ends are left out.
    pub fn of(estimate: Estimate, decimals: u32) -> Option<Figure> {
        let end = |end: f64| end.is_finite().then(|| rounded(end, decimals));
        let value = end(estimate.value)?;
        Some(Figure { value, low: end(estimate.low), high: end(estimate.high) })
    }

    /// Returns a mean score with Student's interval, from the sum of scores and number of matches
    /// of each observation. Observations that are all alike have no interval, unless every point
    /// was won or lost, which gives Wilson's. `None` without matches.
    pub fn of_observations(seen: &[(f64, u32)]) -> Option<Figure> {
        let ratio = Ratio::of(seen)?;
        let interval = match ratio.error {
            Some(error) if error > 0.0 => ratio.interval(),
            Some(_) if ratio.value <= 0.0 => Some(wilson(0, ratio.clusters)),
            Some(_) if ratio.value >= 1.0 => Some(wilson(ratio.clusters, ratio.clusters)),
            _ => None,
        };
        let end = |end: f64| rounded(end.clamp(0.0, 1.0), 4);
        Some(Figure {
            value: rounded(ratio.value, 4),
            low: interval.map(|interval| end(interval.low)),
            high: interval.map(|interval| end(interval.high)),
        })
    }

    /// Returns a mean number with Student's interval, from the sum and count of each observation.
    /// Fewer than four observations, or observations that are all alike, have no interval. `None`
    /// without observations.
    pub fn of_numbers(seen: &[(f64, u32)]) -> Option<Figure> {
        let ratio = Ratio::of(seen)?;
        let error = ratio.error.filter(|error| *error > 1e-9 && ratio.clusters >= 4);
        let half = error.map(|error| error * student_quantile(0.975, ratio.clusters - 1));
        Some(Figure {
            value: rounded(ratio.value, 4),
            low: half.map(|half| rounded(ratio.value - half, 4)),
            high: half.map(|half| rounded(ratio.value + half, 4)),
        })
    }

    /// Returns the distance to the farther end of the interval.
    pub fn margin(&self) -> Option<f64> {
        Some((self.high? - self.value).max(self.value - self.low?))
    }
}

/// Rounds `value` to `decimals`; never returns negative zero.
pub fn rounded(value: f64, decimals: u32) -> f64 {
    let scale = f64::from(10_u32.pow(decimals));
    libm::round(value * scale) / scale + 0.0
}

/// Formats a sum of scores: `7.5`, `12`, `3.33`.
pub fn points(value: f64) -> String {
    let text = format!("{:.2}", rounded(value, 2));
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

/// Formats a share as a percentage: `78.8`.
pub fn percent(share: f64) -> String {
    format!("{:.1}", rounded(100.0 * share, 1))
}

/// Formats a share as a percentage without a zero decimal: `60 %`.
pub fn short(share: f64) -> String {
    format!("{} %", percent(share).trim_end_matches(".0"))
}

/// Formats a share as a percentage with its interval in whole percent, rounded outwards: `78.8
/// (72–85)`.
pub fn percent_within(share: &Figure) -> String {
    // Ends have four decimals, so one within rounding of a whole percent is whole.
    let ends = share.low.zip(share.high).map(|(low, high)| {
        let (low, high) = (libm::floor(100.0 * low + 1e-6), libm::ceil(100.0 * high - 1e-6));
        format!(" ({low:.0}–{high:.0})")
    });
    format!("{}{}", percent(share.value), ends.unwrap_or_default())
}

/// Formats a figure with two decimals and its margin: `0.31 ± 0.04`.
pub fn decimals_within(figure: &Figure) -> String {
    let margin = figure.margin().map(|margin| format!(" ± {:.2}", rounded(margin, 2)));
    format!("{:.2}{}", rounded(figure.value, 2), margin.unwrap_or_default())
}

/// Formats a rating with its margin: `+212 ± 48`.
pub fn rating_within(rating: &Figure) -> String {
    let margin = rating.margin().map(|margin| format!(" ± {:.0}", rounded(margin, 0)));
    format!("{}{}", signed(rating.value), margin.unwrap_or_default())
}

/// Formats a rating in whole points with its sign: `+212`, `0`, `-35`.
pub fn signed(value: f64) -> String {
    let value = rounded(value, 0);
    if value == 0.0 { "0".to_string() } else { format!("{value:+.0}") }
}

/// Formats a likelihood in whole percent, never as certain: `>99 %`, `<1 %`.
pub fn likelihood(share: f64) -> String {
    if share > 0.99 {
        ">99 %".to_string()
    } else if share < 0.01 {
        "<1 %".to_string()
    } else {
        format!("{:.0} %", rounded(100.0 * share, 0))
    }
}

/// Groups the digits of a number by three with blanks.
pub fn grouped(number: u64) -> String {
    if number < 1000 {
        return number.to_string();
    }
    format!("{} {:03}", grouped(number / 1000), number % 1000)
}

/// Joins counts with dashes: `6-10-14`.
pub fn dashed<const N: usize>(counts: [impl ToString; N]) -> String {
    counts.map(|count| count.to_string()).join("-")
}

/// Formats a count with its noun: `1 match`, `12 matches`.
pub fn count(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(number), if number == 1 { one } else { many })
}

/// Capitalizes the first letter.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_worded_as_tables_show_them() {
        assert_eq!([points(7.5), points(12.0), points(10.0 / 3.0)], ["7.5", "12", "3.33"]);
        let share = Figure { value: 0.78812, low: Some(0.7271), high: Some(0.8492) };
        assert_eq!(percent_within(&share), "78.8 (72–85)");
        let skew = Figure { value: 1.0, low: Some(0.57), high: Some(1.0) };
        assert_eq!(percent_within(&skew), "100.0 (57–100)", "it does not leave 0 to 100");
        let lone = Figure { value: -35.4, low: None, high: None };
        assert_eq!(rating_within(&lone), "-35");
        assert_eq!(signed(-0.3), "0");
        assert_eq!(
            [likelihood(0.9951), likelihood(0.951), likelihood(0.0)],
            [">99 %", "95 %", "<1 %"]
        );
        assert_eq!(count(1, "match", "matches"), "1 match");
        assert_eq!(grouped(1_234_567), "1 234 567");
    }

    #[test]
    fn blocks_that_are_all_alike_prove_little() {
        let of = |score: f64| Figure::of_observations(&[(2.0 * score, 2); 8]).unwrap();
        assert_eq!((of(0.5).low, of(0.5).high), (None, None));
        // Wilson's interval for 8 of 8.
        assert_eq!((of(1.0).low, of(1.0).high), (Some(0.6756), Some(1.0)));
        assert_eq!((of(0.0).low, of(0.0).high), (Some(0.0), Some(0.3244)));
        let expected = Figure::of_observations(&[(0.5, 2), (1.5, 2), (1.0, 2), (1.0, 2)]);
        let low = expected.and_then(|expected| expected.low);
        assert!(low.is_some_and(|low| low < 0.25), "Student's is wide for four: {expected:?}");
        assert_eq!(Figure::of_observations(&[]), None);
    }

    #[test]
    fn a_mean_number_lies_in_its_interval_as_often_as_it_should() {
        // Observations of one to six hands, each worth nothing or three.
        let (mean, tries) = (0.9, 400);
        let mut rng = juez_core::Seed::from(11).rng();
        let mut inside = 0;
        for _ in 0..tries {
            let mut one = |_| {
                let hands = 1 + rng.below(6);
                let won = (0..hands).filter(|_| rng.below(1000) < 300).count();
                (3.0 * won as f64, hands)
            };
            let seen: Vec<(f64, u32)> = (0..40).map(&mut one).collect();
            let figure = Figure::of_numbers(&seen).expect("hands");
            inside += u32::from(figure.low <= Some(mean) && Some(mean) <= figure.high);
        }
        let share = f64::from(inside) / f64::from(tries);
        assert!((0.92..=0.98).contains(&share), "{share}");
    }

    #[test]
    fn numbers_that_are_all_alike_tell_no_interval() {
        assert_eq!(Figure::of_numbers(&[]), None);
        let even = Figure::of_numbers(&[(1.0, 2); 8]).expect("hands");
        assert_eq!((even.value, even.low, even.high), (0.5, None, None));
    }

    #[test]
    fn what_is_infinite_is_left_out() {
        let all = f64::INFINITY;
        assert_eq!(Figure::of(Estimate { value: all, low: 1.0, high: all }, 1), None);
        let figure = Figure::of(Estimate { value: 20.04, low: -0.04, high: all }, 1);
        assert_eq!(figure, Some(Figure { value: 20.0, low: Some(0.0), high: None }));
    }
}
