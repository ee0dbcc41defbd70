//! A roster as it is written: its own columns as they came, and further ones.

use std::borrow::Cow;
use std::io::{self, Write};

use super::encoding::Encoding;
use super::{MARK, Roster, sheet};
use crate::tournament::class::cell::RosterColumn;

impl Roster {
    /// The columns of the roster with these headers, which [`Roster::write`] replaces.
    pub fn replaced<'a>(&self, headers: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
        let own = self.headers();
        headers.into_iter().filter(|header| own.iter().any(|other| other == header)).collect()
    }

    /// Writes the roster with further columns behind its own. Its own come back byte for byte, but
    /// for one that has the header of a further one: that is replaced where it stands, so that a
    /// roster that was written once is written the same again. Numbers have a decimal comma where a
    /// semicolon parts the fields: spreadsheets write such files where a comma is the decimal mark.
    ///
    /// It is written in its own encoding, for the program that it comes from reads it so; where
    /// that has not all the characters, in UTF-8 with a byte-order mark. Gives the encoding.
    ///
    /// # Errors
    /// If `out` cannot be written.
    ///
    /// # Panics
    /// If a further column has not a cell for each row, or the header of a column that juez reads.
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
