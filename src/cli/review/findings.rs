//! The result of a reviewed series, as text and JSON.

use serde_json::{Value, json};
use std::fmt::Write;
use std::path::Path;

use super::losses::Losses;
use super::mistakes::{Mistake, ReviewedLoss};
use super::text::{code_line, costly, percent};
use crate::cli::again::{quoted, typed};
use crate::cli::columns;
use crate::cli::text::{BOLD, DIM, counted};
use juez_core::Seed;
use juez_match::registry::FoundPattern;
use juez_tournament::Series;

pub(super) struct Findings<'a> {
    pub game: &'static str,
    pub series: &'a Series,
    /// The seed, and whether it was drawn for this series.
    pub seed: (Seed, bool),
    pub losses: &'a Losses,
    pub reviewed: &'a [ReviewedLoss],
    /// The reviewer; `None` if no loss can be reviewed.
    pub reviewer: Option<String>,
    pub patterns: &'a [FoundPattern<'a>],
    /// The most expensive decision of each pattern.
    pub examples: &'a [Mistake],
    pub worst: &'a [Mistake],
    /// The bot as typed.
    pub bot: String,
    /// The file of cases.
    pub cases: Option<&'a Path>,
    pub is_complete: bool,
}

impl Findings<'_> {
    pub fn text(&self) -> String {
        let Findings { game, losses, reviewed, .. } = self;
        let Losses { matches, lost, by_fault, .. } = losses;
        let (bot, against) = self.players();
        let mut text = format!("{BOLD}{bot}{BOLD:#} against {BOLD}{against}{BOLD:#} at {game}\n\n");
        let fault = match by_fault {
            0 => String::new(),
            _ => format!(", {by_fault} by a fault: juez check {}", quoted(&self.bot)),
        };
        let _ = writeln!(text, "matches   {matches}, {lost} lost{fault}");
        if let Some(reviewer) = &self.reviewer {
            let number = reviewed.len();
            let _ = writeln!(text, "reviewed  {number} lost, {DIM}by {reviewer}{DIM:#}");
            let (decisions, cost) = self.decisions_and_cost();
            let mean = percent(f64::from(cost) / f64::from(decisions.max(1)));
            let _ = writeln!(text, "cost      {mean} a decision, mean of {decisions}");
        }
        for (pattern, example) in self.patterns.iter().zip(self.examples) {
            text += &self.pattern(pattern, example);
        }
        if self.patterns.is_empty() && !reviewed.is_empty() {
            text += "\nno pattern: no kind of mistake occurs in half of these matches, in three at least\n";
        }
        if !self.worst.is_empty() {
            text += &format!("\n{BOLD}the decisions that cost most{BOLD:#}\n");
        }
        for mistake in self.worst {
            let Mistake { decision, line, .. } = mistake;
            text += &costly(&mistake.location(), decision, bot, line.as_ref());
        }
        text + self.last_lines().as_str()
    }

    fn pattern(&self, found: &FoundPattern<'_>, example: &Mistake) -> String {
        let FoundPattern { info, decisions, matches, first, .. } = found;
        let all = counted(self.reviewed.len(), "loss", "losses");
        let mut text =
            format!("\n{BOLD}{}{BOLD:#}: the first mistake in {first} of {all}\n", info.name);
        let decision = &example.decision;
        let line = example.line.as_ref().map(|line| format!(", {}", code_line(line)));
        let facts = [
            format!(
                "{} in {}, {:.1} % of the points that mistakes cost, {} each",
                counted(decisions, "decision", "decisions"),
                counted(matches, "loss", "losses"),
                100.0 * found.share(),
                percent(found.mean_cost()),
            ),
            info.advice.to_string(),
            format!(
                "{}: {} costs {}, best {}{}",
                example.location(),
                decision.played,
                percent(decision.cost.into()),
                decision.best,
                line.unwrap_or_default()
            ),
        ];
        for line in facts.iter().flat_map(|fact| columns::prose(fact, 8)) {
            let _ = writeln!(text, "        {line}");
        }
        text
    }

    /// Formats the commands that follow, and the seed.
    fn last_lines(&self) -> String {
        let (seed, is_drawn) = self.seed;
        let mut text = String::new();
        match self.cases {
            Some(path) if path.exists() => {
                let path = quoted(&path.to_string_lossy());
                let _ = writeln!(text, "\njuez test {} {path}", quoted(&self.bot));
            }
            _ if self.worst.is_empty() || self.cases.is_some() => {}
            _ => {
                let seed = if is_drawn { format!(" --seed {seed}") } else { String::new() };
                let _ = writeln!(
                    text,
                    "\n{DIM}as cases for juez test:{DIM:#}\n{}{seed} --cases worst.jsonl",
                    typed()
                );
            }
        }
        if !self.is_complete {
            let _ = writeln!(text, "{DIM}interrupted{DIM:#}");
        }
        if is_drawn {
            let _ = writeln!(text, "\nseed {seed}");
        }
        text
    }

    pub fn json(&self) -> Value {
        let (bot, against) = self.players();
        let Losses { matches, lost, by_fault, .. } = self.losses;
        let (decisions, cost) = self.decisions_and_cost();
        let pattern = |(found, example): (&FoundPattern<'_>, &Mistake)| {
            let FoundPattern { info, decisions, matches, first, cost, .. } = found;
            json!({
                "name": info.name, "advice": info.advice, "decisions": decisions,
                "matches": matches, "first": first, "cost": cost, "share": found.share(),
                "mean_cost": found.mean_cost(), "example": example,
            })
        };
        json!({
            "game": self.game, "bot": bot, "against": against, "seed": self.seed.0,
            "matches": matches, "lost": lost, "by_fault": by_fault,
            "reviewed": self.reviewed.len(), "reviewer": self.reviewer,
            "decisions": decisions, "cost": cost,
            "patterns": self.patterns.iter().zip(self.examples).map(pattern).collect::<Vec<_>>(),
            "worst": self.worst,
            "complete": self.is_complete,
        })
    }

    /// Returns the name of the bot, and the names of its opponents.
    fn players(&self) -> (&str, String) {
        let names: Vec<&str> =
            self.series.players().iter().map(|player| player.name.as_str()).collect();
        (names[0], names[1..].join(", "))
    }

    /// Returns the number of reviewed decisions, and their cost.
    fn decisions_and_cost(&self) -> (u32, i32) {
        let all = self.reviewed.iter().flat_map(|(_, decisions)| decisions);
        all.fold((0, 0), |(number, cost), decision| (number + 1, cost + decision.cost))
    }
}
