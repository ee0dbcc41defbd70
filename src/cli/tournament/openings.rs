//! Files of opening positions.

use anyhow::{anyhow, bail};
use serde_json::{Map, Value};
use std::path::Path;

use crate::cli::reader::lines;
use juez_core::Record;
use juez_match::registry::AnyGame;
use juez_tournament::{Opening, OpeningError, Openings, Plan, distinct_openings};

/// Limit on the bytes of positions read.
const MAX_BYTES: usize = 64 << 20;

/// Reads the positions of a file: records without an end, of this game with these options.
///
/// # Errors
/// The first line that is not such a position.
pub(super) fn read(
    path: &Path,
    game: &'static dyn AnyGame,
    options: &Map<String, Value>,
) -> anyhow::Result<Openings> {
    let (mut positions, mut bytes) = (Vec::new(), 0);
    for line in lines(path)? {
        let line = line?;
        bytes += line.bytes;
        if bytes > MAX_BYTES {
            bail!("{} holds more than {} MiB of positions", path.display(), MAX_BYTES >> 20);
        }
        let position = line.record.and_then(|(record, of)| position(record, of, game, options));
        let wrong = |error| anyhow!("{}:{}: {error:#}", path.display(), line.line);
        positions.push(position.map_err(wrong)?);
    }
    if positions.is_empty() {
        bail!("{} holds no position: expected records without an end, one a line", path.display());
    }
    Ok(Openings::Positions(positions))
}

/// Limit on the blocks compared; more would be slow and change nothing.
const MAX_COMPARED_BLOCKS: u32 = 2000;

/// Returns a warning if a plan of `blocks` blocks repeats openings, with a suggestion; `None` if
/// nine of ten differ.
pub(super) fn repeats(
    game: &'static dyn AnyGame,
    plan: &Plan,
    blocks: u32,
) -> Result<Option<String>, OpeningError> {
    let all = blocks;
    let blocks = all.min(MAX_COMPARED_BLOCKS);
    let of = |openings: &Openings| distinct_openings(game, plan, openings, blocks);
    let is_enough = |distinct| 10 * distinct >= 9 * blocks;
    let distinct = of(&plan.openings)?;
    if is_enough(distinct) {
        return Ok(None);
    }
    let (made, plies) = match &plan.openings {
        Openings::None => ("begin alike".to_string(), 1),
        Openings::Random { plies } => {
            (format!("have {distinct} different openings by random:{plies}"), plies + 1)
        }
        Openings::Positions(_) => (format!("have {distinct} different openings"), 2),
    };
    let mut more = String::new();
    for plies in plies..plies + 4 {
        let made = of(&Openings::Random { plies })?;
        more = format!("--openings random:{plies} makes {made}");
        if is_enough(made) {
            break;
        }
    }
    let of = if all > blocks { format!("first {blocks} of {all}") } else { blocks.to_string() };
    Ok(Some(format!(
        "note: the {of} blocks of a pairing {made}; bots without chance repeat themselves in the \
         others, which counts for nothing: {more}"
    )))
}

fn position(
    record: Record,
    of: &'static dyn AnyGame,
    game: &'static dyn AnyGame,
    options: &Map<String, Value>,
) -> anyhow::Result<Opening> {
    if of.info().id != game.info().id {
        bail!("a position of {}, not of {}", of.info().id, game.info().id);
    }
    let own = game.options(&game.info().with_seats(&record.options, record.players.len()))?;
    if let Some((name, value)) = options.iter().find(|(name, value)| own.get(*name) != Some(value))
    {
        let other = own.get(name).map_or("nothing".to_string(), Value::to_string);
        bail!("a position with {name}={other}, and this tournament has {name}={value}");
    }
    game.check_position(&record)?;
    let walk = game.legal(&record, false);
    if walk.lines.last().is_none_or(|line| line.legal.is_empty()) {
        bail!("the match is over there: no seat is to move");
    }
    Ok(Opening { moves: record.moves })
}

#[cfg(test)]
mod tests {
    use super::*;
    use juez_match::registry::game;
    use std::fs;

    fn read_text(text: &str) -> anyhow::Result<Openings> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("book.jsonl");
        fs::write(&path, text)?;
        let quoridor = game("quoridor")?;
        read(&path, quoridor, &quoridor.options(&Map::new())?)
    }

    fn refused(line: &str) -> String {
        let text = format!("{GOOD}\n{line}\n");
        let reported = format!("{:#}", read_text(&text).expect_err("refused"));
        let (_, reported) =
            reported.split_once("book.jsonl:2: ").unwrap_or_else(|| panic!("{reported}"));
        reported.to_string()
    }

    const GOOD: &str = r#"{"format":"juez/1","game":"quoridor","moves":["e2","e8"]}"#;

    #[test]
    fn positions_stand_one_a_line() {
        let other =
            r#"{"format":"juez/1","game":"quoridor","options":{"seats":2},"moves":["e2h"]}"#;
        let Openings::Positions(list) = read_text(&format!("{GOOD}\n\n{other}\n")).expect("read")
        else {
            panic!("positions")
        };
        let moves: Vec<_> = list.iter().map(|position| position.moves.join(" ")).collect();
        assert_eq!(moves, ["e2 e8", "e2h"]);
    }

    #[test]
    fn a_line_that_is_no_position_of_the_tournament_is_refused_with_its_number() {
        let of = |game: &str, rest: &str| {
            refused(&format!("{{\"format\":\"juez/1\",\"game\":\"{game}\",{rest}}}"))
        };
        assert_eq!(of("durak", "\"moves\":[]"), "a position of durak, not of quoridor");
        assert_eq!(
            of("quoridor", "\"options\":{\"walls\":3},\"moves\":[]"),
            "a position with walls=3, and this tournament has walls=10"
        );
        let reported = of("quoridor", "\"moves\":[\"e2\",\"e5\"]");
        assert!(reported.starts_with("ply 1: "), "{reported}");
        assert!(refused("hello").starts_with("not a record: "));
    }

    #[test]
    fn a_finished_match_is_no_opening() {
        let moves = "e2 d9 e3 c9 e4 d9 e5 c9 e6 d9 e7 c9 e8 d9 e9".split(' ').collect::<Vec<_>>();
        let over = serde_json::json!({"format": "juez/1", "game": "quoridor", "moves": moves});
        assert_eq!(refused(&over.to_string()), "the match is over there: no seat is to move");
    }

    #[test]
    fn a_file_without_a_position_is_refused() {
        let reported = format!("{:#}", read_text("\n\n").expect_err("refused"));
        assert!(
            reported.ends_with("holds no position: expected records without an end, one a line")
        );
    }
}
