//! `juez replay --web`.

use anyhow::Context;

use super::{CommandServer, Web, interrupted, serve};
use crate::cli::verdict::Verdict;
use juez_core::{Observer, Record};
use juez_lobby::{EventLog, MatchEvent};
use juez_match::registry::AnyGame;

/// Shows a record, starting after `ply` moves if given.
pub(crate) fn show(
    web: &Web,
    game: &'static dyn AnyGame,
    record: &Record,
    ply: Option<u32>,
) -> anyhow::Result<Verdict> {
    let at = ply.map(|ply| position(game, record, ply)).transpose()?;
    let CommandServer { site, lobby, mut links, owner } = web.open(None)?;
    let id = lobby.show_record(record, &owner)?;
    let at = at.map(|at| format!("#n={at}")).unwrap_or_default();
    links.page(&format!("/m/{id}{at}"))?;
    serve(site, &lobby, interrupted())?;
    Ok(Verdict::Done)
}

/// Returns the index of the position after `ply` moves in the page's list.
fn position(game: &'static dyn AnyGame, record: &Record, ply: u32) -> anyhow::Result<usize> {
    let log = EventLog::of(game, record, Observer::Public, false)?;
    let snapshot = |item: &MatchEvent| match item {
        MatchEvent::Start { snapshot }
        | MatchEvent::Deal { snapshot }
        | MatchEvent::Move { snapshot, .. } => Some(snapshot.ply),
        _ => None,
    };
    let plies: Vec<u32> = log.items.iter().filter_map(snapshot).collect();
    plies.iter().rposition(|&at| at == ply).with_context(|| {
        let last = plies.last().copied().unwrap_or_default();
        format!("no ply {ply}: the record has {last} moves, so choose ply 0 to {last}")
    })
}
