//! NumPy's array format: a header, then the values.

use std::io::{self, Write};

/// The header is padded to a multiple of this many bytes.
const ALIGNMENT: usize = 64;
const MAGIC: &[u8; 8] = b"\x93NUMPY\x01\x00";

/// Writes the header of an array: the type of its values and its shape.
pub(super) fn head(out: &mut impl Write, kind: &str, shape: &[usize]) -> io::Result<()> {
    let lengths: String = shape.iter().map(|length| format!("{length},")).collect();
    let text = format!("{{'descr':'{kind}','fortran_order':False,'shape':({lengths})}}");
    let begins = MAGIC.len() + size_of::<u16>();
    let whole = (begins + text.len() + 1).next_multiple_of(ALIGNMENT);
    let length = whole - begins;
    out.write_all(MAGIC)?;
    out.write_all(&(length as u16).to_le_bytes())?;
    writeln!(out, "{text:width$}", width = length - 1)
}

/// Writes an array of texts; a single text if the shape is empty.
pub(super) fn texts(out: &mut impl Write, texts: &[&str], shape: &[usize]) -> io::Result<()> {
    let longest = texts.iter().map(|text| text.chars().count()).max().unwrap_or_default().max(1);
    head(out, &format!("<U{longest}"), shape)?;
    for text in texts {
        let padded = text.chars().map(u32::from).chain(std::iter::repeat(0)).take(longest);
        padded.into_iter().try_for_each(|letter| out.write_all(&letter.to_le_bytes()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_ends_at_a_multiple_of_64_bytes() {
        for shape in [&[][..], &[7], &[1000, 6, 9, 9], &[123_456_789_012, 40]] {
            let mut bytes = Vec::new();
            head(&mut bytes, "<i4", shape).expect("memory takes it");
            assert_eq!(bytes.len() % 64, 0, "{shape:?}");
            assert_eq!(bytes.last(), Some(&b'\n'));
            assert_eq!(usize::from(u16::from_le_bytes([bytes[8], bytes[9]])), bytes.len() - 10);
        }
    }
}
