//! Compares the output that a page shows with the real output.

/// The accuracy with which a shown line is compared with a printed one.
#[derive(Clone, Copy, PartialEq)]
pub enum Accuracy {
    /// Equal except for milliseconds.
    Exact,
    /// Numbers may be off by a tenth of the largest number of their line, so that a page need not
    /// change when a bot plays a little better or worse. The columns `matches` and `faults` are
    /// exact.
    About,
}

const EXACT_COLUMNS: [&str; 2] = ["matches", "faults"];

/// Returns the difference between `shown` and the output of a command, if there is one. A line
/// `...` matches any lines.
pub fn difference(shown: &str, printed: &str, accuracy: Accuracy) -> Option<String> {
    let (expected, actual) = (lines(shown), lines(printed));
    let exact = exact_columns(&expected);
    let equal = |shown: &str, printed: &str| match accuracy {
        Accuracy::Exact => shown == printed,
        Accuracy::About => is_about(shown, printed, &exact),
    };
    if fits(&expected, &actual, &equal) {
        return None;
    }
    let differs = |(a, b): (&String, &String)| !equal(a, b) && a != "...";
    let at = expected.iter().zip(&actual).position(differs);
    let first = at.map_or(String::new(), |i| format!("first at its line {}\n", i + 1));
    Some(format!("shows something else than is printed, {first}---- printed:\n{printed}----"))
}

/// Returns the exact columns of the table among `lines`, counted from the right, because names in a
/// table can have several words.
fn exact_columns(lines: &[String]) -> Vec<usize> {
    let of_header = |line: &String| {
        let words: Vec<&str> = line.split_whitespace().rev().collect();
        let is_header = EXACT_COLUMNS.iter().all(|name| words.contains(name));
        let columns = EXACT_COLUMNS.iter().filter_map(|name| words.iter().position(|w| w == name));
        is_header.then(|| columns.collect())
    };
    lines.iter().find_map(of_header).unwrap_or_default()
}

/// Returns true if two lines have the same words and about the same numbers.
fn is_about(shown: &str, printed: &str, exact: &[usize]) -> bool {
    let words = |line: &str| line.split_whitespace().rev().map(String::from).collect::<Vec<_>>();
    let (shown_words, printed_words) = (words(shown), words(printed));
    let is_row = shown_words.iter().take(exact.len() + 1).all(|word| !parts(word).1.is_empty());
    if is_row && exact.iter().any(|&at| shown_words.get(at) != printed_words.get(at)) {
        return false;
    }
    let ((text, numbers), (other_text, others)) = (parts(shown), parts(printed));
    let largest = numbers.iter().fold(0.0, |largest: f64, number| largest.max(number.abs()));
    let close = |(a, b): (&f64, &f64)| (a - b).abs() <= largest / 10.0;
    text == other_text && numbers.len() == others.len() && numbers.iter().zip(&others).all(close)
}

/// Splits a line into its text, without blanks and with `#` for each number, and the numbers.
fn parts(line: &str) -> (String, Vec<f64>) {
    let (mut text, mut numbers) = (String::new(), Vec::new());
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let is_signed = first == '-' && !text.ends_with('#');
        let digits = rest.strip_prefix('-').filter(|_| is_signed).unwrap_or(rest);
        let length = digits.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(digits.len());
        let length = rest.len() - digits.len() + length;
        let number = rest[..length].trim_end_matches('.');
        match number.parse::<f64>() {
            Ok(value) => {
                numbers.push(value);
                text.push('#');
                rest = &rest[number.len()..];
            }
            Err(_) => {
                text.extend(Some(first).filter(|c| !c.is_whitespace()));
                rest = &rest[first.len_utf8()..];
            }
        }
    }
    (text, numbers)
}

/// Returns the lines without milliseconds and without blank lines at both ends.
fn lines(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = text.trim_end().lines().map(without_milliseconds).collect();
    while lines.first().is_some_and(String::is_empty) {
        lines.remove(0);
    }
    lines
}

/// Replaces the number before each ` ms` by `_`.
fn without_milliseconds(line: &str) -> String {
    if line.trim() == "..." {
        return "...".to_string();
    }
    let mut parts: Vec<String> = line.split(" ms").map(String::from).collect();
    let last = parts.len() - 1;
    for part in &mut parts[..last] {
        let digits = |c: char| c.is_ascii_digit() || c == '.';
        let kept = part.trim_end_matches(digits).len();
        if kept < part.len() {
            part.truncate(kept);
            part.push('_');
        }
    }
    parts.join(" ms").trim_end().to_string()
}

fn fits(expected: &[String], actual: &[String], equal: &impl Fn(&str, &str) -> bool) -> bool {
    match expected {
        [] => actual.is_empty(),
        [any, rest @ ..] if any == "..." => {
            (0..=actual.len()).any(|skipped| fits(rest, &actual[skipped..], equal))
        }
        [line, rest @ ..] => {
            actual.first().is_some_and(|other| equal(line, other))
                && fits(rest, &actual[1..], equal)
        }
    }
}

#[test]
fn lines_may_be_left_out_and_clocks_are_not_compared() {
    let difference = |shown: &str, printed: &str| difference(shown, printed, Accuracy::Exact);
    assert_eq!(difference("a\n...\nd\n", "a\nb\nc\nd\n"), None);
    assert_eq!(difference("took 3.1 ms\n", "took 12 ms\n"), None);
    assert!(difference("a\nd\n", "a\nb\nd\n").is_some());
    assert!(difference("a\n...\n", "b\n").is_some());
    assert!(difference("a\n", "a\nb\n").is_some());
    assert!(difference("1\n", "1.01\n").is_some());
}

#[test]
fn figures_may_be_off_by_a_tenth_of_their_line() {
    let difference = |shown: &str, printed: &str| difference(shown, printed, Accuracy::About);
    assert_eq!(difference("score 18 of 40, 45.0 %", "score 20 of 40, 48.0 %"), None);
    assert_eq!(difference("Elo  -35.3 ± 99", "Elo -39.2 ± 102"), None);
    assert!(difference("score 18 of 40, 45.0 %", "score 30 of 40, 75.0 %").is_some());
    assert!(difference("score 18 of 40", "points 18 of 40").is_some());
    assert!(difference("Elo -35.3", "Elo 35.3").is_some());
    let table = |row: &str| format!("player  matches won score faults\n{row}\n");
    let shown = table("guess (2)  100   50 64.3%      0");
    assert_eq!(difference(&shown, &table("guess (2)  100   53 67.0%      0")), None);
    assert!(difference(&shown, &table("guess (2)  100   50 64.3%      1")).is_some());
    assert!(difference(&shown, &table("guess (2)  101   50 64.3%      0")).is_some());
    assert!(difference(&shown, &table("guess (2)  100   90 94.3%      0")).is_some());
}
