//! The standings as a sheet.

use super::criteria::Judged;
use super::figure::{count, grouped, likelihood, percent, percent_within, points, rating_within};
use super::sheet::{Cell, Columns, Key, Sheet, number_value, text_value};
use super::standing::Standing;
use super::tables::Tables;

/// Marks an entrant that is [`CLOSE_TO`] another.
pub(super) const CLOSE: &str = "≈";
/// The meaning of the mark.
pub(super) const CLOSE_TO: &str = "not yet distinguishable from the one above";

/// Returns the standings with their notes.
pub(super) fn sheet(tables: &Tables) -> Sheet {
    let sheet = columns(tables).sheet("Standings", &tables.standings, "no entrants yet");
    Sheet { notes: notes(tables).into_iter().chain(listed(tables)).collect(), ..sheet }
}

/// Returns the columns. Columns for some formats only are empty in others.
pub(super) fn columns<'t>(tables: &Tables) -> Columns<'t, Standing> {
    let rating = |rating| Cell::figure(rating, rating_within);
    let mut columns = Columns::<Standing>::new()
        .right("#", &["place"], 0, place)
        .keyed(Key::Place)
        .left("name", &["name"], 0, |row| Cell::text(&row.name))
        .keyed(Key::Name)
        .down_to(12)
        .right("points", &["points"], 1, |row| Cell::of(points(row.points), [row.points]))
        .keyed(Key::Points)
        .right("score %", &["score", "score_low", "score_high"], 3, |row| {
            Cell::figure(row.score, percent_within)
        })
        .keyed(Key::Score)
        .right("Elo", &["elo", "elo_low", "elo_high"], 4, move |row| rating(row.elo))
        .keyed(Key::Elo)
        .left("passes", &["passes"], 1, |row| row.verdict().map_or(Cell::none(1), Cell::text))
        .keyed(Key::Passes)
        .right("Buchholz", &["buchholz"], 2, |row| Cell::maybe(row.buchholz, percent));
    columns = if tables.two_sides {
        columns
            .right("W-D-L", &["wins", "draws", "losses"], 6, |row| Cell::counts(row.won_drawn_lost))
            .keyed(Key::WonDrawnLost)
    } else {
        columns
            .right("mean rank", &["mean_rank"], 5, |row| {
                Cell::maybe(row.mean_rank, |rank| format!("{rank:.2}"))
            })
            .right("firsts", &["firsts"], 6, |row| Cell::maybe(row.firsts.map(u64::from), grouped))
    };
    columns = columns
        .right("LOS", &["los"], 5, |row| Cell::maybe(row.los, likelihood))
        .keyed(Key::Superiority)
        .right("matches", &["matches"], 8, |row| Cell::whole(row.matches))
        .right("faults", &["faults"], 7, |row| Cell::whole(row.faults))
        .keyed(Key::Faults)
        .left("state", &[], 2, |row| Cell::shown(state(row)))
        .keyed(Key::State)
        .left("student", &["student"], 9, |row| {
            row.student.as_ref().map_or(Cell::none(1), Cell::text)
        })
        .down_to(10)
        .right("nElo", &["nelo", "nelo_low", "nelo_high"], 10, move |row| rating(row.nelo))
        .right("draws %", &["draws_share"], 11, |row| Cell::maybe(row.draws, percent))
        .right(
            "pairs 0-½-1-1½-2",
            &["pair_0", "pair_1", "pair_2", "pair_3", "pair_4"],
            12,
            |row| Cell::counts(row.pairs.filter(|pairs| pairs.iter().any(|&n| n > 0))),
        )
        .left("version", &["version"], 13, |row| Cell::text(&row.version))
        .down_to(12)
        .only("blocks", |row| row.blocks.to_string())
        .only("distinct_blocks", |row| row.distinct_blocks.to_string())
        .only("walkovers", |row| row.walkovers.to_string())
        .only("byes", |row| row.byes.to_string())
        .only("benched_after", |row| number_value(row.benched_after))
        .only("error", |row| row.error.as_deref().map(text_value).unwrap_or_default())
        .only("close_to_the_one_above", |row| u8::from(row.close).to_string())
        .only("path", |row| text_value(&row.path));
    // For programs, one column for each criterion; for people, a single column.
    let criteria = tables.standings.iter().map(|row| row.criteria.len()).max().unwrap_or(0);
    for at in 0..criteria {
        let of = move |row: &Standing, text: fn(&Judged) -> String| {
            row.criteria.get(at).map(|judged| text_value(&text(judged))).unwrap_or_default()
        };
        let key = format!("criterion_{}", at + 1);
        columns = columns
            .only(&key, move |row| of(row, |judged| judged.criterion.to_string()))
            .only(&format!("{key}_passes"), move |row| {
                of(row, |judged| judged.verdict.decision.to_string())
            })
            .only(&format!("{key}_found"), move |row| {
                of(row, |judged| judged.verdict.reason.clone())
            });
    }
    columns
}

