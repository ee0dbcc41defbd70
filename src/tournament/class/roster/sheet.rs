//! A table of text, kept as it was written.
//!
//! A roster comes back with columns that juez knows nothing of, and these are to be the same to the
//! byte: also where a field has quotes that it does not need, or lines end in different ways. Readers of
//! CSV give the values and forget how they were written, so fields are parted here; what a field is,
//! is RFC 4180 as the crate `csv` reads it, which the tests compare.

use std::borrow::Cow;

/// Marks between fields, the likeliest first.
pub(super) const DELIMITERS: [u8; 3] = [b',', b';', b'\t'];

/// A line of a table; a quoted field may hold further lines of the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct SheetLine {
    /// The line of the file it begins in, from 1.
    pub number: u32,
    /// Its fields as they are written, quotes included.
    pub fields: Vec<String>,
    /// Its line end; empty for a last line without one.
    pub end: String,
}

impl SheetLine {
    /// True if it is empty.
    pub fn is_blank(&self) -> bool {
        self.fields == [""]
    }

    /// The value of each field.
    pub fn values(&self) -> Vec<Cow<'_, str>> {
        self.fields.iter().map(|field| value(field)).collect()
    }
}

/// All lines of a text.
///
/// # Errors
/// The line in which a quoted field begins that is never closed.
pub(super) fn lines(text: &str, delimiter: u8) -> Result<Vec<SheetLine>, u32> {
    SheetReader { text, delimiter, at: 0, number: 1 }.collect()
}

/// The first lines of a text, up to one that cannot be read.
pub(super) fn first_lines(text: &str, delimiter: u8, most: usize) -> Vec<SheetLine> {
    let lines = SheetReader { text, delimiter, at: 0, number: 1 };
    lines.map_while(Result::ok).take(most).collect()
}

struct SheetReader<'a> {
    text: &'a str,
    delimiter: u8,
    at: usize,
    number: u32,
}

impl Iterator for SheetReader<'_> {
    type Item = Result<SheetLine, u32>;

    fn next(&mut self) -> Option<Result<SheetLine, u32>> {
        self.byte(0)?;
        Some(self.line())
    }
}

impl SheetReader<'_> {
    fn byte(&self, ahead: usize) -> Option<u8> {
        self.text.as_bytes().get(self.at + ahead).copied()
    }

    /// The length of the line end here: nothing, one byte or two.
    fn line_end(&self) -> usize {
        match (self.byte(0), self.byte(1)) {
            (Some(b'\r'), Some(b'\n')) => 2,
            (Some(b'\r' | b'\n'), _) => 1,
            _ => 0,
        }
    }

    fn line(&mut self) -> Result<SheetLine, u32> {
        let (number, mut fields) = (self.number, Vec::new());
        loop {
            let start = self.at;
            self.field()?;
            fields.push(self.text[start..self.at].to_string());
            if self.byte(0) != Some(self.delimiter) {
                break;
            }
            self.at += 1;
        }
        let end = self.text[self.at..self.at + self.line_end()].to_string();
        self.at += end.len();
        self.number += 1;
        Ok(SheetLine { number, fields, end })
    }

    fn field(&mut self) -> Result<(), u32> {
        if self.byte(0) == Some(b'"') {
            let began = self.number;
            self.at += 1;
            loop {
                match (self.byte(0), self.byte(1)) {
                    (None, _) => return Err(began),
                    (Some(b'"'), Some(b'"')) => self.at += 2,
                    (Some(b'"'), _) => break,
                    _ => {
                        let end = self.line_end();
                        self.number += u32::from(end > 0);
                        self.at += end.max(1);
                    }
                }
            }
            self.at += 1;
        }
        while self.byte(0).is_some_and(|byte| byte != self.delimiter) && self.line_end() == 0 {
            self.at += 1;
        }
        Ok(())
    }
}

/// The value of a field: without its quotes, and each doubled one once. What stands behind the closing
/// quote belongs to it too.
pub(super) fn value(field: &str) -> Cow<'_, str> {
    let Some(quoted) = field.strip_prefix('"') else { return Cow::Borrowed(field) };
    let mut value = String::with_capacity(quoted.len());
    let mut rest = quoted;
    while let Some((before, after)) = rest.split_once('"') {
        value.push_str(before);
        let Some(more) = after.strip_prefix('"') else {
            value.push_str(after);
            break;
        };
        value.push('"');
        rest = more;
    }
    Cow::Owned(value)
}

/// A value as a field. It is quoted where it might end too early, also for a program that takes
/// semicolons or tabs for the ends of fields.
pub(super) fn field(value: &str, delimiter: u8) -> Cow<'_, str> {
    match value.contains(['"', ';', '\t', '\n', '\r', char::from(delimiter)]) {
        true => Cow::Owned(format!("\"{}\"", value.replace('"', "\"\""))),
        false => Cow::Borrowed(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn parted(text: &str) -> Vec<Vec<String>> {
        let lines = lines(text, b',').expect("every quote is closed");
        let filled = lines.iter().filter(|line| !line.is_blank());
        filled.map(|line| line.values().into_iter().map(Cow::into_owned).collect()).collect()
    }

    /// The cells that the crate `csv` reads.
    fn read_by_csv(text: &str) -> Vec<Vec<String>> {
        let mut reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .from_reader(text.as_bytes());
        let records = reader.records().map(|record| record.expect("text"));
        records.map(|record| record.iter().map(str::to_string).collect()).collect()
    }

    #[test]
    fn lines_are_counted_through_quoted_fields() {
        let lines = lines("a,b\r\n\"x\ny\",2\n\n\"z\"", b',').unwrap();
        let numbers: Vec<u32> = lines.iter().map(|line| line.number).collect();
        assert_eq!(numbers, [1, 2, 4, 5]);
        assert_eq!(lines[1].values(), ["x\ny", "2"]);
        assert!(lines[2].is_blank());
        assert_eq!(lines[3].end, "");
    }

    #[test]
    fn a_quote_that_is_never_closed_is_told_with_its_line() {
        assert_eq!(lines("a,b\n1,\"x\n2,y\n", b','), Err(2));
    }

    #[test]
    fn text_behind_a_closing_quote_belongs_to_the_field() {
        assert_eq!(parted("\"a\"b\",c\n"), read_by_csv("\"a\"b\",c\n"));
        assert_eq!(parted("a\"b\",c\n"), [["a\"b\"", "c"]]);
    }

    proptest! {
        #[test]
        fn fields_are_those_that_csv_reads(text in "[ab,\"\r\n é]{0,40}") {
            // An open quote is refused here, and ends with the file there.
            if lines(&text, b',').is_ok() {
                prop_assert_eq!(parted(&text), read_by_csv(&text));
            }
        }

        #[test]
        fn lines_put_together_are_the_text(text in "[ab;\"\r\n é]{0,40}") {
            if let Ok(lines) = lines(&text, b';') {
                let again: String =
                    lines.iter().map(|line| format!("{}{}", line.fields.join(";"), line.end)).collect();
                prop_assert_eq!(again, text);
            }
        }

        #[test]
        fn a_value_comes_back_from_its_field(text in any::<String>()) {
            let field = field(&text, b',');
            prop_assert_eq!(value(&field), text.as_str());
        }
    }
}
