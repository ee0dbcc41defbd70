//! A commented tournament file to start from.

pub(super) const EXAMPLE: &str = include_str!("example.toml");

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::tournament::TournamentArgs;
    use crate::cli::tournament::file::parse;
    use clap::{Args as _, Command};
    use std::path::Path;

    /// Returns the keys that are commented out, as lines of a file.
    fn commented() -> impl Iterator<Item = &'static str> {
        let key = |line: &&str| {
            let name = line.split(" = ").next().unwrap_or_default();
            line.contains(" = ") && name.chars().all(|c| c.is_ascii_lowercase() || c == '-')
        };
        let keys = EXAMPLE.lines().take_while(|line| *line != "[options]");
        keys.filter_map(|line| line.strip_prefix('#')).filter(key)
    }

    #[test]
    fn the_example_reads_back() {
        let file = parse(EXAMPLE, Path::new("class.toml")).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(file.game.info().id, "quoridor");
        assert_eq!(file.bots.len(), 3);
    }

    #[test]
    fn the_example_gives_no_seed_away() {
        let file = parse(EXAMPLE, Path::new("class.toml")).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(file.settings.seed, None);
        assert!(commented().all(|line| !line.starts_with("seed = ")));
    }

    #[test]
    fn each_line_of_the_example_reads_back_when_its_mark_is_taken_away() {
        assert!(commented().count() > 10);
        for line in commented() {
            let text = format!("game = 'quoridor'\n{line}\n");
            parse(&text, Path::new("class.toml")).unwrap_or_else(|error| panic!("{line}: {error}"));
        }
    }

    #[test]
    fn the_example_shows_every_key() {
        let command = TournamentArgs::augment_args(Command::new("juez"));
        // Bots could know a seed from the example.
        let others = ["resume", "example", "option", "seed"];
        // Queue options exist only on the command line.
        let keys = command.get_arguments().filter(|arg| arg.get_help_heading() != Some("Queue"));
        for name in keys.filter_map(|arg| arg.get_long()) {
            let shown = EXAMPLE
                .lines()
                .any(|line| line.trim_start_matches('#').starts_with(&format!("{name} = ")));
            assert!(shown || others.contains(&name), "{name} is not in the example");
        }
    }
}
