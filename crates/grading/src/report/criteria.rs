//! The verdicts of the criteria: a sentence on what is missing, a sheet for each criterion, and a
//! list for programs.

use serde::ser::{Serialize, SerializeStruct, Serializer};

use super::figure::{capital, short};
use super::sheet::{Cell, Columns, Key, Sheet, text_value};
use super::standing::Standing;
use juez_tournament::Criterion;
use juez_tournament::Results;
use juez_tournament::{Passing, Verdict};

/// The verdict of a criterion on an entrant.
#[derive(Clone, PartialEq, Debug)]
pub struct Judged {
    pub criterion: Criterion,
    pub verdict: Verdict,
}

impl Serialize for Judged {
    /// Writes the criterion as a sentence, true if it is met, and the finding.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Judged { criterion, verdict } = self;
        let is_decided = verdict.decision != Passing::Undecided;
        let mut fields = serializer.serialize_struct("Judged", 3)?;
        fields.serialize_field("criterion", &criterion.to_string())?;
        fields.serialize_field(
            "passed",
            &is_decided.then_some(verdict.decision == Passing::Passed),
        )?;
        fields.serialize_field("found", &verdict.reason)?;
        fields.end()
    }
}

impl Judged {
    /// Returns the verdicts of the criteria that apply to an entrant.
    pub(super) fn all(results: &Results, entrant: u32) -> Vec<Judged> {
        let judge = |criterion: &Criterion| {
            let verdict = criterion.judge(results, entrant)?;
            Some(Judged { criterion: criterion.clone(), verdict })
        };
        results.plan.criteria.iter().filter_map(judge).collect()
    }

    /// Returns a sentence on what is missing to pass; empty if nothing is.
    pub(super) fn missing(&self) -> String {
        let Judged { criterion, verdict } = self;
        let asked = short(criterion.share);
        let (Some(score), opponent) = (verdict.score, &criterion.opponent) else {
            return capital(&verdict.reason) + ".";
        };
        if verdict.decision == Passing::Passed {
            return String::new();
        }
        if verdict.games < criterion.games {
            let more = criterion.games - verdict.games;
            let games = if more == 1 { "game" } else { "games" };
            return format!("{more} more {games} against {opponent} before it can be decided.");
        }
        if verdict.decision == Passing::Undecided && verdict.distinct < verdict.blocks {
            return capital(&verdict.reason) + ".";
        }
        if criterion.confidence.is_none() {
            return format!("The required score is {asked}; it is {}.", short(score));
        }
        let enough = criterion.enough(verdict);
        let about = if enough < 0.995 {
            format!("In this number of games that takes a score of about {:.0} %.", 100.0 * enough)
        } else {
            "That takes more games than these, or nearly all of them won.".to_string()
        };
        format!(
            "The lower end of the interval must reach {asked}; it is at {}. {about}",
            short(verdict.low)
        )
    }
}

type Row<'t> = (&'t Standing, &'t Judged);

/// Returns a sheet for each criterion, with the entrants it applies to.
pub(super) fn sheets(standings: &[Standing]) -> Vec<Sheet> {
    let mut known: Vec<&Criterion> = Vec::new();
    for (_, judged) in all(standings) {
        if !known.contains(&&judged.criterion) {
            known.push(&judged.criterion);
        }
    }
    let sheet = |criterion: &Criterion| {
        let own = all(standings).filter(|(_, judged)| judged.criterion == *criterion);
        columns().sheet(format!("Who {criterion}"), own, "no bot is asked")
    };
    known.into_iter().map(sheet).collect()
}

/// Returns a row for each criterion of each entrant.
pub(super) fn list(standings: &[Standing]) -> Sheet {
    columns().sheet("Criteria", all(standings), "nothing is asked for")
}

fn columns<'t>() -> Columns<'t, Row<'t>> {
    Columns::new()
        .left("name", &["name"], 0, |(row, _): &Row| Cell::text(&row.name))
        .down_to(12)
        .only("criterion", |(_, judged)| text_value(&judged.criterion.to_string()))
        .left("passes", &["passes"], 0, |(_, judged)| Cell::text(judged.verdict.decision.name()))
        .keyed(Key::Passes)
        .left("found", &["found"], 0, |(_, judged)| Cell::text(&judged.verdict.reason))
        .down_to(20)
}

fn all(standings: &[Standing]) -> impl Iterator<Item = Row<'_>> {
    standings.iter().flat_map(|row| row.criteria.iter().map(move |judged| (row, judged)))
}
