//! Untrusted text, made harmless for terminals, spreadsheets and pages.
//!
//! Text is made plain on entry: in the faults and answers of bots, in the messages of a bot's
//! process, and in records and databases that are read. Code that shows it need not do so again.

use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};
use std::mem::take;

/// Replaces a character that would disturb the display.
const HIDDEN: char = '\u{fffd}';

/// Puts text on one line: replaces each character that moves a cursor or changes the direction of
/// writing with U+FFFD. For names and single lines from bots.
///
/// ```
/// use juez_core::plain;
/// assert_eq!(plain("a\u{1b}[2Jb\n"), "a\u{fffd}[2Jb\u{fffd}");
/// assert_eq!(plain("\u{202e}Zoë 🤖"), "\u{fffd}Zoë 🤖");
/// ```
pub fn plain(text: &str) -> String {
    text.chars().map(|c| if disturbs(c) { HIDDEN } else { c }).collect()
}

/// As [`plain`], for a sentence that can have several lines. Joins them with blanks, also at tabs,
/// so that none looks like a line of another author.
///
/// ```
/// use juez_core::plain_sentence;
/// assert_eq!(plain_sentence("no move\r\n\tat all\u{7}\n"), "no move at all\u{fffd}");
/// ```
pub fn plain_sentence(text: &str) -> String {
    let is_break =
        |c: char| matches!(c, '\t' | '\r' | '\n' | '\u{b}' | '\u{c}' | '\u{2028}' | '\u{2029}');
    if !text.contains(is_break) {
        return plain(text);
    }
    let parts = text.split(is_break).map(str::trim).filter(|part| !part.is_empty());
    plain(&parts.collect::<Vec<_>>().join(" "))
}

/// As [`plain`], for text of several lines, which keep their ends and their tabs.
///
/// ```
/// use juez_core::plain_lines;
/// assert_eq!(plain_lines("a\tb\r\n\u{7}c\rd"), "a\tb\r\n\u{fffd}c\u{fffd}d");
/// ```
pub fn plain_lines(text: &str) -> String {
    let mut all = text.chars().peekable();
    let mut plain = String::with_capacity(text.len());
    while let Some(c) = all.next() {
        // A lone carriage return lets the following text overwrite the line.
        let stays = match c {
            '\t' | '\n' => true,
            '\r' => all.peek() == Some(&'\n'),
            c => !disturbs(c),
        };
        plain.push(if stays { c } else { HIDDEN });
    }
    plain
}

/// Makes the texts of a JSON value plain: values as [`plain_lines`], field names as [`plain`].
pub fn plain_value(value: &mut Value) {
    match value {
        Value::String(text) => *text = plain_lines(text),
        Value::Array(values) => values.iter_mut().for_each(plain_value),
        Value::Object(map) => plain_map(map),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Makes the fields of an object plain; if names become equal, the last counts.
pub fn plain_map(map: &mut Map<String, Value>) {
    if map.keys().any(|name| name.chars().any(disturbs)) {
        *map = take(map).into_iter().map(|(name, value)| (plain(&name), value)).collect();
    }
    map.values_mut().for_each(plain_value);
}

/// Deserializes a text as [`plain`].
pub(super) fn read_plain<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    Ok(plain(&String::deserialize(from)?))
}

/// Deserializes a sentence as [`plain_sentence`].
pub(super) fn read_sentence<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    Ok(plain_sentence(&String::deserialize(from)?))
}

/// Deserializes an optional text as [`plain`].
pub(super) fn read_plain_option<'de, D: Deserializer<'de>>(
    from: D,
) -> Result<Option<String>, D::Error> {
    Ok(Option::<String>::deserialize(from)?.map(|text| plain(&text)))
}

/// Quotes an argument for a shell, in plain text.
///
/// ```
/// use juez_core::shell_quoted;
/// assert_eq!(shell_quoted("bots/ana.lua"), "bots/ana.lua");
/// assert_eq!(shell_quoted("it's"), r"'it'\''s'");
/// assert_eq!(shell_quoted("a\u{1b}\\'.lua"), r"$'a\x1b\\\'.lua'");
/// ```
pub fn shell_quoted(argument: &str) -> String {
    if argument.contains(disturbs) {
        let escaped = |c: char| match c {
            '\'' | '\\' => format!("\\{c}"),
            c if disturbs(c) => {
                let mut bytes = [0; 4];
                c.encode_utf8(&mut bytes).bytes().map(|byte| format!("\\x{byte:02x}")).collect()
            }
            c => c.to_string(),
        };
        return format!("$'{}'", argument.chars().map(escaped).collect::<String>());
    }
    let plain = |c: char| c.is_alphanumeric() || "/._-=:,+%@".contains(c);
    if argument.chars().all(plain) && !argument.is_empty() {
        argument.to_string()
    } else {
        format!("'{}'", argument.replace('\'', "'\\''"))
    }
}

/// Returns true for a character that disturbs surrounding text or has no width, so that a name with
/// it could look like another. Allows the joiners that some scripts and emoji need.
///
/// ```
/// use juez_core::misleads;
/// assert!("\u{202e}\u{200b}\u{200f}\n".chars().all(misleads));
/// assert!(!"Zoë كريم 👩\u{200d}🌾".chars().any(misleads));
/// ```
pub fn misleads(c: char) -> bool {
    let is_invisible = matches!(c, '\u{ad}' | '\u{115f}' | '\u{1160}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2060}'..='\u{2064}' | '\u{2800}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{e0000}'..='\u{e007f}');
    disturbs(c) || is_invisible
}

/// Returns true for control characters, line and paragraph separators, and the embeddings,
/// overrides and isolates of the bidirectional algorithm (UAX #9). Allows the marks that Arabic and
/// Hebrew names need.
fn disturbs(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
