//! Text that others chose, made harmless for terminals, spreadsheets and pages.

/// Stands for a character that would disturb what shows it.
const HIDDEN: char = '\u{fffd}';

/// The text on one line, without what moves a cursor or turns the direction of writing: each such
/// character is U+FFFD instead. For names, and for whatever a bot says in a line.
///
/// ```
/// use juez::core::plain;
/// assert_eq!(plain("a\u{1b}[2Jb\n"), "a\u{fffd}[2Jb\u{fffd}");
/// assert_eq!(plain("\u{202e}Zoë 🤖"), "\u{fffd}Zoë 🤖");
/// ```
pub fn plain(text: &str) -> String {
    text.chars().map(|c| if disturbs(c) { HIDDEN } else { c }).collect()
}

/// As [`plain`], of a text of several lines, which keep their ends and their tabs.
///
/// ```
/// use juez::core::plain_lines;
/// assert_eq!(plain_lines("a\tb\r\n\u{7}c"), "a\tb\r\n\u{fffd}c");
/// ```
pub fn plain_lines(text: &str) -> String {
    let stays = |c: char| matches!(c, '\t' | '\r' | '\n') || !disturbs(c);
    text.chars().map(|c| if stays(c) { c } else { HIDDEN }).collect()
}

/// An argument as a shell takes it.
pub fn shell_quoted(argument: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "/._-=:,+%@".contains(c);
    if argument.chars().all(plain) && !argument.is_empty() {
        argument.to_string()
    } else {
        format!("'{}'", argument.replace('\'', "'\\''"))
    }
}

/// True for a character that disturbs text around it or has no width, so that a name with it could look
/// like another. The joiners that some scripts and emoji need are none.
///
/// ```
/// use juez::core::misleads;
/// assert!("\u{202e}\u{200b}\u{200f}\n".chars().all(misleads));
/// assert!(!"Zoë كريم 👩\u{200d}🌾".chars().any(misleads));
/// ```
pub fn misleads(c: char) -> bool {
    let is_invisible = matches!(c, '\u{ad}' | '\u{115f}' | '\u{1160}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2060}'..='\u{2064}' | '\u{2800}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{e0000}'..='\u{e007f}');
    disturbs(c) || is_invisible
}

/// Control characters, ends of lines and paragraphs, and the embeddings, overrides and isolates of
/// the bidirectional algorithm (UAX #9). The marks that Arabic and Hebrew names need stay.
fn disturbs(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
