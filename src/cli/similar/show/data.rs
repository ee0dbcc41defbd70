//! For programs and spreadsheets.

use serde_json::{Value, json};
use std::io;

use super::{pairs, range};
use crate::cli::similar::gather::Bot;
use crate::tournament::class::guarded;
use crate::tournament::class::similarity::{Code, Comparison, Group, Lines, Similar, Source};
use crate::tournament::report::plain;

/// The pairs of all groups for a spreadsheet; groups are numbered as they are shown.
pub(in crate::cli::similar) fn csv(
    bots: &[Bot],
    found: &Comparison,
    out: impl io::Write,
) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    let header = [
        "group",
        "alike",
        "same",
        "first",
        "of_first",
        "second",
        "of_second",
        "shared",
        "first_lines",
        "second_lines",
    ];
    writer.write_record(header)?;
    let group = |pair: &Similar| {
        let has = |group: &Group| group.pairs.iter().any(|other| std::ptr::eq(other, pair));
        found.groups.iter().position(has).map_or(0, |at| at + 1)
    };
    for pair in pairs(found) {
        let side = |bot: &Bot, lines: Vec<&Lines>| {
            let several = bot.source.files.len() > 1;
            let place = |lines: &Lines| match several {
                true => format!("{} {}", lines.file, range(lines)),
                false => range(lines),
            };
            guarded(&plain(&lines.into_iter().map(place).collect::<Vec<_>>().join(" | ")))
                .into_owned()
        };
        let (one, two) = (&bots[pair.first], &bots[pair.second]);
        writer.write_record([
            group(pair).to_string(),
            format!("{:.3}", pair.similarity),
            if pair.same { "yes" } else { "no" }.to_string(),
            guarded(&plain(&one.source.name)).into_owned(),
            format!("{:.3}", pair.of_first),
            guarded(&plain(&two.source.name)).into_owned(),
            format!("{:.3}", pair.of_second),
            pair.shared.to_string(),
            side(one, pair.passages.iter().map(|passage| &passage.first).collect()),
            side(two, pair.passages.iter().map(|passage| &passage.second).collect()),
        ])?;
    }
    writer.flush()
}

/// Everything as one object.
pub(in crate::cli::similar) fn json(
    bots: &[Bot],
    base: &[Source],
    found: &Comparison,
    min: f64,
) -> Value {
    let bot = |number: &usize| {
        let bot = &bots[*number];
        json!({ "name": bot.source.name, "path": bot.path.display().to_string() })
    };
    let all = |numbers: &[usize]| numbers.iter().map(bot).collect::<Vec<_>>();
    let pair = |pair: &Similar| {
        let side = |number: usize, of: f64| {
            let mut side = bot(&number);
            side["of"] = rounded(of).into();
            side
        };
        json!({
            "alike": rounded(pair.similarity),
            "same": pair.same,
            "link": pair.link,
            "shared": pair.shared,
            "first": side(pair.first, pair.of_first),
            "second": side(pair.second, pair.of_second),
            "passages": pair.passages,
        })
    };
    let group = |group: &Group| {
        let code = |code: &Code| json!({ "bots": all(&code.programs), "tokens": code.tokens, "own": code.own });
        json!({
            "language": bots[group.pairs[0].first].source.language.id,
            "alike": rounded(group.pairs[0].similarity),
            "codes": group.codes.iter().map(code).collect::<Vec<_>>(),
            "pairs": group.pairs.iter().map(pair).collect::<Vec<_>>(),
        })
    };
    let common = found.common.iter().map(|common| {
        json!({
            "tokens": common.tokens,
            "place": { "bot": bot(&common.program), "lines": common.lines },
            "bots": all(&common.programs),
            "whole": common.whole,
            "of": common.of,
        })
    });
    let handed_out = found.handed_out.iter().map(|code| {
        json!({
            "base": base[code.base].name,
            "tokens": code.tokens,
            "bots": all(&code.programs),
            "of": code.of,
        })
    });
    json!({
        "bots": bots.len(),
        "min": min,
        "groups": found.groups.iter().map(group).collect::<Vec<_>>(),
        "common": common.collect::<Vec<_>>(),
        "handed_out": handed_out.collect::<Vec<_>>(),
        "short": all(&found.short),
    })
}

fn rounded(share: f64) -> f64 {
    (share * 1000.0).round() / 1000.0
}
