//! The rules of a game in prose, in several languages.

use super::named;

/// A language of rules and pages.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Spanish.
    Es,
    /// Italian.
    It,
}

// Codes of ISO 639-1.
named! { Lang, "language": En = "en", Es = "es", It = "it" }

/// The rules of a game: a Markdown page in each language.
///
/// A page has the rules, then `<!-- examples -->`, then worked examples, which only the
/// documentation shows. The last section of the rules lists the house rules.
#[derive(Debug, Clone, Copy)]
pub struct RulesText {
    /// The page in English.
    pub en: &'static str,
    /// The page in Spanish.
    pub es: &'static str,
    /// The page in Italian.
    pub it: &'static str,
}

impl RulesText {
    /// Creates rules in English only, shown for every language.
    pub const fn english(text: &'static str) -> RulesText {
        RulesText { en: text, es: text, it: text }
    }

    /// Returns the rules as Markdown, without comments and examples.
    pub fn rules(&self, lang: Lang) -> String {
        let page = match lang {
            Lang::En => self.en,
            Lang::Es => self.es,
            Lang::It => self.it,
        };
        let rules = page.split("<!-- examples -->").next().unwrap_or_default();
        let mut text = String::new();
        for line in rules.lines().filter(|line| !line.starts_with("<!--")) {
            // Removing a comment leaves two empty lines: keep one.
            if !(line.is_empty() && text.ends_with("\n\n")) {
                text.push_str(line);
                text.push('\n');
            }
        }
        text.trim_end().to_string()
    }

    /// Returns the section of the rules that lists the house rules, without its heading.
    pub fn house_rules(&self, lang: Lang) -> String {
        let rules = self.rules(lang);
        let section = rules.rsplit("\n## ").next().unwrap_or_default();
        section.split_once('\n').map_or("", |(_, text)| text).trim_start().to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: RulesText = RulesText {
        en: "# A game\n\n<!-- game: a -->\n\nPlay.\n\n## House rules\n\n- `n`: how many.\n\n<!-- examples -->\n\n## One\n",
        es: "# Un juego\n",
        it: "",
    };

    #[test]
    fn the_rules_end_where_the_examples_begin() {
        assert_eq!(TEXT.rules(Lang::En), "# A game\n\nPlay.\n\n## House rules\n\n- `n`: how many.");
        assert_eq!(TEXT.rules(Lang::Es), "# Un juego");
    }

    #[test]
    fn the_house_rules_are_the_last_section() {
        assert_eq!(TEXT.house_rules(Lang::En), "- `n`: how many.");
    }

    #[test]
    fn a_language_is_written_as_it_is_read() {
        for (code, lang) in [("en", Lang::En), ("es", Lang::Es), ("it", Lang::It)] {
            assert_eq!((lang.to_string().as_str(), code.parse()), (code, Ok(lang)));
        }
        let error = "ita".parse::<Lang>().unwrap_err();
        assert_eq!(error, "no language called \"ita\"; did you mean it?; there are en, es and it");
    }
}
