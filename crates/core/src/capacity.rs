//! The share of a match's record that one seat can fill.

use serde::Serialize;
use std::io::{self, Write};

use super::{Fault, Notes};

/// Bytes of the match's record that one seat can still fill with log, marks, plots and faults.
///
/// The journal limits each call. This limits the whole match, so that bots cannot make its record
/// too large to store or send.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Capacity {
    left: usize,
    /// True once the bot's log has reported the limit.
    full: bool,
}

impl Default for Capacity {
    fn default() -> Capacity {
        Capacity { left: Capacity::BYTES, full: false }
    }
}

/// Byte limits of each text of a fault: while capacity is left, and without any.
const FAULT: usize = 8 << 10;
const FAULT_WITHOUT_ROOM: usize = 512;
/// Suffix of a truncated text.
const CUT: &str = "…";

impl Capacity {
    /// Bytes that one seat can fill in a match. Six seats of the longest game stay well below the
    /// maximum frame length of a process.
    pub const BYTES: usize = 2 << 20;

    /// Truncates the notes of one call to the remaining capacity. Keeps the log first, then plots,
    /// then marks. The first truncation in a match adds a line to the log.
    pub fn keep(&mut self, notes: &mut Notes) {
        let whole =
            self.fit(&mut notes.log) & self.fit(&mut notes.plots) & self.fit(&mut notes.marks);
        if !whole && !std::mem::replace(&mut self.full, true) {
            notes.log.push(format!(
                "(a seat has {} MiB of log, marks and plots a match; the rest is left out)",
                Capacity::BYTES >> 20
            ));
        }
    }

    /// Returns true once something was dropped; from then on, nothing more is kept.
    pub fn is_full(&self) -> bool {
        self.full
    }

    /// Truncates the texts of a fault, which is always kept.
    pub fn keep_fault(&mut self, fault: &mut Fault) {
        let most = if self.left > 0 { FAULT } else { FAULT_WITHOUT_ROOM };
        let texts = [&mut fault.text, &mut fault.why].into_iter().chain(&mut fault.file);
        texts.for_each(|text| cut(text, most));
        self.left = self.left.saturating_sub(written(fault));
    }

    /// Keeps the items up to the first that does not fit. Returns true if all fit.
    fn fit<T: Serialize>(&mut self, items: &mut Vec<T>) -> bool {
        let all = items.len();
        let fits = |item: &&T| {
            let left = self.left.checked_sub(written(*item));
            self.left = left.unwrap_or_default();
            left.is_some()
        };
        let kept = items.iter().take_while(fits).count();
        items.truncate(kept);
        kept == all
    }
}

/// Returns the bytes of a list item in a record, including the comma after it.
pub fn written(item: &impl Serialize) -> usize {
    struct Count(usize);
    impl Write for Count {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 += bytes.len();
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut count = Count(1);
    serde_json::to_writer(&mut count, item).expect("what bots write is plain data");
    count.0
}

/// Returns the bytes of a character in a text of a record.
pub fn width(c: char) -> usize {
    match c {
        '"' | '\\' | '\u{8}' | '\t' | '\n' | '\u{c}' | '\r' => 2,
        ..' ' => 6,
        c => c.len_utf8(),
    }
}

/// Returns the bytes of a text in a record, without its quotes.
pub fn width_of(text: &str) -> usize {
    text.chars().map(width).sum()
}

/// Returns the end of the longest prefix of `text` that takes at most `most` bytes in a record.
pub fn end_of(text: &str, most: usize) -> usize {
    let mut taken = 0;
    let too_long = |(at, c): (usize, char)| {
        taken += width(c);
        (taken > most).then_some(at)
    };
    text.char_indices().find_map(too_long).unwrap_or(text.len())
}

fn cut(text: &mut String, most: usize) {
    let end = end_of(text, most);
    // A truncated text exceeds `most` only by its suffix: do not truncate it again.
    if end < text.len() && end < text.strip_suffix(CUT).unwrap_or(text).len() {
        text.truncate(end);
        text.push_str(CUT);
    }
}

#[cfg(test)]
mod tests {
    use super::super::{FaultKind, Hook, Mark, Plot};
    use super::*;
    use proptest::prelude::*;

    fn notes(lines: usize) -> Notes {
        let line = "\u{1}".repeat(1000);
        let mark = Mark { place: Some("e5".into()), label: line.clone(), colour: None };
        let plots = vec![Plot::new("score", 1.0).unwrap()];
        Notes { log: vec![line; lines], marks: vec![mark; 10], plots, ..Notes::default() }
    }

    #[test]
    fn a_seat_fills_its_room_and_no_more_and_is_told_so_once() {
        let mut room = Capacity::default();
        let (mut bytes, mut full, mut calls) = (0, 0, 0);
        while calls < 100 {
            let mut written_now = notes(5);
            room.keep(&mut written_now);
            full +=
                written_now.log.iter().filter(|line| line.starts_with("(a seat has 2 MiB")).count();
            bytes += serde_json::to_string(&written_now.log).unwrap().len();
            bytes += serde_json::to_string(&written_now.marks).unwrap().len();
            bytes += serde_json::to_string(&written_now.plots).unwrap().len();
            calls += 1;
        }
        assert_eq!(full, 1);
        assert!(bytes > Capacity::BYTES - 7000 && bytes < Capacity::BYTES + 1000, "{bytes}");
    }

    #[test]
    fn what_fits_is_left_as_it_is() {
        let (mut kept, given) = (notes(3), notes(3));
        Capacity::default().keep(&mut kept);
        assert_eq!(kept, given);
    }

    #[test]
    fn a_fault_is_always_kept_and_its_texts_are_cut() {
        let mut room = Capacity::default();
        for _ in 0..100_000 {
            let why = "\u{1}".repeat(10_000);
            let mut fault = Fault::new(FaultKind::Script, Hook::NextMove, "", why);
            room.keep_fault(&mut fault);
            assert!(fault.why.ends_with("\u{fffd}…"));
            assert!(written(&fault) < FAULT + 200);
            if room.left == 0 {
                room.keep_fault(&mut fault);
                assert!(written(&fault) < FAULT_WITHOUT_ROOM + 200);
                return;
            }
        }
        panic!("faults take no room");
    }

    proptest! {
        #[test]
        fn a_width_is_what_a_record_has(text in "[\\x00-\\x7f“é🤖\u{2028}]{0,40}", most in 0usize..60) {
            prop_assert_eq!(width_of(&text) + 3, written(&text));
            let end = end_of(&text, most);
            prop_assert!(width_of(&text[..end]) <= most);
            let longer = text[end..].chars().next();
            prop_assert!(longer.is_none_or(|c| width_of(&text[..end]) + width(c) > most));
        }

        #[test]
        fn a_text_that_was_cut_is_not_cut_again(text in "[a\"\u{1}é🤖]{0,60}", most in 0usize..60) {
            let mut once = text.clone();
            cut(&mut once, most);
            let mut twice = once.clone();
            cut(&mut twice, most);
            prop_assert_eq!(twice, once);
        }
    }
}
