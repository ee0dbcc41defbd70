//! Sentences that pages translate: each is written once, in English, and listed.

/// Declares a function for each sentence, which fills in its values, and the list of all sentences.
///
/// A value is a `{name}` in the sentence and implements `Display`. Pages have translations of the
/// listed sentences and recognize a text by its words; records and terminals keep the English text.
/// An unused sentence is dead code.
///
/// ```
/// mod explain {
///     juez_core::sentences! {
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
        $(#[doc = $text]
        pub fn $name($($value: impl std::fmt::Display),*) -> String {
            format!($text)
        })+
        $(#[$doc])*
        pub const $list: &[&str] = &[$($text),+];
    };
}
