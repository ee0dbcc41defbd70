//! The messages of `juez watch`, for people and for programs.

use serde_json::{Value, json};
use std::fmt::Write;

use super::faults::ReportedFault;
use crate::cli::columns::prose;
use crate::cli::fault_card::wrote;
use crate::cli::text::{BOLD, DIM, RED};
use crate::core::{HookLog, time_of_day};
use crate::registry::Broken;
use crate::script::LintMessage;
use crate::tournament::{Change, Comparison, Parting};

/// Plies at which matches part that are listed.
const MAX_PLIES: usize = 5;
const SCORE_COLUMNS: usize = 15;
/// The indent of a line that belongs to the one with the time.
const INDENT: &str = "          ";

pub(crate) enum Note<'a> {
    /// A bot was saved and plays: the next notes are of this version. With what its lint tells.
    Version {
        bot: &'a str,
        number: u32,
        ms: Option<f64>,
        lint: &'a [LintMessage],
    },
    /// A bot was saved and cannot play.
    Broken {
        bot: &'a str,
        broken: &'a Broken,
        plays_on: Option<u32>,
    },
    /// A bot is not there any more.
    Gone {
        bot: &'a str,
        plays_on: Option<u32>,
    },
    /// A bot is as it was in its last version.
    Back {
        bot: &'a str,
        number: u32,
    },
    /// An opponent is a version of a bot that is not there yet.
    ToCome {
        name: &'a str,
        bot: &'a str,
        number: u32,
    },
    Result(&'a SeriesResult<'a>),
    /// The log of a bot outside of its moves in one match.
    Wrote {
        bot: &'a str,
        logs: &'a [HookLog],
    },
    /// A version was saved over before it had played all of its matches: what it scored in those
    /// that were over.
    CutShort {
        bot: &'a str,
        version: u32,
        against: &'a str,
        score: f64,
        matches: usize,
        of: usize,
    },
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

