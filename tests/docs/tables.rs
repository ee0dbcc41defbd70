//! Tables of the documentation: each row is one line, with the same number of cells as the head.

use super::page::{Page, of_text};

/// Returns the rows of a page that a Markdown reader would cut or fill up.
pub fn torn(page: &Page) -> Vec<String> {
    let mut torn = Vec::new();
    let mut columns = None;
    for (i, line) in page.prose.iter().enumerate() {
        let Some(cells) = cells(line) else {
            columns = None;
            continue;
        };
        let expected = *columns.get_or_insert(cells);
        if cells != expected {
            torn.push(format!(
                "{}:{}: {cells} cells in a table of {expected} columns: is each row one line?",
                page.path,
                i + 1
            ));
        }
    }
    torn
}

/// Counts the cells of a row; `None` for other lines. A bar in code divides cells too, unless it is
/// escaped.
fn cells(line: &str) -> Option<usize> {
    let row = line.trim().strip_prefix('|')?.strip_suffix('|')?;
    let bars = row.match_indices('|').filter(|(at, _)| !row[..*at].ends_with('\\'));
    Some(bars.count() + 1)
}

#[test]
fn two_rows_on_one_line_are_noticed() {
    let torn = |text: &str| torn(&of_text("x.md", text));
    let good = "| a | b |\n|---|---|\n| 1 \\| 2 | 3 |\n\n| c |\n|---|\n";
    assert_eq!(torn(good), [""; 0]);
    let torn = torn("| a | b |\n|---|---|\n| 1 | 2 | | 3 | 4 |\n");
    assert_eq!(torn.len(), 1);
    assert!(torn[0].starts_with("x.md:3: 5 cells in a table of 2 columns"), "{torn:?}");
}
