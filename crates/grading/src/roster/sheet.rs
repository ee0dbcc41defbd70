//! A table of text that keeps its exact form.
//!
//! A roster is written back with columns unknown to juez, and these must not change by a byte: even
//! if a field has unnecessary quotes, or lines end in different ways. CSV readers return only
//! values, so fields are split here. They follow RFC 4180 as the crate `csv` reads it; tests
//! compare the two.

use std::borrow::Cow;

/// Supported delimiters, the likeliest first.
pub(super) const DELIMITERS: [u8; 3] = [b',', b';', b'\t'];

/// A line of a table; quoted fields can span several lines of the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct SheetLine {
    /// The first line in the file, from 1.
    pub number: u32,
    /// Its fields as written, quotes included.
    pub fields: Vec<String>,
    /// Its line end; empty for a last line without one.
    pub end: String,
}

impl SheetLine {
    /// Returns true if the line is empty.
    pub fn is_blank(&self) -> bool {
        self.fields == [""]
    }

    /// Returns the value of each field.
    pub fn values(&self) -> Vec<Cow<'_, str>> {
        self.fields.iter().map(|field| value(field)).collect()
    }
}

/// Splits a text into lines.
///
/// # Errors
/// Returns the first line of a quoted field that is never closed.
pub(super) fn lines(text: &str, delimiter: u8) -> Result<Vec<SheetLine>, u32> {
    SheetReader { text, delimiter, at: 0, number: 1 }.collect()
}

/// Returns the first lines of a text, up to one that cannot be read.
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

    /// Returns the length of the line end here: 0, 1 or 2 bytes.
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

/// Returns the value of a field: removes its quotes and undoubles inner ones. Text after the
/// closing quote is part of the value.
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

/// Writes a value as a field. Quotes it if it might end too early, including in programs that split
/// at semicolons or tabs.
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
            // An open quote is refused here, and ends with the file in `csv`.
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
