//! Programs as tokens, as far as likeness needs them: nothing is refused, and what is no token of the
//! language is one of its own.

mod scanner;
mod syntax;

use crate::script::Language;

pub(super) use scanner::Token;

/// The tokens of a text.
pub(super) fn tokens(language: &Language, text: &str) -> Vec<Token> {
    match language.id {
        "lua" => syntax::LUA.tokens(text),
        _ => syntax::RHAI.tokens(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::script::LANGUAGES;
    use proptest::prelude::*;

    #[test]
    fn every_language_has_a_lexer() {
        let ids: Vec<&str> = LANGUAGES.iter().map(|language| language.id).collect();
        assert_eq!(ids, ["lua", "rhai"]);
    }

    proptest! {
        #[test]
        fn any_text_has_tokens(
            text in "[\\[\\]{}()=a-f0-9.\"'`$#/*~<>\\\\\n é_-]{0,60}", any in any::<String>(),
        ) {
            for language in LANGUAGES {
                for text in [&text, &any] {
                    let lines = text.lines().count().max(1) as u32 + 1;
                    let tokens = tokens(language, text);
                    prop_assert!(tokens.iter().all(|token| (1..=lines).contains(&token.line)));
                    prop_assert!(tokens.is_sorted_by_key(|token| token.line));
                }
            }
        }
    }
}
