//! A pass criterion, written as a sentence: which opponent to beat, and how clearly.

#[cfg(test)]
mod tests;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// A mean score to reach against an opponent: `beats greedy in 60 % of 40 games, with 95 %
/// confidence`. Parsed from such a sentence and stored by its fields.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(remote = "Self", deny_unknown_fields)]
pub struct Criterion {
    /// The name of the opponent.
    pub opponent: String,
    /// The mean score required, 0 to 1.
    pub share: f64,
    /// Minimum number of matches; 0 for no minimum.
    #[serde(default)]
    pub games: u32,
    /// The confidence required, from 0.5 to below 1; `None` if the score alone decides.
    #[serde(default)]
    pub confidence: Option<f64>,
}

impl Serialize for Criterion {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Criterion::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for Criterion {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Criterion, D::Error> {
        Criterion::deserialize(deserializer)?.checked().map_err(D::Error::custom)
    }
}

/// The example in error messages.
const FORM: &str = "beats greedy in 60 % of 40 games, with 95 % confidence";

/// Text that is not a criterion.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("cannot read criterion {text:?}: {why}; expected such as {FORM:?}")]
pub struct CriterionError {
    pub text: String,
    /// The reason it was rejected.
    pub why: String,
}

impl FromStr for Criterion {
    type Err = CriterionError;

    /// Parses `beats NAME in SHARE % of N games, with C % confidence`; the number of games and the
    /// confidence are optional.
    fn from_str(text: &str) -> Result<Criterion, CriterionError> {
        let read = || {
            let mut rest = Rest(text.trim());
            rest.word("beats").then_some(()).ok_or("it does not begin with \"beats\"")?;
            let (opponent, rest) = part(rest.0).ok_or("it does not say \"in\" how many percent")?;
            if opponent.is_empty() {
                return Err("it names no opponent".to_string());
            }
            of_rest(opponent, Rest(rest))
        };
        let wrong = |why| CriterionError { text: text.to_string(), why };
        read().and_then(Criterion::checked).map_err(wrong)
    }
}

/// Splits at the last ` in ` into the name and the rest.
fn part(text: &str) -> Option<(&str, &str)> {
    let stands_alone = |&(at, word): &(usize, &str)| {
        let (before, after) = (&text[..at], &text[at + word.len()..]);
        (before.is_empty() || before.ends_with(char::is_whitespace))
            && after.starts_with(char::is_whitespace)
    };
    let (at, word) = text.rmatch_indices("in").find(stands_alone)?;
    Some((text[..at].trim(), &text[at + word.len()..]))
}

fn of_rest(opponent: &str, mut rest: Rest<'_>) -> Result<Criterion, String> {
    let share = rest.percentage()?;
    let mut games = 0;
    if rest.word("of") {
        if let Some(number) = rest.number() {
            games = number.parse().map_err(|_| format!("{number} is not a number of games"))?;
            if games == 0 {
                return Err("0 games show nothing".to_string());
            }
        }
        if !["games", "game", "matches", "match"].into_iter().any(|word| rest.word(word)) {
            return Err("it does not say of how many \"games\"".to_string());
        }
    }
    let comma = rest.sign(",");
    let mut confidence = None;
    if rest.word("with") {
        confidence = Some(rest.percentage()?);
        rest.word("confidence").then_some(()).ok_or("it does not say \"confidence\" of what")?;
    } else if comma {
        return Err("nothing follows the comma".to_string());
    }
    match rest.0.trim().trim_end_matches('.') {
        "" => Ok(Criterion { opponent: opponent.to_string(), share, games, confidence }),
        more => Err(format!("{more:?} is too much")),
    }
}

/// The unread rest of a sentence.
struct Rest<'a>(&'a str);

impl<'a> Rest<'a> {
    /// Consumes a word, in any letter case, if it comes next.
    fn word(&mut self, word: &str) -> bool {
        let text = self.0.trim_start();
        let found = text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
            && !text[word.len()..].starts_with(char::is_alphanumeric);
        if found {
            self.0 = &text[word.len()..];
        }
        found
    }

    fn sign(&mut self, sign: &str) -> bool {
        let rest = self.0.trim_start().strip_prefix(sign);
        self.0 = rest.unwrap_or(self.0);
        rest.is_some()
    }

    /// Consumes digits if they come next, with a decimal point or comma if digits follow it.
    fn number(&mut self) -> Option<String> {
        let text = self.0.trim_start();
        let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
        let mut length = digits(text);
        if length > 0 && text[length..].starts_with(['.', ',']) {
            let more = digits(&text[length + 1..]);
            length += if more > 0 { 1 + more } else { 0 };
        }
        let number = text[..length].replace(',', ".");
        self.0 = &text[length..];
        (length > 0).then_some(number)
    }

    /// Parses `60 %` as 0.6.
    fn percentage(&mut self) -> Result<f64, String> {
        let number = self.number().ok_or("a percentage is missing")?;
        if !self.sign("%") && !self.word("percent") {
            return Err(format!("{number} has no %"));
        }
        // Parses to the nearest number, which division by 100 does not always give.
        format!("{number}e-2").parse().map_err(|_| format!("{number} is not a number"))
    }
}

impl Criterion {
    /// Returns the criterion if its figures make sense.
    fn checked(self) -> Result<Criterion, String> {
        if self.opponent.trim().is_empty() {
            return Err("it names no opponent".to_string());
        }
        if !(0.0..=1.0).contains(&self.share) {
            return Err(format!("{} is not a share of the games", percent(self.share)));
        }
        if let Some(confidence) = self.confidence
            && !(0.5..1.0).contains(&confidence)
        {
            let why = "a confidence is from 50 % up to, but not, 100 %";
            return Err(format!("{}: {why}", percent(confidence)));
        }
        Ok(self)
    }
}

impl fmt::Display for Criterion {
    /// Writes the sentence, which parses to the same criterion.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "beats {} in {}", self.opponent, percent(self.share))?;
        if self.games > 0 {
            write!(f, " of {} games", self.games)?;
        }
        match self.confidence {
            Some(confidence) => write!(f, ", with {} confidence", percent(confidence)),
            None => Ok(()),
        }
    }
}

/// Formats a share as `60 %`. Moves the decimal point of its shortest form, because multiplying by
/// 100 can change the number slightly.
pub(crate) fn percent(share: f64) -> String {
    let text = share.to_string();
    let (whole, part) = text.split_once('.').unwrap_or((&text, ""));
    let (moved, rest) = part.split_at(part.len().min(2));
    let digits = format!("{whole}{moved:0<2}");
    let digits = digits.trim_start_matches('0');
    let digits = if digits.is_empty() { "0" } else { digits };
    let point = if rest.is_empty() { "" } else { "." };
    format!("{digits}{point}{rest} %")
}
