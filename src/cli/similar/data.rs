//! CSV and JSON output.

use serde::Serialize;
use serde_json::{Value, json};
use std::io;

use super::gather::{Bot, Compared, pairs, range};
use juez_core::plain;
use juez_grading::guarded;
use juez_grading::similarity::{Code, Group, Lines, Passage, Similar};

/// Header of the CSV file.
pub(super) const HEADER: &str =
    "group,alike,same,first,of_first,second,of_second,shared,first_lines,second_lines";

/// Writes the pairs of all groups as CSV. Groups are numbered in the order shown.
pub(super) fn csv(Compared { bots, found, .. }: &Compared, out: impl io::Write) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(HEADER.split(','))?;
    let cell = |text: &str| guarded(&plain(text)).into_owned();
    for (group, pair) in pairs(found) {
        let side = |bot: &Bot, lines: fn(&Passage) -> &Lines| {
            let several = bot.source.files.len() > 1;
            let location = |lines: &Lines| {
                if several { format!("{} {}", lines.file, range(lines)) } else { range(lines) }
            };
            let lines = pair.passages.iter().map(lines).map(location);
            cell(&lines.collect::<Vec<_>>().join(" | "))
        };
        let (one, two) = (&bots[pair.first], &bots[pair.second]);
        writer.write_record([
            (group + 1).to_string(),
            format!("{:.3}", pair.similarity),
            if pair.same { "yes" } else { "no" }.to_string(),
            cell(&one.source.name),
            format!("{:.3}", pair.of_first),
            cell(&two.source.name),
            format!("{:.3}", pair.of_second),
            pair.shared.to_string(),
            side(one, |passage| &passage.first),
            side(two, |passage| &passage.second),
        ])?;
    }
    writer.flush()
}

/// The JSON object. Borrows the pairs, since there can be many.
#[derive(Serialize)]
pub(super) struct SimilarJson<'a> {
    bots: usize,
    min: f64,
    groups: Vec<GroupOut<'a>>,
    common: Vec<Value>,
    handed_out: Vec<Value>,
    short: Vec<BotOut<'a>>,
}

#[derive(Serialize)]
struct BotOut<'a> {
    name: &'a str,
    path: String,
}

#[derive(Serialize)]
struct GroupOut<'a> {
    language: &'a str,
    alike: f64,
    codes: Vec<CodeOut<'a>>,
    pairs: Vec<PairOut<'a>>,
}

#[derive(Serialize)]
struct CodeOut<'a> {
    bots: Vec<BotOut<'a>>,
    tokens: usize,
    own: usize,
}

#[derive(Serialize)]
struct PairOut<'a> {
    alike: f64,
    same: bool,
    link: bool,
    shared: usize,
    first: SideOut<'a>,
    second: SideOut<'a>,
    passages: &'a [Passage],
}

#[derive(Serialize)]
struct SideOut<'a> {
    #[serde(flatten)]
    bot: BotOut<'a>,
    of: f64,
}

impl<'a> SimilarJson<'a> {
    pub fn of(compared: &'a Compared) -> SimilarJson<'a> {
        let Compared { bots, base, found, min } = compared;
        let bot = |number: usize| {
            let bot = &bots[number];
            BotOut { name: &bot.source.name, path: plain(&bot.path.to_string_lossy()) }
        };
        let all = |numbers: &[usize]| numbers.iter().map(|&number| bot(number)).collect::<Vec<_>>();
        let code = |code: &'a Code| CodeOut {
            bots: all(&code.programs),
            tokens: code.tokens,
            own: code.own,
        };
        let pair = |pair: &'a Similar| PairOut {
            alike: rounded(pair.similarity),
            same: pair.same,
            link: pair.link,
            shared: pair.shared,
            first: SideOut { bot: bot(pair.first), of: rounded(pair.of_first) },
            second: SideOut { bot: bot(pair.second), of: rounded(pair.of_second) },
            passages: &pair.passages,
        };
        let group = |group: &'a Group| GroupOut {
            language: bots[group.pairs[0].first].source.language.id,
            alike: rounded(group.pairs[0].similarity),
            codes: group.codes.iter().map(code).collect(),
            pairs: group.pairs.iter().map(pair).collect(),
        };
        let common = found.common.iter().map(|common| {
            json!({
                "tokens": common.tokens,
                "place": { "bot": bot(common.program), "lines": common.lines },
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
        SimilarJson {
            bots: bots.len(),
            min: *min,
            groups: found.groups.iter().map(group).collect(),
            common: common.collect(),
            handed_out: handed_out.collect(),
            short: all(&found.short),
        }
    }
}

fn rounded(share: f64) -> f64 {
    (share * 1000.0).round() / 1000.0
}
