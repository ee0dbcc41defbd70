//! The messages of `juez watch`, as text and JSON.

use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use std::fmt::Write;

use super::faults::ReportedFault;
use super::reviews::Answer;
use super::time_of_day;
use crate::cli::columns::prose;
use crate::cli::fault_card::wrote;
use crate::cli::review::Mistake;
use crate::cli::review::text::{code_line, percent};
use crate::cli::text::{BOLD, DIM, RED, counted};
use juez_core::HookLog;
use juez_match::registry::{self, Broken, Reviewed, Version};
use juez_script::LintMessage;
use juez_tournament::{Change, Comparison, Parting};

/// Limit on the diverging plies listed.
const MAX_PLIES: usize = 5;
const SCORE_COLUMNS: usize = 15;
/// Indent of a line below the one with the time.
const INDENT: &str = "          ";

/// A message. Serialized as JSON, so the names of its fields are public.
#[derive(Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub(crate) enum Note<'a> {
    /// A saved bot plays; later notes are about this version. Includes the messages of its lint.
    Version { bot: &'a str, version: u32, first_move_ms: Option<f64>, lint: &'a [LintMessage] },
    /// A bot was saved and cannot play.
    #[serde(rename = "error")]
    Broken {
        bot: &'a str,
        #[serde(flatten)]
        broken: &'a Broken,
        plays_on: Option<u32>,
    },
    /// A bot's file was removed.
    Gone { bot: &'a str, plays_on: Option<u32> },
    /// A bot's file is back, unchanged.
    Back { bot: &'a str, version: u32 },
    /// An opponent is a future version of the bot `of`.
    ToCome {
        bot: &'a str,
        version: u32,
        #[serde(skip)]
        of: &'a str,
    },
    /// A series was played to its end.
    Result(&'a SeriesResult<'a>),
    /// A bot's hook logs in one match.
    #[serde(rename = "log")]
    Wrote { bot: &'a str, logs: &'a [HookLog] },
    /// A version was replaced before it played all of its matches; with its score so far.
    CutShort { bot: &'a str, version: u32, against: &'a str, score: f64, matches: usize, of: usize },
    /// A bot made a fault in a match of a series.
    Fault(&'a ReportedFault),
    /// The worst decisions of a version in the lost matches that were reviewed.
    Worst { bot: &'a str, version: u32, against: &'a str, worst: &'a [Mistake] },
    /// The moves of a version at the worst decisions of version `of`.
    AskedAgain { bot: &'a str, version: u32, against: &'a str, of: u32, answers: &'a [Answer] },
}

pub(crate) struct SeriesResult<'a> {
    /// The bot with this score.
    pub bot: &'a str,
    pub version: u32,
    /// True if other bots are watched too, so that the text needs the name.
    pub named: bool,
    pub against: &'a str,
    /// Width of the widest `against`.
    pub width: usize,
    /// Sum of its scores.
    pub score: f64,
    pub matches: usize,
    /// Number of times the only distinct block was played, if all blocks were equal.
    pub repeated: Option<usize>,
    pub change: Option<&'a Comparison>,
    /// The version compared with, in words.
    pub than: &'a str,
    /// True if each match that differs is listed.
    pub verbose: bool,
}

impl<'a> Note<'a> {
    /// Returns the note on a change of a bot; `plays_on` is the version that keeps playing, if any.
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

    /// Formats the note as text, as wide as the terminal, without the last line break.
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
                format!("{} no longer exists; {}", head(bot), plays_on_text(*plays_on))
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
            Note::Worst { against, worst, .. } => {
                let head = format!("{INDENT}worst decisions against {against}");
                worst.iter().fold(head, |text, mistake| {
                    let Mistake { decision, line, .. } = mistake;
                    let Reviewed { played, best, .. } = decision;
                    let (location, cost) = (mistake.location(), cost(decision.cost));
                    let line = line.as_ref().map(|line| format!(", {}", code_line(line)));
                    let line = line.unwrap_or_default();
                    let rest = format!("{played} costs {cost}, best {best}{line}");
                    format!("{text}\n{INDENT}{DIM}{location}: {rest}{DIM:#}")
                })
            }
            Note::AskedAgain { against, of, answers, .. } => {
                let better = answers.iter().filter(|answer| answer.is_better).count();
                let all = counted(answers.len(), "worst decision", "worst decisions");
                let head = format!(
                    "{INDENT}better at {BOLD}{better}{BOLD:#} of {all} of version {of} against {against}"
                );
                answers.iter().fold(head, |text, answer| {
                    let (location, now) = (answer.mistake.location(), now(answer));
                    format!("{text}\n{INDENT}{DIM}{location}: {now}{DIM:#}")
                })
            }
        }
    }

    /// Returns the note as JSON.
    pub fn json(&self) -> Value {
        serde_json::to_value(self).expect("a note is plain data")
    }
}

/// Formats the messages of a lint, each on its own lines below the one with the time.
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

fn cost(cost: i32) -> String {
    percent(cost.into())
}

/// Formats the move of a version at a decision of an earlier one.
fn now(Answer { mistake, now, now_cost, .. }: &Answer) -> String {
    let decision = &mistake.decision;
    let before = format!("{} cost {}", decision.played, cost(decision.cost));
    match (now, now_cost) {
        (None, _) => format!("a fault; {before}"),
        (Some(now), _) if *now == decision.played => format!("{before}, and is played again"),
        (Some(now), Some(now_cost)) => format!("{now} costs {}; {before}", cost(*now_cost)),
        (Some(now), None) => format!("{now}; {before}"),
    }
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

    /// Describes the effect of a change.
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
    // Tables of four sides give thirds.
    let score = format!("{score:.2}");
    let score = score.trim_end_matches('0').trim_end_matches('.');
    format!("{score}/{matches} ({percent:.0} %)")
}

/// Formats the differing matches, as in `37 of 40 matches differ, first at ply 0 (12), 4 (8), later
/// (17)`.
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
