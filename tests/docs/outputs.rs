//! What a page says that a command prints, beside what it does print.

/// Why `shown` is not what a command printed, if it is not. A line `...` in it stands for any lines.
pub fn difference(shown: &str, printed: &str) -> Option<String> {
    let (expected, actual) = (lines(shown), lines(printed));
    if fits(&expected, &actual) {
        return None;
    }
    let at = expected.iter().zip(&actual).position(|(a, b)| a != b && a != "...");
    let first = at.map_or(String::new(), |i| format!("first at its line {}\n", i + 1));
    Some(format!("shows something else than is printed, {first}---- printed:\n{printed}----"))
}

/// Lines without what differs from run to run and is not seen.
fn lines(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = text.trim_end().lines().map(without_milliseconds).collect();
    while lines.first().is_some_and(String::is_empty) {
        lines.remove(0);
    }
    lines
}

/// A line with `_` for the number before each ` ms`.
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

fn fits(expected: &[String], actual: &[String]) -> bool {
    match expected {
        [] => actual.is_empty(),
        [any, rest @ ..] if any == "..." => {
            (0..=actual.len()).any(|skipped| fits(rest, &actual[skipped..]))
        }
        [line, rest @ ..] => {
            actual.first().is_some_and(|other| line == other) && fits(rest, &actual[1..])
        }
    }
}

#[test]
fn lines_may_be_left_out_and_clocks_are_not_compared() {
    assert_eq!(difference("a\n...\nd\n", "a\nb\nc\nd\n"), None);
    assert_eq!(difference("took 3.1 ms\n", "took 12 ms\n"), None);
    assert!(difference("a\nd\n", "a\nb\nd\n").is_some());
    assert!(difference("a\n...\n", "b\n").is_some());
    assert!(difference("a\n", "a\nb\n").is_some());
}
