//! Ratings over time as sheets.

use crate::tournament::report::figure::{percent, signed};
use crate::tournament::report::history::{History, Measure};
use crate::tournament::report::sheet::{Cell, Columns, Sheet, text_value};
use crate::tournament::report::tables::Tables;

/// Points that are shown to people as columns.
const SHOWN_POINTS: usize = 8;

pub(crate) fn value(measure: Measure, value: f64) -> String {
    match measure {
        Measure::Elo => signed(value),
        Measure::Score => percent(value),
    }
}

/// The points of the schedule that people are shown.
pub(crate) fn few_points(history: &History) -> Vec<usize> {
    let all = history.at.len();
    let few = all.min(SHOWN_POINTS);
    (1..=few).map(|point| point * all / few - 1).collect()
}

/// A few points of the schedule as columns.
pub(crate) fn few(tables: &Tables) -> Sheet {
    let History { measure, at, names, values } = &tables.history;
    let mut columns = Columns::<(&String, &Vec<Option<f64>>)>::new()
        .left("name", &[], 0, |(name, _)| Cell::shown(*name))
        .down_to(12);
    let points = few_points(&tables.history);
    // The last points are the last to go.
    for (&point, weight) in points.iter().zip((0..=SHOWN_POINTS as u8).rev()) {
        columns = columns.right(&at[point].to_string(), &[], weight, move |(_, values)| {
            Cell::shown(values[point].map(|known| value(*measure, known)).unwrap_or_default())
        });
    }
    let what = match measure {
        Measure::Elo => "Elo after so many matches.",
        Measure::Score => "Mean score in % after so many matches.",
    };
    let rows = names.iter().zip(values).filter(|_| !points.is_empty());
    let sheet = columns.sheet("Over time", rows, "nothing played yet");
    Sheet { notes: vec![what.to_string()], ..sheet }
}

/// Every point of every entrant in a row of its own.
pub(super) fn list(tables: &Tables) -> Sheet {
    let History { measure, at, names, values } = &tables.history;
    let key = match measure {
        Measure::Elo => "elo",
        Measure::Score => "score",
    };
    let rows = at.iter().enumerate().flat_map(|(point, at)| {
        let known = names.iter().zip(values);
        known.filter_map(move |(name, values)| Some((at, name, values[point]?)))
    });
    Columns::<(&u32, &String, f64)>::new()
        .only("matches", |(at, ..)| at.to_string())
        .only("name", |(_, name, _)| text_value(name))
        .only(key, |(.., known)| known.to_string())
        .sheet("Over time", rows, "")
}
