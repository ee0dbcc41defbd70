//! `juez replay --web`.

use anyhow::{anyhow, bail};

use super::{Guest, Web, interrupted, serve};
use crate::cli::Verdict;
use crate::core::Record;
use crate::registry::{AnyGame, Eyes};
use crate::server::{Film, Item};

/// Shows a record, from after `ply` moves if that is given.
pub(in crate::cli) fn show(
    web: &Web,
    game: &'static dyn AnyGame,
    record: &Record,
    ply: Option<u32>,
) -> anyhow::Result<Verdict> {
    let place = ply.map(|ply| position(game, record, ply)).transpose()?;
    let Guest { site, hall, mut shown, owner } = web.open(None)?;
    let id = hall.show_record(record, &owner)?;
    let place = place.map(|place| format!("#n={place}")).unwrap_or_default();
    shown.page(&format!("/m/{id}{place}"))?;
    serve(site, &hall, interrupted())?;
    Ok(Verdict::Done)
}

/// The number of the position after `ply` moves among those that the page shows.
fn position(game: &'static dyn AnyGame, record: &Record, ply: u32) -> anyhow::Result<usize> {
    let film = Film::of(game, record, Eyes::Public)
        .map_err(|fault| anyhow!("ply {}: {}", fault.ply, fault.error))?;
    let frame = |item: &Item| match item {
        Item::Start { frame } | Item::Deal { frame } | Item::Move { frame, .. } => Some(frame.ply),
        _ => None,
    };
    let plies: Vec<u32> = film.items.iter().filter_map(frame).collect();
    match plies.iter().rposition(|&at| at == ply) {
        Some(position) => Ok(position),
        None => {
            let last = plies.last().copied().unwrap_or_default();
            bail!("there is no ply {ply}: the record has {last} moves, so ask for ply 0 to {last}")
        }
    }
}
