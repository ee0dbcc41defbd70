//! The bytes of a class list.

use encoding_rs::WINDOWS_1252;

use juez_core::named;

/// The encoding of a class list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Encoding {
    /// UTF-8, with or without a byte-order mark.
    Utf8,
    /// The "ANSI" encoding of Western European Windows, used by Excel for plain "CSV".
    Windows1252,
    /// UTF-16, little-endian, after a byte-order mark: "Unicode text" of Excel.
    Utf16Le,
    /// UTF-16, big-endian, after a byte-order mark.
    Utf16Be,
}

named! {
    Encoding:
    Utf8 = "UTF-8",
    Windows1252 = "Windows-1252",
    Utf16Le = "UTF-16",
    Utf16Be = "UTF-16",
}

impl Encoding {
    /// Decodes bytes, keeping a byte-order mark: as UTF-16 if they begin with its mark, else as
    /// UTF-8 if valid, else as Windows-1252.
    ///
    /// # Errors
    /// Returns the line of the first byte that is not text.
    pub(super) fn read(bytes: &[u8]) -> Result<(String, Encoding), u32> {
        match bytes {
            [0xff, 0xfe, ..] => Ok((wide(bytes, u16::from_le_bytes)?, Encoding::Utf16Le)),
            [0xfe, 0xff, ..] => Ok((wide(bytes, u16::from_be_bytes)?, Encoding::Utf16Be)),
            _ => match str::from_utf8(bytes) {
                Ok(text) => Ok((text.to_string(), Encoding::Utf8)),
                // Text has no zero bytes; images do, and UTF-16 without its mark.
                Err(_) => match bytes.iter().position(|&byte| byte == 0) {
                    Some(at) => Err(line(&bytes[..at])),
                    None => {
                        let (text, _) = WINDOWS_1252.decode_without_bom_handling(bytes);
                        Ok((text.into_owned(), Encoding::Windows1252))
                    }
                },
            },
        }
    }

    /// Encodes a text; `None` if the encoding lacks one of its characters.
    pub(super) fn write(self, text: &str) -> Option<Vec<u8>> {
        match self {
            Encoding::Utf8 => Some(text.as_bytes().to_vec()),
            Encoding::Utf16Le => Some(text.encode_utf16().flat_map(u16::to_le_bytes).collect()),
            Encoding::Utf16Be => Some(text.encode_utf16().flat_map(u16::to_be_bytes).collect()),
            Encoding::Windows1252 => match WINDOWS_1252.encode(text) {
                (_, _, true) => None,
                (bytes, ..) => Some(bytes.into_owned()),
            },
        }
    }
}

fn wide(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<String, u32> {
    let (units, rest) = bytes.as_chunks::<2>();
    let mut text = String::with_capacity(units.len());
    let line = |text: &str| line(text.as_bytes());
    for sign in char::decode_utf16(units.iter().copied().map(unit)) {
        text.push(sign.map_err(|_| line(&text))?);
    }
    if rest.is_empty() { Ok(text) } else { Err(line(&text)) }
}

/// Returns the line number after some text.
fn line(before: &[u8]) -> u32 {
    1 + before.iter().filter(|byte| **byte == b'\n').count() as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_byte_of_windows_comes_back() {
        let bytes: Vec<u8> = (1..=255).collect();
        let (text, encoding) = Encoding::read(&bytes).unwrap();
        assert_eq!(encoding, Encoding::Windows1252);
        assert_eq!(encoding.write(&text), Some(bytes));
        assert_eq!(encoding.write("李"), None);
    }

    #[test]
    fn half_a_character_is_no_text() {
        assert_eq!(Encoding::read(b"\xff\xfea\0\n\0b"), Err(2));
        assert_eq!(Encoding::read(b"\xfe\xff\xd8\x00\0a"), Err(1));
        assert_eq!(Encoding::read(b"a\n\xe9\0"), Err(2));
    }

    proptest! {
        #[test]
        fn text_comes_back_in_every_encoding(text in any::<String>()) {
            let marked = format!("\u{feff}{text}");
            for encoding in [Encoding::Utf8, Encoding::Utf16Le, Encoding::Utf16Be] {
                let bytes = encoding.write(&marked).unwrap();
                prop_assert_eq!(Encoding::read(&bytes), Ok((marked.clone(), encoding)));
            }
        }
    }
}