impl Note<'_> {
    /// As a person reads it, as wide as the terminal, without the last line break.
    pub fn text(&self) -> String {
        prose(&self.lines(), 0).join("\n")
    }

    fn lines(&self) -> String {
        let time = time_of_day();
        match self {
            Note::Version { bot, number, ms, lint } => {
                let ms = ms.map(|ms| format!(", first move {ms:.0} ms after the save"));
                let ms = ms.unwrap_or_default();
                let lint = lint_text(lint);
                format!(
                    "{DIM}{time}{DIM:#}  {BOLD}{bot}{BOLD:#} version {number}{DIM}{ms}{DIM:#}{lint}"
                )
            }
            Note::Broken { bot, broken, plays_on } => {
                let (first, excerpt) = match broken.text.split_once('\n') {
                    Some((first, excerpt)) => (first, format!("\n{excerpt}")),
                    None => (&broken.text[..], String::new()),
                };
                let rest = plays_on_text(*plays_on);
                let line = format!(
                    "{DIM}{time}{DIM:#}  {BOLD}{bot}{BOLD:#} {RED}cannot play:{RED:#} {first}"
                );
                let lines = prose(&line, INDENT.len()).join(&format!("\n{INDENT}"));
                format!("{lines}{excerpt}\n{INDENT}{rest}")
            }
            Note::Gone { bot, plays_on } => {
                let rest = plays_on_text(*plays_on);
                format!("{DIM}{time}{DIM:#}  {BOLD}{bot}{BOLD:#} is not there any more; {rest}")
            }
            Note::Back { bot, number } => {
                format!("{DIM}{time}{DIM:#}  {BOLD}{bot}{BOLD:#} is version {number} again")
            }
            Note::ToCome { name, bot, number } => format!(
                "{DIM}{time}{DIM:#}  {BOLD}{name}{BOLD:#} waits for version {number} of {bot}: it \
                 plays once that is saved"
            ),
            Note::Result(result) => result.text(),
            Note::Wrote { logs, .. } => {
                format!("{INDENT}{}", wrote(logs).join(&format!("\n{INDENT}")))
            }
            Note::CutShort { bot, version, against, score: sum, matches, of } => {
                let so_far = match matches {
                    0 => String::new(),
                    _ => format!(": {}", score(*sum, *matches)),
                };
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
        match self {
            Note::Version { bot, number, ms, lint } => json!({
                "event": "version", "bot": bot, "version": number, "first_move_ms": ms,
                "lint": lint,
            }),
            Note::Broken { bot, broken: Broken { text, file, line }, plays_on } => json!({
                "event": "error", "bot": bot, "error": text, "file": file, "line": line,
                "plays_on": plays_on,
            }),
            Note::Gone { bot, plays_on } => {
                json!({"event": "gone", "bot": bot, "plays_on": plays_on})
            }
            Note::Back { bot, number } => json!({"event": "back", "bot": bot, "version": number}),
            Note::ToCome { name, number, .. } => {
                json!({"event": "to_come", "bot": name, "version": number})
            }
            Note::Result(result) => result.json(),
            Note::Wrote { bot, logs } => json!({"event": "log", "bot": bot, "logs": logs}),
            Note::CutShort { bot, version, against, score, matches, of } => json!({
                "event": "cut_short", "bot": bot, "version": version, "against": against,
                "score": score, "matches": matches, "of": of,
            }),
            Note::Fault(ReportedFault { player, number, fault, log, .. }) => json!({
                "event": "fault", "bot": player, "match": number, "seat": fault.seat,
                "ply": fault.ply, "fault": fault.fault, "log": log,
            }),
        }
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
        let SeriesResult { bot, against, width, matches, .. } = *self;
        let who = if self.named {
            format!("{bot} against {against:<width$}")
        } else {
            format!("{against:<width$}")
        };
        let score = score(self.score, matches);
        let mut text = format!("{INDENT}{who}  {BOLD}{score}{BOLD:#}");
        if let Some(change) = self.change {
            let column = SCORE_COLUMNS.saturating_sub(score.chars().count());
            let _ = write!(text, "{:column$}  {}", "", self.in_words(change));
            if !change.partings.is_empty() {
                let _ =
                    write!(text, "\n{INDENT}{:indent$}  {}", "", parted(change), indent = width);
            }
            for Parting { number, ply, before, after } in
                change.partings.iter().filter(|_| self.verbose)
            {
                let or_end = |mv: &Option<String>| mv.clone().unwrap_or_else(|| "the end".into());
                let (before, after) = (or_end(before), or_end(after));
                let _ = write!(
                    text,
                    "\n{INDENT}{:width$}  {DIM}match {number}: ply {ply} {before} -> {after}{DIM:#}",
                    ""
                );
            }
        }
        if let Some(times) = self.repeated {
            let _ = write!(
                text,
                "\n{INDENT}{:width$}  {DIM}the same {} played {times} times: no bot here uses \
                 chance{DIM:#}",
                "",
                match matches / times {
                    1 => "match was".to_string(),
                    different => format!("{different} matches were"),
                }
            );
        }
        text
    }

    fn in_words(&self, change: &Comparison) -> String {
        let (than, of) = (self.than, change.matches);
        let gain = format!("{:+} of {of} against {than}", change.gain);
        match change.change {
            Change::SameMoves => format!("the same moves in every match as {than}"),
            Change::SameScore => format!("the same score as {than}, by other moves"),
            Change::MaybeLuck if self.repeated.is_some() => {
                format!("{gain}, which are the same matches over and over")
            }
            Change::MaybeLuck => format!("{gain}, could be luck"),
            Change::Better => format!("{gain}, very likely better"),
            Change::Worse => format!("{gain}, very likely worse"),
        }
    }

    fn json(&self) -> Value {
        let change = self.change.map(|change| {
            let verdict = match change.change {
                Change::SameMoves => "same_moves",
                Change::SameScore => "same_score",
                Change::MaybeLuck => "maybe_luck",
                Change::Better => "better",
                Change::Worse => "worse",
            };
            let plies = change.plies();
            let plies: Vec<Value> =
                plies.iter().map(|(ply, count)| json!({"ply": ply, "matches": count})).collect();
            json!({
                "against": self.than, "gain": change.gain, "verdict": verdict,
                "observations": change.observations, "differ": change.partings.len(),
                "first_plies": plies,
            })
        });
        json!({
            "event": "result", "bot": self.bot, "version": self.version, "against": self.against,
            "score": self.score, "matches": self.matches, "change": change,
        })
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
