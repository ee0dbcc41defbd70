//! Sentences that people read in their language: each is written once, in English, and listed.

/// Makes a function for each sentence, which fills in its values, and the list of all of them.
///
/// A value stands in the sentence as `{name}`; it is anything that can be shown. Pages have the
/// sentences of the lists in the other languages, and find a text among them by its words: records
/// and terminals keep the English text. A sentence that nothing uses is dead code.
///
/// ```
/// mod explain {
///     juez::core::sentences! {
///         /// Why a card is refused.
///         SENTENCES:
///         match_over() = "the match is over";
///         not_held(seat, card) = "seat {seat} does not hold {card}";
///     }
/// }
/// assert_eq!(explain::not_held(0, "D7"), "seat 0 does not hold D7");
/// assert_eq!(explain::SENTENCES, ["the match is over", "seat {seat} does not hold {card}"]);
/// assert_eq!(explain::match_over(), explain::SENTENCES[0]);
/// ```
#[macro_export]
macro_rules! sentences {
    ($(#[$doc:meta])* $list:ident: $($name:ident($($value:ident),*) = $text:literal;)+) => {
        $(pub(super) fn $name($($value: impl std::fmt::Display),*) -> String {
            format!($text)
        })+
        $(#[$doc])*
        pub const $list: &[&str] = &[$($text),+];
    };
}
pub use sentences;
