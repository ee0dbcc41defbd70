//! Marks: the school grades for results.

use std::str::FromStr;

use super::grades::Grade;

/// The result that a mark is based on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Basis {
    /// The mean score in percent.
    Score,
    Place,
}

/// Represents, on a scale, the last rank of any student, which is after all others.
const LAST: f64 = f64::INFINITY;

/// A rule that turns results into marks: points joined by straight lines. A result outside the
/// points has the mark of the nearest point. The marks of the points are multiples of the step, so
/// marks never leave the scale, and a better result never has a worse mark.
///
/// ```
/// use juez_grading::MarkScale;
/// assert!("score 0-10".parse::<MarkScale>().is_ok());
/// assert!("score 0:0 50:5 90:10 step 0.5".parse::<MarkScale>().is_ok());
/// assert!("place 1:10 last:5".parse::<MarkScale>().is_ok());
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct MarkScale {
    basis: Basis,
    /// At least two, ascending: a score in percent or a rank, and its mark.
    points: Vec<(f64, f64)>,
    /// Marks are multiples of this.
    step: f64,
    /// Decimals needed for such a multiple.
    decimals: u8,
}

const AS_IN: &str = r#"as in "score 0-10" or "place 1:10 last:5""#;
const OF_SCORES: &str =
    "a range of marks such as 0-10, or points such as 50:5 (at 50 % the mark 5)";
const OF_PLACES: &str = "a range of marks such as 10-5, or points such as 1:10 or last:5";

impl MarkScale {
    /// Returns the mark of a grade, where `last` is the last rank of any student; `None` for a bot
    /// that has not played.
    pub fn mark(&self, grade: &Grade, last: u32) -> Option<f64> {
        let score = grade.score?;
        let at = match self.basis {
            Basis::Score => 100.0 * score,
            Basis::Place => f64::from(grade.place?),
        };
        let mut points: Vec<(f64, f64)> = Vec::new();
        for &(place, mark) in &self.points {
            let place = if place == LAST { f64::from(last) } else { place };
            // In a small class, the last rank can come before a rank in the scale.
            if points.last().is_none_or(|&(before, _)| before < place) {
                points.push((place, mark));
            }
        }
        let mark = between(&points, at)?;
        // Halves round up, even if binary cannot represent them exactly.
        Some(libm::floor(mark / self.step + 0.5 + 1e-9) * self.step)
    }

    /// Returns the highest mark.
    pub fn highest(&self) -> f64 {
        self.points.iter().map(|&(_, mark)| mark).fold(f64::NEG_INFINITY, f64::max)
    }

    /// Returns the number of decimals.
    pub fn decimals(&self) -> u8 {
        self.decimals
    }
}

/// Interpolates linearly between points; clamps outside them.
fn between(points: &[(f64, f64)], at: f64) -> Option<f64> {
    let next = points.iter().position(|&(place, _)| at <= place);
    match next {
        None => points.last().map(|&(_, mark)| mark),
        Some(0) => points.first().map(|&(_, mark)| mark),
        Some(next) => {
            let ((from, low), (to, high)) = (points[next - 1], points[next]);
            Some(low + (high - low) * (at - from) / (to - from))
        }
    }
}

impl FromStr for MarkScale {
    type Err = String;

    fn from_str(text: &str) -> Result<MarkScale, String> {
        let mut words = text.split_whitespace();
        let (basis, expected) = match words.next() {
            Some("score") => (Basis::Score, OF_SCORES),
            Some("place") => (Basis::Place, OF_PLACES),
            _ => return Err(format!("expected a scale that begins with score or place, {AS_IN}")),
        };
        let mut points = Vec::new();
        let mut step = (0.1, 1);
        while let Some(word) = words.next() {
            if word == "step" {
                let word = words.next().unwrap_or_default();
                step = read_step(word)?;
                continue;
            }
            let read = read_range(word, basis).or_else(|| Some(vec![read_point(word, basis)?]));
            let wrong = || format!("cannot read {word:?}: expected {expected}");
            points.extend(read.ok_or_else(wrong)?);
        }
        if points.len() < 2 {
            return Err(format!("a scale needs at least two points, {AS_IN}"));
        }
        in_order(&points)?;
        // Otherwise the nearest multiple of the step could be off the scale.
        let is_multiple = |mark: f64| (mark / step.0 - libm::round(mark / step.0)).abs() < 1e-5;
        if let Some(&(_, mark)) = points.iter().find(|&&(_, mark)| !is_multiple(mark)) {
            return Err(format!(
                "the mark {mark} is not a multiple of step {}: expected a step that divides every \
                 mark of the scale",
                step.0
            ));
        }
        Ok(MarkScale { basis, points, step: step.0, decimals: step.1 })
    }
}

