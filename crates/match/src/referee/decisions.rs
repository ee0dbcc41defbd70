//! The decisions of a record as arrays of numbers.

use super::{AnyTable, RecordFault, Replay, Table};
use juez_core::{By, Features, Game, MoveOf, Observation, Record, Seat, State, ViewOf};

/// A decision of a seat with at least two legal moves.
#[derive(Clone, PartialEq, Debug)]
pub struct Decision {
    /// The seat that moved.
    pub seat: Seat,
    /// Number of the deal, from 0; also 0 in games without chance.
    pub deal: u32,
    /// Moves made before it.
    pub ply: u32,
    /// The origin of the move; [`By::Bot`] in a record without plies.
    pub by: By,
    /// The view of the seat.
    pub observation: Observation,
    /// For each entry of [`Features::moves`], 1 if that move was legal and 0 if not.
    pub legal: Vec<u8>,
    /// The index of the move in [`Features::moves`].
    pub entry: usize,
}

/// Replays a record and calls `hear` with each of its decisions, in order. A penalty of the game
/// does not count as a decision.
///
/// # Errors
/// The first error in its deals and moves, after the decisions before it.
pub fn decisions<G: Game>(
    record: &Record,
    features: &Features<G>,
    hear: &mut dyn FnMut(&Decision),
) -> Result<(), RecordFault> {
    let mut replay = Replay::<Table<G>>::new(record)?;
    let mut decision = Decision {
        seat: Seat::default(),
        deal: 0,
        ply: 0,
        by: By::Bot,
        observation: Observation::default(),
        legal: vec![0; (features.moves)().len()],
        entry: 0,
    };
    loop {
        let table = replay.table();
        let chosen = table.to_move().filter(|_| table.state.legal_count() > 1);
        let seen = chosen.map(|seat| (table.view(Some(seat)), table.legal_moves()));
        if let (Some(seat), Some((view, legal))) = (chosen, &seen) {
            decision.seat = seat;
            decision.deal = table.deal();
            decision.ply = table.ply();
            decision.by = record.plies.get(decision.ply as usize).map_or(By::Bot, |ply| ply.by);
            decision.observation.clear();
            (features.observe)(view, seat, &mut decision.observation);
            decision.legal.fill(0);
            legal.iter().for_each(|&mv| decision.legal[entry(features, view, mv)] = 1);
        }
        if !replay.step()? {
            return replay.go_to_end();
        }
        let moved = replay.table().moves().last();
        if let (Some((view, legal)), Some((_, mv))) = (&seen, moved)
            && legal.contains(mv)
        {
            decision.entry = entry(features, view, *mv);
            hear(&decision);
        }
    }
}

fn entry<G: Game>(features: &Features<G>, view: &ViewOf<G>, mv: MoveOf<G>) -> usize {
    // Games guarantee it, and a test walks through matches of each.
    (features.entry)(view, mv).expect("a move among others has an entry")
}
