//! The messages of `juez watch`, for people and for programs.

use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use std::fmt::Write;

use super::faults::ReportedFault;
use crate::cli::columns::prose;
use crate::cli::fault_card::wrote;
use crate::cli::text::{BOLD, DIM, RED};
use crate::core::{HookLog, time_of_day};
use crate::registry::{self, Broken, Version};
use crate::script::LintMessage;
use crate::tournament::{Change, Comparison, Parting};

/// Plies at which matches part that are listed.
const MAX_PLIES: usize = 5;
const SCORE_COLUMNS: usize = 15;
/// The indent of a line that belongs to the one with the time.
const INDENT: &str = "          ";

/// A message. Programs read its fields by their names.
#[derive(Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub(crate) enum Note<'a> {
    /// A bot was saved and plays: the next notes are of this version. With what its lint tells.
    Version { bot: &'a str, version: u32, first_move_ms: Option<f64>, lint: &'a [LintMessage] },
    /// A bot was saved and cannot play.
    #[serde(rename = "error")]
    Broken {
        bot: &'a str,
        #[serde(flatten)]
        broken: &'a Broken,
        plays_on: Option<u32>,
    },
    /// A bot is not there any more.
    Gone { bot: &'a str, plays_on: Option<u32> },
    /// A bot is as it was in its last version.
    Back { bot: &'a str, version: u32 },
    /// An opponent is a version of the bot `of` that is not there yet.
    ToCome {
        bot: &'a str,
        version: u32,
        #[serde(skip)]
        of: &'a str,
    },
    /// A series was played to its end.
    Result(&'a SeriesResult<'a>),
    /// The log of a bot outside of its moves in one match.
    #[serde(rename = "log")]
    Wrote { bot: &'a str, logs: &'a [HookLog] },
    /// A version was saved over before it had played all of its matches: what it scored in those
    /// that were over.
    CutShort { bot: &'a str, version: u32, against: &'a str, score: f64, matches: usize, of: usize },
    /// A bot has offended in a match of a series.
    Fault(&'a ReportedFault),
}

/// The result of a series.
pub(crate) struct SeriesResult<'a> {
    /// The bot whose score it is.
    pub bot: &'a str,
    pub version: u32,
    /// True if other bots are watched beside it, so that its name must be said.
    pub named: bool,
    pub against: &'a str,
    /// Columns of the widest of those.
    pub width: usize,
    /// The sum of its scores.
    pub score: f64,
    pub matches: usize,
    /// The number of times the same block of matches was played, if there was no other.
    pub repeated: Option<usize>,
    pub change: Option<&'a Comparison>,
    /// Against which version that is, in words.
    pub than: &'a str,
    /// True if each match that differs is listed.
    pub verbose: bool,
}

impl<'a> Note<'a> {
    /// The note of a change of a bot; `plays_on`: the version that plays, if one does.
    pub fn of(bot: &'a str, change: &'a registry::Change, plays_on: Option<u32>) -> Note<'a> {
        match change {
            registry::Change::Version(Version { number: version, lint, .. }) => {
                Note::Version { bot, version: *version, first_move_ms: None, lint }
            }
            registry::Change::Broken(broken) => Note::Broken { bot, broken, plays_on },
            registry::Change::Gone => Note::Gone { bot, plays_on },
            registry::Change::Back { number } => Note::Back { bot, version: *number },
        }
    }

    /// As a person reads it, as wide as the terminal, without the last line break.
    pub fn text(&self) -> String {
        prose(&self.lines(), 0).join("\n")
    }

    fn lines(&self) -> String {
        let head = |bot: &str| format!("{DIM}{}{DIM:#}  {BOLD}{bot}{BOLD:#}", time_of_day());
        match self {
            Note::Version { bot, version, first_move_ms, lint } => {
                let ms = first_move_ms.map(|ms| format!(", first move {ms:.0} ms after the save"));
                let (head, ms, lint) = (head(bot), ms.unwrap_or_default(), lint_text(lint));
                format!("{head} version {version}{DIM}{ms}{DIM:#}{lint}")
            }
            Note::Broken { bot, broken: Broken { text: error, .. }, plays_on } => {
                let (first, excerpt) = error.split_at(error.find('\n').unwrap_or(error.len()));
                let line = format!("{} {RED}cannot play:{RED:#} {first}", head(bot));
                let lines = prose(&line, INDENT.len()).join(&format!("\n{INDENT}"));
                format!("{lines}{excerpt}\n{INDENT}{}", plays_on_text(*plays_on))
            }
            Note::Gone { bot, plays_on } => {
                format!("{} is not there any more; {}", head(bot), plays_on_text(*plays_on))
            }
            Note::Back { bot, version } => format!("{} is version {version} again", head(bot)),
            Note::ToCome { bot, version, of } => format!(
                "{} waits for version {version} of {of}: it plays once that is saved",
                head(bot)
            ),
            Note::Result(result) => result.text(),
            Note::Wrote { logs, .. } => {
                format!("{INDENT}{}", wrote(logs).join(&format!("\n{INDENT}")))
            }
            Note::CutShort { bot, version, against, score: sum, matches, of } => {
                let so_far = score(*sum, *matches);
                let so_far = if *matches == 0 { String::new() } else { format!(": {so_far}") };
                format!(
                    "{INDENT}{DIM}version {version} of {bot} was saved over after {matches} of {of} \
                     matches against {against}{so_far}{DIM:#}"
                )
            }
            Note::Fault(reported) => format!("\n{}\n", reported.card),
        }
    }

    /// As a program reads it: one line of JSON.
    pub fn json(&self) -> Value {
        serde_json::to_value(self).expect("a note is plain data")
    }
}

