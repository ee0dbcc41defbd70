//! Tests of the search trees against the rules.

use juez_core::{Rng, Seat, Seed};
use juez_search::{BestFirst, BestFirstSettings, Budget, Search, Settings, Tree, is_proven};

use super::codes::code_of;
use super::net::{HIDDEN, Net, ROWS};
use super::{
    Duel, Four, FourNode, FourSearch, FourStyle, FourWeights, Node, WallDepths, Weights, move_of,
};
use crate::quoridor::{Board, Move};
use std::sync::Arc;

/// Returns a board after random moves; a third of them are steps towards the goal, so that pawns
/// meet.
fn random_board(seats: u8, plies: u32, rng: &mut Rng) -> Board {
    let mut board = Board::new(seats, if seats == 2 { 10 } else { 5 }, true);
    for _ in 0..plies {
        let seat = board.to_move();
        let steps = board.pawn_moves(seat).map(Move::Pawn);
        let nearest = steps.min_by_key(|&mv| board.after(mv).distance(seat));
        let mv = match nearest {
            Some(step) if rng.below(3) == 0 => step,
            _ => board.random_move(rng),
        };
        let after = board.after(mv);
        if after.winner().is_none() {
            board = after;
        }
    }
    board
}

/// Returns a network with small random weights.
fn random_net(rng: &mut Rng) -> Net {
    let mut number = || rng.below(41) as i16 - 20;
    Net::from_rows((0..ROWS).map(|_| std::array::from_fn::<i16, HIDDEN, _>(|_| number())).collect())
}

#[test]
fn an_incremental_position_equals_a_fresh_one_after_every_move() {
    let mut rng = Seed::from(1).rng();
    let net = Arc::new(random_net(&mut rng));
    let duel = Duel::new(Weights::default(), WallDepths::default()).with_net(Some(net));
    for nth in 0..60 {
        let mut board = random_board(2, nth % 30, &mut rng);
        let mut node = duel.node(board);
        while board.winner().is_none() {
            let mut list = Vec::new();
            duel.list(&mut node, 9, &mut list);
            assert!(!list.is_empty());
            for entry in &list {
                let mv = move_of(duel.code(entry.branch));
                assert!(board.is_legal(mv), "{mv} on {board:?}");
                let after = duel.play(&node, entry.branch);
                let fresh = duel.node(board.after(mv));
                assert_eq!(after.key(), fresh.key(), "{mv}");
                assert_eq!(
                    (after.steps, after.accumulators),
                    (fresh.steps, fresh.accumulators),
                    "{mv}"
                );
                for seat in Seat::all(2) {
                    let distance = after.board.distance(seat);
                    assert_eq!(after.steps[seat.index()], distance, "{mv} on {board:?}");
                }
                let score = || duel.decided(&after).unwrap_or_else(|| duel.evaluate(&after));
                if let Some(leaf) = duel.leaf(&node, entry.branch) {
                    assert_eq!(leaf, -score(), "{mv}: leaf score");
                }
                let recalled = duel.recall(&mut node.clone(), code_of(mv)).expect("a legal move");
                assert_eq!(duel.play(&node, recalled).key(), after.key());
            }
            let chosen = rng.choose(&list).branch;
            let mut next = duel.play(&node, chosen);
            // A path taken over from the parent is still a shortest path.
            for side in 0..2 {
                let walls = next.across(side);
                let is_off_path = |wall| !walls.contains(wall);
                board.after(move_of(duel.code(chosen))).wall_moves(Seat::new(0)).each(|wall| {
                    if is_off_path(wall) {
                        let seat = Seat::new(side as u8);
                        let longer = next.board.after(Move::Wall(wall)).distance(seat);
                        assert_eq!(longer, next.steps[side], "{wall} is not across the path");
                    }
                });
            }
            board.play_unchecked(move_of(duel.code(chosen)));
            node = next;
        }
    }
}

#[test]
fn a_search_of_four_lists_only_legal_moves() {
    let mut rng = Seed::from(2).rng();
    for nth in 0..200 {
        let board = random_board(4, nth % 40, &mut rng);
        let four = Four::new(board.to_move(), FourWeights::default());
        let mut list = Vec::new();
        four.list(&mut FourNode::new(board), 5, &mut list);
        assert!(!list.is_empty());
        for entry in list {
            let mv = move_of(four.code(entry.branch));
            assert!(board.is_legal(mv), "{mv} on {board:?}");
        }
        let mut search = Search::new(Settings::default(), 1 << 10);
        let node = FourNode::new(board);
        let report = search.run(&four, &node, &[], &mut Budget::nodes(300)).expect("a move");
        assert!(board.is_legal(move_of(report.best)));
    }
}

