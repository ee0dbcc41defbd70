//! The rules of Quoridor once more, as slow and plain as possible: squares in an array, a flag for
//! each side of each square, breadth first. Shares no code with the game.

use std::collections::VecDeque;

type Cell = (usize, usize);

/// North, east, south, west.
const AROUND: [(isize, isize); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

#[derive(Clone)]
pub struct Oracle {
    third_pawn_side: bool,
    pub pawns: Vec<Cell>,
    pub walls_left: Vec<u8>,
    /// True if a side of a square is walled, by file, rank and direction.
    walled: [[[bool; 4]; 9]; 9],
    placed: Vec<(Cell, char)>,
    pub turn: usize,
    pub winner: Option<usize>,
}

impl Oracle {
    pub fn new(seats: usize, walls: u8, third_pawn_side: bool) -> Oracle {
        let pawns =
            if seats == 2 { vec![(4, 0), (4, 8)] } else { vec![(4, 0), (0, 4), (4, 8), (8, 4)] };
        Oracle {
            third_pawn_side,
            pawns,
            walls_left: vec![walls; seats],
            walled: [[[false; 4]; 9]; 9],
            placed: Vec::new(),
            turn: 0,
            winner: None,
        }
    }

    fn home(&self, seat: usize, (file, rank): Cell) -> bool {
        match (self.pawns.len(), seat) {
            (_, 0) => rank == 8,
            (2, _) | (_, 2) => rank == 0,
            (_, 1) => file == 8,
            _ => file == 0,
        }
    }

    fn next_to(&self, (file, rank): Cell, way: usize) -> Option<Cell> {
        let file = file.checked_add_signed(AROUND[way].0).filter(|&file| file < 9)?;
        let rank = rank.checked_add_signed(AROUND[way].1).filter(|&rank| rank < 9)?;
        Some((file, rank))
    }

    fn step(&self, from: Cell, way: usize) -> Option<Cell> {
        if self.walled[from.0][from.1][way] { None } else { self.next_to(from, way) }
    }

    pub fn distance(&self, seat: usize) -> Option<u8> {
        let mut steps = [[None; 9]; 9];
        let start = self.pawns[seat];
        steps[start.0][start.1] = Some(0);
        let mut queue = VecDeque::from([start]);
        while let Some(cell) = queue.pop_front() {
            let so_far = steps[cell.0][cell.1]?;
            if self.home(seat, cell) {
                return Some(so_far);
            }
            for next in (0..4).filter_map(|way| self.step(cell, way)) {
                if steps[next.0][next.1].is_none() {
                    steps[next.0][next.1] = Some(so_far + 1);
                    queue.push_back(next);
                }
            }
        }
        None
    }

    pub fn pawn_moves(&self) -> Vec<Cell> {
        let from = self.pawns[self.turn];
        let mut moves = Vec::new();
        for way in 0..4 {
            let Some(next) = self.step(from, way) else { continue };
            if !self.pawns.contains(&next) {
                moves.push(next);
                continue;
            }
            match self.step(next, way) {
                Some(behind) if !self.pawns.contains(&behind) => moves.push(behind),
                Some(_) if !self.third_pawn_side => {}
                _ => {
                    let sides = [(way + 1) % 4, (way + 3) % 4];
                    let diagonal = sides.into_iter().filter_map(|side| self.step(next, side));
                    moves.extend(diagonal.filter(|cell| !self.pawns.contains(cell)));
                }
            }
        }
        moves.sort_unstable();
        moves.dedup();
        moves
    }

    fn put(&mut self, (file, rank): Cell, side: char) {
        let way = if side == 'h' { 0 } else { 1 };
        let second = if side == 'h' { (file + 1, rank) } else { (file, rank + 1) };
        for cell in [(file, rank), second] {
            self.walled[cell.0][cell.1][way] = true;
            if let Some(beyond) = self.next_to(cell, way) {
                self.walled[beyond.0][beyond.1][way + 2] = true;
            }
        }
        self.placed.push(((file, rank), side));
    }

    fn has_room(&self, (file, rank): Cell, side: char) -> bool {
        self.placed.iter().all(|&((f, r), s)| {
            let (files, ranks) = (f.abs_diff(file), r.abs_diff(rank));
            let same_slot = (files, ranks) == (0, 0);
            let in_line = s == side && (files, ranks) == if side == 'h' { (1, 0) } else { (0, 1) };
            !same_slot && !in_line
        })
    }

    /// Returns every legal move in notation, sorted as text.
    pub fn legal_moves(&self) -> Vec<String> {
        if self.winner.is_some() {
            return Vec::new();
        }
        let name = |(file, rank): Cell| format!("{}{}", (b'a' + file as u8) as char, rank + 1);
        let mut moves: Vec<String> = self.pawn_moves().into_iter().map(name).collect();
        if self.walls_left[self.turn] > 0 {
            for slot in 0..64 {
                for side in ['h', 'v'] {
                    let cell = (slot % 8, slot / 8);
                    if !self.has_room(cell, side) {
                        continue;
                    }
                    let mut after = self.clone();
                    after.put(cell, side);
                    if (0..self.pawns.len()).all(|seat| after.distance(seat).is_some()) {
                        moves.push(format!("{}{side}", name(cell)));
                    }
                }
            }
        }
        if moves.is_empty() {
            moves.push("pass".to_string());
        }
        moves.sort_unstable();
        moves
    }

    pub fn play(&mut self, text: &str) {
        let bytes = text.as_bytes();
        if text != "pass" {
            let cell = ((bytes[0] - b'a') as usize, (bytes[1] - b'1') as usize);
            match bytes.get(2) {
                None => {
                    self.pawns[self.turn] = cell;
                    if self.home(self.turn, cell) {
                        self.winner = Some(self.turn);
                    }
                }
                Some(&side) => {
                    self.put(cell, side as char);
                    self.walls_left[self.turn] -= 1;
                }
            }
        }
        self.turn = (self.turn + 1) % self.pawns.len();
    }
}
