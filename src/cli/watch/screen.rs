//! The output of a live match: on a terminal each table replaces the previous one, elsewhere they
//! follow each other.

use anstream::adapter::strip_str;
use std::io::{self, IsTerminal, Write};

/// Output of a live match.
pub(super) struct Screen<W: Write> {
    out: W,
    /// Columns of the terminal; `None` if it is not one.
    columns: Option<usize>,
    /// Rows of the table at the bottom of the screen; 0 if other text follows it.
    rows: usize,
}

impl Screen<anstream::Stdout> {
    pub fn stdout() -> Screen<anstream::Stdout> {
        let is_terminal = io::stdout().is_terminal();
        let size = || ratatui::crossterm::terminal::size().ok();
        let columns = is_terminal.then(|| size().map_or(80, |(columns, _)| columns.into()));
        Screen { out: anstream::stdout(), columns, rows: 0 }
    }
}

impl<W: Write> Screen<W> {
    /// Draws a table. Replaces the previous one if nothing was written after it.
    pub fn table(&mut self, text: &str) -> io::Result<()> {
        let Some(columns) = self.columns else { return self.line(text) };
        if self.rows > 0 {
            // Moves up to the first row of the old table and clears from there.
            write!(self.out, "\x1b[{}F\x1b[J", self.rows)?;
        }
        self.line(text)?;
        self.rows = text.split('\n').map(|line| rows(line, columns)).sum();
        Ok(())
    }

    /// Writes text below the table.
    pub fn line(&mut self, text: &str) -> io::Result<()> {
        self.rows = 0;
        writeln!(self.out, "{text}")?;
        self.out.flush()
    }
}

/// Returns the rows that a line takes.
fn rows(line: &str, columns: usize) -> usize {
    let width = strip_str(line).to_string().chars().count();
    width.div_ceil(columns.max(1)).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(columns: Option<usize>) -> String {
        let mut screen = Screen { out: Vec::new(), columns, rows: 0 };
        screen.table("ab\ncdefg").expect("a vector takes everything");
        screen.table("x").expect("a vector takes everything");
        screen.line("said").expect("a vector takes everything");
        screen.table("y").expect("a vector takes everything");
        String::from_utf8(screen.out).expect("text")
    }

    #[test]
    fn tables_follow_each_other_where_there_is_no_terminal() {
        assert_eq!(shown(None), "ab\ncdefg\nx\nsaid\ny\n");
    }

    #[test]
    fn a_table_is_drawn_over_the_one_before_but_not_over_what_was_said() {
        // The second line of the first table takes two rows of three columns.
        assert_eq!(shown(Some(3)), "ab\ncdefg\n\x1b[3F\x1b[Jx\nsaid\ny\n");
    }
}
