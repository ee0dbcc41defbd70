//! The line editor for moves. Input that is not a terminal is read without editing.

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};

const COMMANDS: [&str; 6] = ["help", "moves", "table", "why ", "undo", "resign"];

/// A line editor with completion.
pub type Prompt = Editor<Words, MemHistory>;

/// Words that TAB completes: moves that continue the typed text, and commands.
#[derive(Default)]
pub struct Words {
    pub half: String,
    pub legal: Vec<String>,
}

/// Opens the line editor of this terminal.
pub fn prompt() -> Result<Prompt, ReadlineError> {
    let config = Config::builder().completion_type(CompletionType::List).build();
    let mut editor = Editor::with_history(config, MemHistory::new())?;
    editor.set_helper(Some(Words::default()));
    Ok(editor)
}

impl Words {
    /// Returns the completions of `line`.
    fn ends(&self, line: &str) -> Vec<String> {
        let rest = self.legal.iter().filter_map(|mv| mv.strip_prefix(&self.half));
        let begins =
            |rest: &&str| rest.get(..line.len()).is_some_and(|s| s.eq_ignore_ascii_case(line));
        let moves = rest.filter(begins).map(str::to_string);
        let commands = COMMANDS.iter().filter(|command| command.starts_with(line));
        // For an empty line the moves alone fill the list.
        let commands = commands.filter(|_| !line.is_empty()).map(|command| command.to_string());
        moves.chain(commands).collect()
    }
}

impl Completer for Words {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        position: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        Ok((0, self.ends(&line[..position])))
    }
}

impl Helper for Words {}
impl Highlighter for Words {}
impl Validator for Words {}
impl Hinter for Words {
    type Hint = String;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tab_completes_moves_and_commands() {
        let legal = ["e2", "e3h", "e3v"].map(str::to_string).to_vec();
        let words = Words { half: String::new(), legal: legal.clone() };
        assert_eq!(words.ends("e3"), ["e3h", "e3v"]);
        assert_eq!(words.ends("E3"), ["e3h", "e3v"], "in whatever case");
        assert_eq!(words.ends("re"), ["resign"]);
        let words = Words { half: "e3".into(), legal };
        assert_eq!(words.ends(""), ["h", "v"]);
    }
}