fn place(row: &Standing) -> Cell {
    let place = row.shown_place();
    let text = if row.close { format!("{CLOSE} {place}") } else { place };
    Cell::of(text, [number_value(row.place)])
}

/// Returns the state of an entrant in a word or two.
fn state(row: &Standing) -> String {
    if row.error.is_some() {
        "cannot play".to_string()
    } else if row.benched_after.is_some() {
        "benched".to_string()
    } else if row.byes > 0 {
        count(row.byes.into(), "bye", "byes")
    } else {
        String::new()
    }
}

pub(super) fn remark(row: &Standing) -> String {
    // Later lines of an error show the position in the source.
    let reason = |error: &String| error.lines().next().unwrap_or_default().to_string();
    let error = row.error.as_ref().map(|error| format!("cannot play: {}", reason(error)));
    let benched = row.benched_after.map(|after| format!("benched after match {after}"));
    // Other entrants have walkovers whenever one is benched.
    let is_out = benched.is_some() && row.walkovers > 0;
    let walkovers = is_out.then(|| count(row.walkovers.into(), "walkover", "walkovers"));
    let byes = (row.byes > 0).then(|| count(row.byes.into(), "bye", "byes"));
    let words: Vec<String> = [error, benched, walkovers, byes].into_iter().flatten().collect();
    words.join(", ")
}

/// Lists the entrants that have dropped out, with the reason.
fn listed<'t>(tables: &'t Tables<'_>) -> impl Iterator<Item = String> + 't {
    let out = |row: &&Standing| row.error.is_some() || row.benched_after.is_some();
    tables.standings.iter().filter(out).map(|row| format!("{}: {}.", row.name, remark(row)))
}

/// Returns a note on repeated blocks.
fn repeated(tables: &Tables) -> Option<String> {
    let row = tables
        .standings
        .iter()
        .filter(|row| row.distinct_blocks < row.blocks)
        .min_by_key(|row| row.distinct_blocks)?;
    let blocks = count(row.blocks.into(), "block", "blocks");
    Some(format!(
        "{} distinct of {blocks} of {}: the others repeat them move for move and add no evidence.",
        row.distinct_blocks, row.name
    ))
}

/// Returns the notes below the standings.
pub(super) fn notes(tables: &Tables) -> Vec<String> {
    let mut notes = Vec::new();
    if tables.standings.iter().any(|row| row.close) {
        notes.push(format!("{CLOSE} {CLOSE_TO}: likelihood of superiority (LOS) below 95 %."));
    }
    notes.extend(repeated(tables));
    if let Some(model) = &tables.model {
        let prior = if model.prior {
            " A bot has won or lost everything: a prior keeps the ratings finite."
        } else {
            ""
        };
        notes.push(format!(
            "Intervals hold 95 %. Elo by {}, mean of the field 0; its intervals: {}.{prior}",
            model.name, model.intervals
        ));
    }
    if tables.by_rounds {
        notes.push("Places by the round reached.".to_string());
    }
    notes
}
