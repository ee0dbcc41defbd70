//! Texts of numbered values, so that a VM makes each text once.

use std::cell::Cell;
use std::fmt::{self, Debug, Display, Write};
use std::mem::take;

/// The texts of a type with numbered values, such as the moves of a game. Compared by address.
pub struct Vocabulary {
    write: fn(u16, &mut dyn Write) -> fmt::Result,
}

impl Vocabulary {
    /// Creates a vocabulary whose function writes the text of a number.
    pub const fn new(write: fn(u16, &mut dyn Write) -> fmt::Result) -> Vocabulary {
        Vocabulary { write }
    }
}

impl PartialEq for Vocabulary {
    fn eq(&self, other: &Vocabulary) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Debug for Vocabulary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:p}")
    }
}

/// A text with a number in a vocabulary.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct NumberedText {
    /// Its vocabulary.
    pub vocabulary: &'static Vocabulary,
    /// Its number.
    pub number: u16,
}

impl Display for NumberedText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (self.vocabulary.write)(self.number, f)
    }
}

/// A value that scripts see as text.
pub trait AsText: Display {
    /// Returns its text by number; `None` for a type without numbers.
    #[inline]
    fn numbered(&self) -> Option<NumberedText> {
        None
    }
}

impl<T: AsText> AsText for &T {
    #[inline]
    fn numbered(&self) -> Option<NumberedText> {
        T::numbered(self)
    }
}

/// A list of texts on its way to a script: all of one vocabulary, or none by number.
pub struct Texts {
    vocabulary: Option<&'static Vocabulary>,
    buffers: Buffers,
}

/// The memory of a list.
#[derive(Default)]
struct Buffers {
    numbers: Vec<u16>,
    bytes: String,
    ends: Vec<usize>,
}

thread_local! {
    /// Memory of a dropped list.
    static SPARE: Cell<Buffers> = Cell::default();
}

impl Texts {
    /// Collects the texts of items of one type.
    pub fn of<T: AsText>(items: impl IntoIterator<Item = T>) -> Texts {
        let mut texts = Texts { vocabulary: None, buffers: SPARE.take() };
        let Buffers { numbers, bytes, ends } = &mut texts.buffers;
        for item in items {
            match item.numbered() {
                Some(NumberedText { vocabulary, number }) => {
                    texts.vocabulary = Some(vocabulary);
                    numbers.push(number);
                }
                None => {
                    let _ = write!(bytes, "{item}");
                    ends.push(bytes.len());
                }
            }
        }
        texts
    }

    /// Returns the number of texts.
    pub fn len(&self) -> usize {
        self.buffers.numbers.len() + self.buffers.ends.len()
    }

    /// Returns true if there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the vocabulary and the numbers; `None` if the texts have none.
    pub fn numbers(&self) -> Option<(&'static Vocabulary, &[u16])> {
        Some((self.vocabulary?, &self.buffers.numbers))
    }

    /// Calls `f` with each text, in order.
    pub fn each(&self, mut f: impl FnMut(&str)) {
        let mut start = 0;
        for &end in &self.buffers.ends {
            f(&self.buffers.bytes[start..end]);
            start = end;
        }
        let Some((vocabulary, numbers)) = self.numbers() else { return };
        let mut text = String::with_capacity(40);
        for &number in numbers {
            text.clear();
            let _ = write!(text, "{}", NumberedText { vocabulary, number });
            f(&text);
        }
    }

    /// Returns the texts in order.
    pub fn to_vec(&self) -> Vec<String> {
        let mut texts = Vec::with_capacity(self.len());
        self.each(|text| texts.push(text.to_string()));
        texts
    }
}

impl PartialEq for Texts {
    fn eq(&self, other: &Texts) -> bool {
        self.to_vec() == other.to_vec()
    }
}

impl Debug for Texts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_vec().fmt(f)
    }
}

impl Drop for Texts {
    fn drop(&mut self) {
        let mut buffers = take(&mut self.buffers);
        buffers.numbers.clear();
        buffers.bytes.clear();
        buffers.ends.clear();
        // At the end of a thread the place is gone.
        let _ = SPARE.try_with(|spare| spare.set(buffers));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy)]
    struct Letter(u8);

    impl Display for Letter {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_char(char::from(b'a' + self.0))
        }
    }

    impl AsText for Letter {
        fn numbered(&self) -> Option<NumberedText> {
            static LETTERS: Vocabulary =
                Vocabulary::new(|number, out| write!(out, "{}", Letter(number as u8)));
            Some(NumberedText { vocabulary: &LETTERS, number: self.0.into() })
        }
    }

    struct Plain(&'static str);

    impl Display for Plain {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.0)
        }
    }

    impl AsText for Plain {}

    #[test]
    fn texts_with_and_without_numbers_keep_their_order() {
        let letters = Texts::of([Letter(2), Letter(0)]);
        assert_eq!(letters.to_vec(), ["c", "a"]);
        assert_eq!(letters.numbers().expect("letters have numbers").1, [2, 0]);
        let plain = Texts::of([Plain("one"), Plain(""), Plain("three")]);
        assert_eq!(plain.to_vec(), ["one", "", "three"]);
        assert!(plain.numbers().is_none());
    }

    #[test]
    fn many_lists_live_at_once() {
        let lists: Vec<Texts> = (0..5).map(|nth| Texts::of([Letter(nth)])).collect();
        let texts: Vec<String> = lists.iter().flat_map(Texts::to_vec).collect();
        assert_eq!(texts, ["a", "b", "c", "d", "e"]);
    }

    #[test]
    fn a_list_begins_empty_in_the_memory_of_another() {
        drop(Texts::of([Letter(1)]));
        drop(Texts::of([Plain("one")]));
        assert!(Texts::of::<Letter>([]).is_empty());
        assert_eq!(Texts::of([Plain("two")]).to_vec(), ["two"]);
        assert_eq!(Texts::of([Letter(3)]).to_vec(), ["d"]);
    }
}
