//! The moves of others, and how much they surprise in a world.

use super::policy::{HABITS, Habit, Policy};
use super::table::{PASS, Table, code_of};
use crate::cards::Cards;
use crate::dominoes::{Dominoes, Move, Numbers, SEATS, Tile, View};
use juez_core::{History, Rng, Seat};
use juez_search::Code;

/// A tile with the end that it joined, or `None` for a pass.
type Turned = (Seat, Option<(Tile, Option<u8>)>);

/// The moves of others in a hand, as far as they are remembered, and their habits.
#[derive(Clone, Debug)]
pub(in crate::dominoes) struct Past {
    decisions: Vec<Decided>,
    /// The numbers that seats lack, from the passes that are remembered.
    pub(super) lacks: [Numbers; SEATS as usize],
    pub(super) policies: [Policy; SEATS as usize],
    habits: [[u32; HABITS.len()]; SEATS as usize],
}

/// A tile that a seat chose.
#[derive(Clone, Copy, Debug)]
struct Decided {
    /// The table before the decision; its hands have the tiles that seats have played since.
    table: Table,
    played: Code,
}

/// Returns the choices of a hand, from the turn `forgotten` on, and the table after them.
fn decisions(turns: &[Turned], forgotten: usize) -> (Vec<Decided>, Table) {
    let mut table = Table {
        hands: [Cards::EMPTY; SEATS as usize],
        lacks: [Numbers::NONE; SEATS as usize],
        ends: None,
        turn: turns.first().map_or(0, |(seat, _)| seat.index() as u8),
        passes: 0,
        opener: 0,
    };
    for (seat, placed) in turns {
        if let Some((tile, _)) = placed {
            table.hands[seat.index()].insert(*tile);
        }
    }
    let mut decisions = Vec::new();
    for (nth, (_, placed)) in turns.iter().enumerate() {
        if nth <= forgotten {
            table.lacks = [Numbers::NONE; SEATS as usize];
        }
        let played = placed.map_or(PASS, |(tile, end)| code_of(tile, end.unwrap_or(tile.high())));
        if placed.is_some() && nth >= forgotten {
            decisions.push(Decided { table, played });
        }
        table.play(played);
    }
    if turns.len() <= forgotten {
        table.lacks = [Numbers::NONE; SEATS as usize];
    }
    (decisions, table)
}

/// Returns the turns of each hand of a match.
fn hands_of(history: History<'_, Dominoes>) -> Vec<Vec<Turned>> {
    let mut hands: Vec<Vec<Turned>> = Vec::new();
    for (seat, mv) in history.iter() {
        match (mv, hands.last_mut()) {
            (Move::First(tile), _) => hands.push(vec![(seat, Some((tile, None)))]),
            (Move::Join(tile, end), Some(hand)) => hand.push((seat, Some((tile, Some(end))))),
            (Move::Pass, Some(hand)) => hand.push((seat, None)),
            _ => {}
        }
    }
    hands
}

/// Weighs the habits of each seat by its moves in the earlier hands of the match. Of those hands,
/// only the tiles that a seat played later are known.
fn weigh(
    habits: &mut [[u32; HABITS.len()]; SEATS as usize],
    policies: &[Policy; SEATS as usize],
    hands: &[Vec<Turned>],
) {
    let mut surprisals = [[0_u32; HABITS.len()]; SEATS as usize];
    for (nth, hand) in hands.iter().enumerate() {
        let (decided, _) = decisions(hand, 0);
        // 6-6 opens the first hand.
        for decided in decided.iter().skip(usize::from(nth == 0)) {
            let seat = usize::from(decided.table.turn);
            for (sum, habit) in surprisals[seat].iter_mut().zip(HABITS) {
                *sum += habit.surprisal(&decided.table, &policies[seat], decided.played);
            }
        }
    }
    for (habits, surprisals) in habits.iter_mut().zip(surprisals) {
        let least = surprisals.into_iter().min().unwrap_or(0);
        for (share, surprisal) in habits.iter_mut().zip(surprisals) {
            let halvings = ((surprisal - least) / EVIDENCE).min(MOST_EVIDENCE);
            *share = (*share >> halvings).max(1);
        }
    }
}

impl Past {
    /// Reads the memory of the seat of a view: the last `span` turns of the hand, and earlier hands
    /// if it remembers this one whole. It expects the other pair to play by `policy`.
    pub fn of(view: &View, history: History<'_, Dominoes>, span: usize, policy: Policy) -> Past {
        let public = &view.public;
        let turns = public.chain.turns(public.passes).into_iter();
        let turns: Vec<Turned> = turns
            .map(|(seat, placed)| (seat, placed.map(|placed| (placed.tile, placed.end))))
            .collect();
        let (mut decisions, table) = decisions(&turns, turns.len().saturating_sub(span));
        if public.hands == 1 {
            // 6-6 opens the first hand.
            decisions.retain(|decided| decided.table.ends.is_some());
        }
        decisions.retain(|decided| Some(Seat::new(decided.table.turn)) != view.seat);
        let policies = policy.by_seat(view.seat);
        let mut habits = policies.map(|policy| policy.shares());
        if span >= MOST_TURNS {
            let mut hands = hands_of(history);
            if public.chain.opener().is_some() {
                // The hand in progress.
                hands.pop();
            }
            weigh(&mut habits, &policies, &hands);
        }
        if let Some(me) = view.seat {
            // In playouts it plays its best itself.
            habits[me.index()] = [1, 0, 0, 0];
        }
        Past { decisions, lacks: table.lacks, policies, habits }
    }

    /// Draws a habit for each seat.
    pub fn draw_habits(&self, rng: &mut Rng) -> [Habit; SEATS as usize] {
        self.habits.map(|shares| HABITS[rng.weighted(&shares)])
    }

    /// Returns how much the moves surprise if the seats hold `hands` now, in 1/256 bit.
    pub fn surprisal(
        &self,
        hands: &[Cards<Tile>; SEATS as usize],
        habits: &[Habit; SEATS as usize],
    ) -> u32 {
        let of_one = |decided: &Decided| {
            let mut table = decided.table;
            for (then, now) in table.hands.iter_mut().zip(hands) {
                *then |= *now;
            }
            let seat = usize::from(table.turn);
            habits[seat].surprisal(&table, &self.policies[seat], decided.played)
        };
        self.decisions.iter().map(of_one).sum()
    }
}

/// Evidence that halves the share of a habit, in 1/256 bit: above one bit, since the unplayed tiles
/// of earlier hands are unknown.
const EVIDENCE: u32 = 384;
/// Halvings of a share, at most: no habit is ruled out.
const MOST_EVIDENCE: u32 = 6;
/// Turns of a hand, at most: 28 tiles with passes between them.
const MOST_TURNS: usize = 112;