fn number(text: &str) -> Option<f64> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'-'));
    text.parse().ok().filter(|number: &f64| plain && number.abs() < 1e6)
}

/// Parses `0-10`: the marks of the worst and the best score, or of the first and the last rank.
fn read_range(word: &str, basis: Basis) -> Option<Vec<(f64, f64)>> {
    let (first, last) = word.split_once('-').filter(|(first, _)| !first.is_empty())?;
    let ends = match basis {
        Basis::Score => [0.0, 100.0],
        Basis::Place => [1.0, LAST],
    };
    Some(vec![(ends[0], number(first)?), (ends[1], number(last)?)])
}

fn read_point(word: &str, basis: Basis) -> Option<(f64, f64)> {
    let (at, mark) = word.split_once(':')?;
    let at = match (at.trim_end_matches('%'), basis) {
        ("last", Basis::Place) => LAST,
        (at, Basis::Score) => number(at).filter(|at| (0.0..=100.0).contains(at))?,
        (at, Basis::Place) => f64::from(at.parse::<u16>().ok().filter(|&at| at > 0)?),
    };
    Some((at, number(mark)?))
}

/// Parses a step; also returns the decimals of its multiples.
fn read_step(word: &str) -> Result<(f64, u8), String> {
    let decimals = word.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    match number(word) {
        Some(step) if step > 0.0 && decimals <= 4 => Ok((step, decimals as u8)),
        _ => Err(format!(
            "cannot read step {word:?}: expected a number above 0 with at most 4 decimals, as in \
             step 0.5"
        )),
    }
}

