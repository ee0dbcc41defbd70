//! A match of built-in bots, from the views of the seats to move.

use anyhow::Context;
use std::collections::BTreeSet;
use std::fmt::Write;

use juez_core::{Next, Observer, Record, Seat, Seed, Team};
use juez_match::registry::{AnyGame, AnyTable, MatchSetup, PlayerSpec};

const SEED: u64 = 1;
/// Limit on the legal moves listed at a decision.
const LISTED: usize = 20;
/// Limit on the moves of the match listed.
const MOVES: usize = 80;

/// Formats the match: a few decisions in full, then the moves and the end.
pub(super) fn text(game: &dyn AnyGame) -> anyhow::Result<String> {
    let (record, names) = play(game)?;
    let mut out = format!(
        "Built-in bots play with seed {SEED}: {}. The first decisions of two seats and one from the middle are shown as the seat \
         sees them.\n",
        names.join(", ")
    );
    let mut table = game.table(&record.options)?;
    let shown = shown(game, &record)?;
    for (ply, mv) in record.moves.iter().enumerate() {
        deal(&mut *table, &record)?;
        if let Some(seat) = table.to_move().filter(|_| shown.contains(&ply)) {
            decision(&mut out, &*table, seat);
            let _ = writeln!(out, "\nIt plays `{mv}`.");
            let log = record.plies.get(ply).and_then(|how| how.log.as_deref());
            for line in log.unwrap_or_default() {
                let _ = writeln!(out, "Its log: {line}");
            }
        }
        table.play_text(mv)?;
    }
    let listed: Vec<&str> = record.moves.iter().take(MOVES).map(String::as_str).collect();
    let of = if record.moves.len() > MOVES { "The first moves" } else { "All moves" };
    let _ = writeln!(out, "\n{of} of {}: `{}`", record.moves.len(), listed.join(" "));
    let end = record.end.context("a match of built-in bots has an end")?;
    let _ = write!(
        out,
        "\nThe end: {}, ranks {:?}, points {:?} in the order of the seats.",
        end.reason, end.ranks, end.points
    );
    Ok(out)
}

/// Plays the match with the two strongest built-in bots in alternate seats. Also returns the names
/// of the players.
fn play(game: &dyn AnyGame) -> anyhow::Result<(Record, Vec<String>)> {
    let bots = game.bots();
    let best: Vec<&str> = bots.iter().rev().map(|bot| bot.name).take(2).collect();
    let sides = game.table(&Default::default())?.teams().into_iter().collect::<BTreeSet<Team>>();
    let names: Vec<&str> = best.iter().copied().cycle().take(sides.len()).collect();
    let players = names.iter().map(|name| PlayerSpec::built_in(name, game));
    let players = players.collect::<Result<Vec<_>, _>>()?;
    let setup = MatchSetup { seed: Some(Seed::from(SEED)), ..MatchSetup::new(players) };
    let record = game.play(&setup, &mut ())?;
    let names = names.iter().enumerate().map(|(side, name)| format!("side {side} is `{name}`"));
    Ok((record, names.collect()))
}

/// Returns the plies of the decisions to show: the first one, the first of another seat, and the
/// one in the middle of the listed moves.
fn shown(game: &dyn AnyGame, record: &Record) -> anyhow::Result<BTreeSet<usize>> {
    let walk = game.legal(record, true);
    let chosen = walk.lines.iter().take(MOVES.min(record.moves.len()));
    let chosen: Vec<_> = chosen.filter(|position| position.legal.len() > 1).collect();
    let first = chosen.first().context("a match of built-in bots has a decision")?;
    let other = chosen.iter().find(|position| position.seat != first.seat);
    let middle = chosen.get(chosen.len() / 2);
    let all = [Some(first), other, middle];
    Ok(all.into_iter().flatten().map(|one| one.ply as usize).collect())
}

/// Plays the recorded deal if a deal is due.
fn deal(table: &mut dyn AnyTable, record: &Record) -> anyhow::Result<()> {
    if table.next() == Next::Deal {
        let deal =
            record.deals.get(table.deal_count() as usize).context("the record has its deals")?;
        table.deal_given(deal)?;
    }
    Ok(())
}

/// Writes a seat's decision: its view as a drawing and as data, and its legal moves.
fn decision(out: &mut String, table: &dyn AnyTable, seat: Seat) {
    let observer = Observer::Seat(seat);
    let view = table.snapshot(observer).view;
    let legal = table.legal();
    let listed: Vec<&str> = legal.iter().take(LISTED).map(String::as_str).collect();
    let _ = write!(
        out,
        "\n### Ply {}: seat {seat} is asked\n\n```text\n{}```\n\n`view:data()` is\n\n```json\n{}\n```\n\n",
        table.ply(),
        table.draw(observer),
        view.as_str()
    );
    let more = match legal.len().saturating_sub(listed.len()) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let _ = writeln!(out, "`view:moves()` has {}{more}.", listed.join(" "));
}