/// The messages of a lint, each on lines of its own below the one with the time.
pub(super) fn lint_text(lint: &[LintMessage]) -> String {
    let mut text = String::new();
    for message in lint {
        for (i, line) in prose(&message.to_string(), INDENT.len() + 8).iter().enumerate() {
            let label = if i == 0 { "warning" } else { "" };
            let _ = write!(text, "\n{INDENT}{BOLD}{label:<7}{BOLD:#} {line}");
        }
    }
    text
}

fn plays_on_text(version: Option<u32>) -> String {
    match version {
        Some(number) => format!("version {number} plays on"),
        None => "the match begins when it can be played".to_string(),
    }
}

impl SeriesResult<'_> {
    fn text(&self) -> String {
        let SeriesResult { against, width, matches, .. } = *self;
        let bot = if self.named { format!("{} against ", self.bot) } else { String::new() };
        let score = score(self.score, matches);
        let mut text = format!("{INDENT}{bot}{against:<width$}  {BOLD}{score}{BOLD:#}");
        let below = format!("\n{INDENT}{:width$}  ", "");
        if let Some(change) = self.change {
            let column = SCORE_COLUMNS.saturating_sub(score.chars().count());
            let _ = write!(text, "{:column$}  {}", "", self.verdict(change));
            if !change.partings.is_empty() {
                text += &format!("{below}{}", parted(change));
            }
            for Parting { number, ply, before, after } in
                change.partings.iter().filter(|_| self.verbose)
            {
                let or_end = |mv: &Option<String>| mv.clone().unwrap_or_else(|| "the end".into());
                let (before, after) = (or_end(before), or_end(after));
                text +=
                    &format!("{below}{DIM}match {number}: ply {ply} {before} -> {after}{DIM:#}");
            }
        }
        if let Some(times) = self.repeated {
            let same = match matches / times {
                1 => "match was".to_string(),
                different => format!("{different} matches were"),
            };
            text += &format!(
                "{below}{DIM}the same {same} played {times} times: no bot here uses chance{DIM:#}"
            );
        }
        text
    }

    /// The verdict on a change, in words.
    fn verdict(&self, change: &Comparison) -> String {
        let than = self.than;
        let gain = |what| format!("{:+} of {} against {than}, {what}", change.gain, change.matches);
        match change.change {
            Change::SameMoves => format!("the same moves in every match as {than}"),
            Change::SameScore => format!("the same score as {than}, by other moves"),
            Change::MaybeLuck if self.repeated.is_some() => {
                gain("which are the same matches over and over")
            }
            Change::MaybeLuck => gain("could be luck"),
            Change::Better => gain("very likely better"),
            Change::Worse => gain("very likely worse"),
        }
    }
}

impl Serialize for SeriesResult<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let ply = |(ply, count): (&usize, &usize)| json!({"ply": ply, "matches": count});
        let change = self.change.map(|change| {
            json!({
                "against": self.than, "gain": change.gain, "verdict": change.change,
                "observations": change.observations, "differ": change.partings.len(),
                "first_plies": change.plies().iter().map(ply).collect::<Vec<_>>(),
            })
        });
        let result = json!({
            "bot": self.bot, "version": self.version, "against": self.against,
            "score": self.score, "matches": self.matches, "change": change,
        });
        result.serialize(serializer)
    }
}

pub(super) fn score(score: f64, matches: usize) -> String {
    let percent = 100.0 * score / matches.max(1) as f64;
    // Thirds come from tables of four sides.
    let score = format!("{score:.2}");
    let score = score.trim_end_matches('0').trim_end_matches('.');
    format!("{score}/{matches} ({percent:.0} %)")
}

/// `37 of 40 matches differ, first at ply 0 (12), 4 (8), later (17)`.
fn parted(change: &Comparison) -> String {
    let plies = change.plies();
    let listed = plies.iter().take(MAX_PLIES).map(|(ply, count)| format!("{ply} ({count})"));
    let mut listed: Vec<String> = listed.collect();
    let later: usize = plies.values().skip(MAX_PLIES).sum();
    if later > 0 {
        listed.push(format!("later ({later})"));
    }
    let (differ, all) = (change.partings.len(), change.matches);
    format!("{DIM}{differ} of {all} matches differ, first at ply {}{DIM:#}", listed.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_shows_halves_and_thirds_and_no_more() {
        assert_eq!(score(27.0, 40), "27/40 (68 %)");
        assert_eq!(score(27.5, 40), "27.5/40 (69 %)");
        assert_eq!(score(10.0, 10), "10/10 (100 %)");
        assert_eq!(score(1.0 / 3.0, 1), "0.33/1 (33 %)");
        assert_eq!(score(0.0, 10), "0/10 (0 %)");
    }
}
