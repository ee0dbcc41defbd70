//! Names in zips that do not declare their code page.
//!
//! Programs on Windows write names in the code page of the console if it has all their letters, and
//! set a flag only for UTF-8. Nothing declares the page: in Western Europe it is 850, in America
//! 437, with some programs Windows-1252. So it is guessed: the page that turns most names into
//! names of students; on a tie, the one whose readings look most like names.

use encoding_rs::WINDOWS_1252;

use juez_core::named;

/// The characters of the upper half of code page 437.
const CP437: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}";
/// The characters of the upper half of code page 850.
const CP850: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u{ad}±‗¾¶§÷¸°¨·¹³²■\u{a0}";

/// A possible code page of a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CodePage {
    Cp437,
    Cp850,
    Windows1252,
}

named! {
    CodePage:
    Cp437 = "code page 437",
    Cp850 = "code page 850",
    Windows1252 = "Windows-1252",
}

impl CodePage {
    const ALL: [CodePage; 3] = [CodePage::Cp437, CodePage::Cp850, CodePage::Windows1252];

    /// Guesses the page of these names, none of them UTF-8; `None` without names. `finds` returns
    /// true for a name that leads to a student.
    pub fn guessed(names: &[Vec<u8>], finds: &dyn Fn(&str) -> bool) -> Option<CodePage> {
        let fit = |page: &CodePage| {
            let read: Vec<String> = names.iter().map(|name| page.read(name)).collect();
            let found = read.iter().filter(|name| finds(name)).count();
            (found, read.iter().map(|name| likeness(name)).sum::<i64>())
        };
        // The first of equals.
        let best = CodePage::ALL.into_iter().rev().max_by_key(fit);
        best.filter(|_| !names.is_empty())
    }

    /// Decodes a name in a zip that has names in this page. Two letters of a page can happen to be
    /// one of UTF-8, so the reading that looks more like a name wins.
    pub fn read_or_utf8(self, bytes: &[u8]) -> String {
        let in_page = self.read(bytes);
        match str::from_utf8(bytes) {
            Ok(text) if likeness(text) >= likeness(&in_page) => text.to_string(),
            _ => in_page,
        }
    }

    /// Decodes a name in this page.
    fn read(self, bytes: &[u8]) -> String {
        let letters = match self {
            CodePage::Cp437 => CP437,
            CodePage::Cp850 => CP850,
            CodePage::Windows1252 => {
                return WINDOWS_1252.decode_without_bom_handling(bytes).0.into_owned();
            }
        };
        let upper: Vec<char> = letters.chars().collect();
        let read = |&byte: &u8| match usize::from(byte).checked_sub(0x80) {
            None => char::from(byte),
            Some(at) => upper.get(at).copied().unwrap_or('\u{fffd}'),
        };
        bytes.iter().map(read).collect()
    }
}

/// Scores how much a text looks like a name: Latin letters beyond ASCII count for it; other
/// characters beyond ASCII, and capitals within a word, count against it.
fn likeness(name: &str) -> i64 {
    let mut before = ' ';
    let mut points = 0;
    for c in name.chars() {
        let is_latin = matches!(c, '\u{c0}'..='\u{24f}') && c.is_alphabetic();
        points += match c {
            _ if c.is_ascii() => 0,
            _ if !is_latin => -1,
            _ if c.is_uppercase() && before.is_lowercase() => -1,
            _ => 1,
        };
        before = c;
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(name: &str, page: &str) -> Vec<u8> {
        let letters: Vec<char> = page.chars().collect();
        let byte = |c: char| match c {
            _ if c.is_ascii() => c as u8,
            _ => 0x80 + letters.iter().position(|&other| other == c).unwrap() as u8,
        };
        name.chars().map(byte).collect()
    }

    #[test]
    fn both_pages_have_a_letter_for_each_byte() {
        assert_eq!((CP437.chars().count(), CP850.chars().count()), (128, 128));
    }

    #[test]
    fn the_page_is_the_one_in_which_the_names_are_names() {
        let guessed = |names: &[Vec<u8>]| CodePage::guessed(names, &|_| false);
        let western = ["Úrsula Íñiguez", "João"].map(|name| written(name, CP850));
        assert_eq!(guessed(&western), Some(CodePage::Cp850));
        let (windows, _, _) = WINDOWS_1252.encode("Úrsula Íñiguez");
        assert_eq!(guessed(&[windows.to_vec()]), Some(CodePage::Windows1252));
        assert_eq!(guessed(&[written("René Núñez", CP437)]), Some(CodePage::Cp437));
        assert_eq!(guessed(&[]), None);
    }

    #[test]
    fn two_letters_of_a_page_may_look_like_one_of_utf8() {
        let page = CodePage::Cp850;
        for name in ["Íñigo", "José", "Zoë Brandão", "bot.lua"] {
            assert_eq!(page.read_or_utf8(&written(name, CP850)), name);
            assert_eq!(page.read_or_utf8(name.as_bytes()), name);
        }
        assert!(str::from_utf8(&written("Íñigo", CP850)).is_ok());
    }

    #[test]
    fn the_class_list_decides_first() {
        // The byte of Ñ in 437 is ¥ in Windows-1252, and read as letters in two pages.
        let name = written("PEÑA", CP437);
        let finds = |name: &str| name == WINDOWS_1252.decode_without_bom_handling(b"PE\xa5A").0;
        assert_eq!(CodePage::guessed(&[name], &finds), Some(CodePage::Windows1252));
    }
}
