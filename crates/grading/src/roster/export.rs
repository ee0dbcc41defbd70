//! Writes a roster: its own columns unchanged, and added ones.

use std::borrow::Cow;
use std::io::{self, Write};

use super::encoding::Encoding;
use super::{MARK, Roster, sheet};
use crate::cell::RosterColumn;

impl Roster {
    /// Returns the headers among these that the roster already has; [`Roster::write`] replaces
    /// those columns.
    pub fn replaced<'a>(&self, headers: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
        let own = self.headers();
        headers.into_iter().filter(|header| own.iter().any(|other| other == header)).collect()
    }

    /// Writes the roster with added columns after its own. Its own columns stay byte for byte,
    /// except that a column with the header of an added one is replaced in position, so that a
    /// roster written once is written the same again. Numbers have a decimal comma if the delimiter
    /// is a semicolon, because spreadsheets write such files in locales with a decimal comma.
    ///
    /// Keeps the encoding, because the program that the file comes from expects it; if the encoding
    /// lacks a character, writes UTF-8 with a byte-order mark. Returns the encoding.
    ///
    /// # Errors
    /// If `out` cannot be written.
    ///
    /// # Panics
    /// If an added column lacks a cell for a row, or has the header of a column that juez reads.
    pub fn write(&self, out: &mut impl Write, further: &[RosterColumn]) -> io::Result<Encoding> {
        let headers = self.headers();
        let places: Vec<Option<usize>> = further
            .iter()
            .map(|column| {
                assert_eq!(column.cells.len(), self.rows.len(), "a cell for each row");
                let place = headers.iter().position(|header| *header == column.header);
                let is_own = place.is_none_or(|place| !self.read.contains(&place));
                assert!(is_own, "a column of its own");
                place
            })
            .collect();
        let mark = if self.delimiter == b';' { ',' } else { '.' };
        let mut text = if self.marked { MARK.to_string() } else { String::new() };
        for (i, line) in self.lines.iter().enumerate() {
            let mut fields = line.fields.clone();
            let row = self.rows.binary_search_by_key(&i, |row| row.place).ok();
            let is_wide = i == self.header
                || i > self.header && fields.len() == headers.len() && !line.is_blank();
            for (column, place) in further.iter().zip(&places) {
                let header = Cow::Borrowed(column.header.as_str());
                let text = match row {
                    Some(row) => column.cells[row].written(mark),
                    None if place.is_none() && i == self.header => header,
                    None if place.is_none() && is_wide => Cow::default(),
                    None => continue,
                };
                let field = sheet::field(&text, self.delimiter).into_owned();
                match place {
                    Some(place) => fields[*place] = field,
                    None => fields.push(field),
                }
            }
            let delimiter = char::from(self.delimiter).to_string();
            text += &fields.join(&delimiter);
            text += &line.end;
        }
        let (bytes, encoding) = match self.encoding.write(&text) {
            Some(bytes) => (bytes, self.encoding),
            None => (format!("{MARK}{text}").into_bytes(), Encoding::Utf8),
        };
        out.write_all(&bytes)?;
        Ok(encoding)
    }
}
