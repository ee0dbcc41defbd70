//! Names of files that every system takes, whatever a student is called.

use std::collections::BTreeSet;

/// The beginning of the names of students' files, so that no name is one that a system keeps for
/// itself.
const PREFIX: &str = "student-";
/// Letters of a name that are taken over.
const LETTERS: usize = 40;

/// A name without ending for each of these: letters and digits of any script, all else a dash, and
/// a number where two would be the same file.
pub(super) fn file_names<'n>(names: impl Iterator<Item = &'n str>) -> Vec<String> {
    let mut taken = BTreeSet::new();
    let mut file_name = |name: &str| {
        let base = format!("{PREFIX}{}", cleaned(name));
        let numbered = (2..).map(|n| format!("{base}-{n}"));
        let mut candidates = std::iter::once(base.clone()).chain(numbered);
        // Some systems take large and small letters for the same.
        let free = candidates.find(|name| taken.insert(name.to_lowercase()));
        free.expect("there are more numbers than names")
    };
    names.map(&mut file_name).collect()
}

/// True if a file is one that [`file_names`] names, with its ending; juez 0.1 compressed as zstd.
pub(super) fn is_ours(name: &str) -> bool {
    let endings = [".html", ".jsonl.gz", ".jsonl.zst"];
    name.starts_with(PREFIX) && endings.iter().any(|ending| name.ends_with(ending))
}

fn cleaned(name: &str) -> String {
    let words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let words: String = words.collect::<Vec<_>>().join("-").chars().take(LETTERS).collect();
    let clean = words.trim_end_matches('-');
    if clean.is_empty() { "unnamed".to_string() } else { clean.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(names: &[&str]) -> Vec<String> {
        file_names(names.iter().copied())
    }

    #[test]
    fn any_name_is_a_safe_file_and_no_two_are_the_same() {
        assert_eq!(
            of(&[
                "Ana García",
                "../../etc/passwd",
                "a\nb",
                "..",
                "",
                "李小龙",
                "CON",
                "x\u{202e}y"
            ]),
            [
                "student-Ana-García",
                "student-etc-passwd",
                "student-a-b",
                "student-unnamed",
                "student-unnamed-2",
                "student-李小龙",
                "student-CON",
                "student-x-y",
            ]
        );
        assert_eq!(of(&["a/b", "a b", "A-B"]), ["student-a-b", "student-a-b-2", "student-A-B-3"]);
        assert_eq!(of(&["a b", "a-b-2", "a.b"]), ["student-a-b", "student-a-b-2", "student-a-b-3"]);
        let long = "é".repeat(300);
        let both = of(&[&long, &long]);
        assert!(both.iter().all(|name| name.len() < 120) && both[0] != both[1], "{both:?}");
    }
}