/// Checks that points ascend and marks only rise or only fall.
fn in_order(points: &[(f64, f64)]) -> Result<(), String> {
    let shown = |&(at, mark): &(f64, f64)| match at {
        LAST => format!("last:{mark}"),
        at => format!("{at}:{mark}"),
    };
    let rises = points.windows(2).any(|pair| pair[0].1 < pair[1].1);
    for pair in points.windows(2) {
        let wrong = |expected| {
            let (first, second) = (shown(&pair[0]), shown(&pair[1]));
            Err(format!("{second} follows {first}: expected {expected}"))
        };
        if pair[0].0 >= pair[1].0 {
            return wrong("points in ascending order, each place once");
        }
        if rises && pair[0].1 > pair[1].1 {
            return wrong("marks that only rise or only fall");
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn grade(score: f64, place: u32) -> Grade {
        Grade { score: Some(score), place: Some(place), ..Grade::default() }
    }

    #[track_caller]
    fn mark(scale: &str, score: f64, place: u32) -> f64 {
        let scale: MarkScale = scale.parse().expect("a scale");
        scale.mark(&grade(score, place), 5).expect("a mark")
    }

    #[test]
    fn a_score_becomes_a_mark_by_straight_lines() {
        assert_eq!(mark("score 0-10", 0.0, 9), 0.0);
        assert_eq!(mark("score 0-10", 0.5, 9), 5.0);
        assert_eq!(mark("score 0-10 step 0.01", 0.7875, 1), 7.88);
        assert_eq!(mark("score 50:5 100:10", 0.2, 1), 5.0, "clamped");
        assert_eq!(mark("score 0:0 50%:5 90:10", 0.95, 1), 10.0);
        assert_eq!(mark("score 0:0 50:5 100:10 step 0.5", 0.625, 1), 6.5, "halves go up");
        assert_eq!(mark("score 6-1 step 1", 0.9, 1), 2.0, "where 1 is the best mark");
    }

    #[test]
    fn a_place_becomes_a_mark_and_the_last_is_that_of_the_class() {
        assert_eq!(mark("place 1:10 last:5", 0.5, 1), 10.0);
        assert_eq!(mark("place 1:10 last:5 step 0.25", 0.5, 2), 8.75);
        assert_eq!(mark("place 10-5", 0.5, 5), 5.0);
        assert_eq!(mark("place 1:10 2:9 3:8", 0.5, 40), 8.0);
        let scale: MarkScale = "place 1:10 3:8 last:5".parse().unwrap();
        assert_eq!(scale.mark(&grade(0.5, 2), 2), Some(9.0), "a class of two");
        assert_eq!(scale.mark(&grade(0.5, 1), 1), Some(10.0));
    }

    #[test]
    fn without_a_result_there_is_no_mark() {
        let scale: MarkScale = "place 1:10 last:5".parse().unwrap();
        assert_eq!(scale.mark(&Grade { place: Some(3), ..Grade::default() }, 5), None);
        let scale: MarkScale = "score 0-10".parse().unwrap();
        assert_eq!(scale.mark(&Grade::default(), 5), None);
    }

    #[test]
    fn what_is_wrong_with_a_scale_is_told_with_what_was_expected() {
        let error = |text: &str| text.parse::<MarkScale>().unwrap_err().to_string();
        assert!(error("").contains("begins with score or place"));
        assert!(error("marks 0-10").contains("\"score 0-10\""));
        assert_eq!(
            error("score ten"),
            "cannot read \"ten\": expected a range of marks such as 0-10, or points such as 50:5 \
             (at 50 % the mark 5)"
        );
        assert!(error("score last:5 100:1").contains("points such as 50:5"));
        assert!(error("score 0:0 120:10").starts_with("cannot read \"120:10\""));
        assert!(error("place 0:10 last:5").starts_with("cannot read \"0:10\""));
        assert!(error("score 0:nan 100:inf").starts_with("cannot read \"0:nan\""));
        assert!(error("score 50:5").contains("at least two points"));
        assert!(error("score 100:10 50:5").contains("ascending order"));
        assert!(error("score 50:5 50:6").contains("ascending order"));
        assert!(error("place last:5 3:4").contains("ascending order"));
        assert!(error("score 0:0 50:8 100:5").contains("only rise or only fall"));
        for step in ["", "0", "-1", "x", "0.00001"] {
            assert!(error(&format!("score 0-10 step {step}")).contains("as in step 0.5"), "{step}");
        }
        assert_eq!(
            error("score 0:0 60:10 step 4"),
            "the mark 10 is not a multiple of step 4: expected a step that divides every mark of \
             the scale"
        );
        assert!(error("score 0:0 50:9.75 step 0.5").starts_with("the mark 9.75 is not a multiple"));
        assert!(
            error("score 0:0.25 100:10").starts_with("the mark 0.25 is not a multiple of step 0.1")
        );
    }

    fn scales() -> impl Strategy<Value = (String, bool)> {
        let points = prop::collection::btree_map(1_u32..=100, 0_u32..=40, 2..6);
        (points, any::<bool>(), any::<bool>(), 1_u32..30).prop_map(
            |(points, score, rises, step)| {
                let mut marks: Vec<u32> = points.values().copied().collect();
                marks.sort_unstable();
                if !rises {
                    marks.reverse();
                }
                let points = points.keys().zip(&marks);
                let tenths = |n: u32| f64::from(n) / 10.0;
                let words: Vec<String> =
                    points.map(|(at, mark)| format!("{at}:{}", tenths(mark * step))).collect();
                let basis = if score { "score" } else { "place" };
                (format!("{basis} {} step {}", words.join(" "), tenths(step)), rises)
            },
        )
    }

    proptest! {
        #[test]
        fn a_better_result_never_has_a_worse_mark(
            (text, rises) in scales(),
            (one, other) in (0_u32..=1000, 0_u32..=1000),
        ) {
            let scale: MarkScale = text.parse().expect("a scale");
            let mark = |n: u32| {
                scale.mark(&grade(f64::from(n) / 1000.0, 1 + n / 8), 120).expect("a mark")
            };
            let (low, high) = (mark(one.min(other)), mark(one.max(other)));
            prop_assert!(if rises { low <= high } else { low >= high }, "{text}: {low} {high}");
            let lowest = scale.points.iter().map(|&(_, mark)| mark).fold(f64::INFINITY, f64::min);
            for mark in [low, high] {
                let within = lowest - 1e-9 <= mark && mark <= scale.highest() + 1e-9;
                prop_assert!(within, "{text}: {mark}");
            }
        }

        #[test]
        fn no_scale_is_too_strange(text in "(score|place)?[ 0-9.:%a-z-]{0,20}") {
            let _ = text.parse::<MarkScale>();
        }
    }
}
