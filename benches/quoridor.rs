//! Speed of the rules of Quoridor: moves, legal moves, paths, playouts.
#![allow(missing_docs, reason = "criterion's macro writes a function without any")]

use criterion::{Criterion, criterion_group, criterion_main};
use juez::core::{Game, Next, Rng, Seat, Seed, State, playout};
use juez::games::quoridor::{Board, Move, Options, Position, Quoridor};
use juez::perft::perft;
use std::hint::black_box;

fn start(seats: u8) -> Position {
    Quoridor::start(&Options { seats, ..Options::default() }).expect("these options are allowed")
}

/// Positions with walls left to place, 9 plies and more into games that mix steps and walls.
fn midgame(seats: u8) -> Vec<Board> {
    let mut rng = Seed::from(7).rng();
    let mut boards = Vec::new();
    while boards.len() < 1000 {
        let mut position = start(seats);
        while position.ply() < 40 && matches!(position.next(), Next::Move(_)) {
            let mv = half_walls(&position, &mut rng);
            position.play_unchecked(mv);
            let board = position.board();
            let walls_left = board.walls_left(board.to_move());
            if position.ply() > 8 && walls_left > 0 && position.over().is_none() {
                boards.push(*board);
            }
        }
    }
    boards.truncate(1000);
    boards
}

/// Returns a pawn move or a wall, equally likely.
fn half_walls(position: &Position, rng: &mut Rng) -> Move {
    let wanted = rng.below(2) == 0;
    let moves = position.legal_moves();
    let kind: Vec<Move> =
        moves.iter().copied().filter(|mv| matches!(mv, Move::Wall(_)) == wanted).collect();
    *rng.choose(if kind.is_empty() { &moves } else { &kind })
}

/// Plays a random game that lists all legal moves at every ply.
fn listed_game(mut position: Position, rng: &mut Rng, list: &mut Vec<Move>) -> u32 {
    while matches!(position.next(), Next::Move(_)) {
        list.clear();
        position.legal_moves_into(list);
        position.play_unchecked(*rng.choose(list));
    }
    position.ply()
}

fn benches(c: &mut Criterion) {
    for seats in [2, 4] {
        let position = start(seats);
        c.bench_function(&format!("perft(4), {seats} seats"), |b| {
            b.iter(|| perft(black_box(&position), 4));
        });
        let boards = midgame(seats);
        let mut list: Vec<Move> = Vec::new();
        c.bench_function(&format!("1000 lists of legal moves, {seats} seats"), |b| {
            b.iter(|| {
                let length = |board: &Board| {
                    list.clear();
                    board.legal_moves_into(&mut list);
                    list.len()
                };
                black_box(&boards).iter().map(length).sum::<usize>()
            });
        });
        c.bench_function(&format!("1000 sets of legal moves, {seats} seats"), |b| {
            b.iter(|| black_box(&boards).iter().map(|board| board.legal().count()).sum::<usize>());
        });
        c.bench_function(&format!("1000 distances, {seats} seats"), |b| {
            let distance = |board: &Board| u32::from(board.distance(Seat::new(0)));
            b.iter(|| black_box(&boards).iter().map(distance).sum::<u32>());
        });
        let mut rng = Seed::from(1).rng();
        let mut scratch = Vec::new();
        c.bench_function(&format!("random game, {seats} seats"), |b| {
            b.iter(|| playout(&mut position.clone(), &mut rng, u32::MAX, &mut scratch));
        });
        let mut rng = Seed::from(1).rng();
        c.bench_function(&format!("random game, full generation, {seats} seats"), |b| {
            b.iter(|| listed_game(position.clone(), &mut rng, &mut list));
        });
    }
}

criterion_group! {
    name = quoridor;
    config = Criterion::default().sample_size(20);
    targets = benches
}
criterion_main!(quoridor);