#[test]
fn a_solved_race_agrees_with_plain_search() {
    let mut rng = Seed::from(3).rng();
    let duel = Duel::new(Weights::default(), WallDepths::default());
    /// Maximum depth of the plain search; a deeper one takes too long.
    const PLIES: i32 = 9;
    let mut compared = 0;
    for _ in 0..200 {
        let mut board = random_board(2, 60, &mut rng);
        while board.winner().is_none()
            && board.walls_left(Seat::new(0)) + board.walls_left(Seat::new(1)) > 0
        {
            board.play_unchecked(board.random_move(&mut rng));
        }
        if board.winner().is_some() {
            continue;
        }
        let Some(score) = duel.decided(&duel.node(board)) else { continue };
        assert!(is_proven(score));
        let depth = juez_search::WIN - score.abs();
        if depth > PLIES {
            continue;
        }
        let plain = Duel::new(Weights::default(), WallDepths::default());
        let mut search = Search::new(Settings::PLAIN, 1 << 16);
        let found = search.run(&plain, &Node::new(board), &[], &mut Budget::depth(depth));
        assert_eq!(found.expect("a move").score, score, "{board:?}");
        compared += 1;
    }
    assert!(compared > 50, "{compared}");
}

#[test]
fn a_half_turn_swaps_the_accumulators_of_a_network() {
    let mut rng = Seed::from(4).rng();
    let net = random_net(&mut rng);
    let bytes = net.write();
    assert_eq!(Net::read(&bytes), Some(net.clone()));
    assert_eq!(Net::read(&bytes[1..]), None);
    for nth in 0..100 {
        let board = random_board(2, nth % 30, &mut rng);
        let turned = half_turn(&board);
        let [one, two] = net.accumulators(&board);
        assert_eq!([two, one], net.accumulators(&turned));
    }
}

/// Returns the board rotated by a half turn, with the seats swapped.
fn half_turn(board: &Board) -> Board {
    use crate::quoridor::{Square, Wall};
    let turned = |square: Square| Square::from_index(80 - square.index());
    let mut other = Board::new(2, 10, true)
        .with_pawns([turned(board.pawn(Seat::new(1))), turned(board.pawn(Seat::new(0)))]);
    board.walls().each(|wall| {
        let corner = wall.corner();
        let wall = Wall::at(7 - corner.file(), 7 - corner.rank(), wall.is_vertical());
        other.play_unchecked(Move::Wall(wall.expect("a wall")));
    });
    other
}

#[test]
fn every_style_plays_legal_moves_in_whole_matches_of_four() {
    let mut rng = Seed::from(5).rng();
    let styles = [FourStyle::Greedy, FourStyle::Paranoid, FourStyle::BestReply, FourStyle::MaxN];
    for style in styles {
        for nodes in [1, 40, 300] {
            let mut board = random_board(4, 6, &mut rng);
            let mut since = Vec::new();
            let mut search = FourSearch::new(style, Settings::default(), 1 << 10);
            for _ in 0..300 {
                if board.winner().is_some() {
                    break;
                }
                search.clear();
                let budget = &mut Budget::nodes(nodes);
                let report = search.run(board, &since, budget).expect("a move");
                let mv = move_of(report.best);
                assert!(board.is_legal(mv), "{style:?}: {mv} on {board:?}");
                assert!(report.nodes <= nodes, "{style:?}");
                assert_eq!(report.pv[0], report.best, "{style:?}");
                since.push(board);
                if matches!(mv, Move::Wall(_)) {
                    since.clear();
                }
                board.play_unchecked(mv);
            }
        }
    }
}

#[test]
fn a_best_first_search_plays_legal_moves_in_whole_matches_of_two() {
    let mut rng = Seed::from(6).rng();
    let duel = Duel::new(Weights::default(), WallDepths::default())
        .with_net(Some(Arc::new(Net::built_in())));
    for nodes in [1, 40, 1000] {
        let mut board = random_board(2, 4, &mut rng);
        let mut search = BestFirst::new(BestFirstSettings::default(), 1 << 12);
        for _ in 0..300 {
            if board.winner().is_some() {
                break;
            }
            let budget = &mut Budget::nodes(nodes);
            let report = search.run(&duel, &duel.node(board), &[], budget).expect("a move");
            let mv = move_of(report.best);
            assert!(board.is_legal(mv), "{mv} on {board:?}");
            board.play_unchecked(mv);
        }
        assert!(board.winner().is_some() || nodes == 1, "{nodes} nodes: no winner");
    }
}
