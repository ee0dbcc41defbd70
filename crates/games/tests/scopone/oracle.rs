//! The rules of scopone once more, as slow and plain as possible: cards are texts, and every subset
//! of the table is tried. Shares no code with the game.

#[derive(Clone, Debug)]
pub struct Oracle {
    pub kind: String,
    pub target: i32,
    pub first: usize,
    pub last_scopa: bool,
    pub fewest: bool,
    pub denari: usize,
    pub hands: Vec<Vec<String>>,
    pub table: Vec<String>,
    /// Piles of the sides: four lone players or two pairs.
    pub piles: Vec<Vec<String>>,
    pub scope: Vec<i32>,
    pub score: Vec<i32>,
    pub turn: usize,
    pub last_capturer: Option<usize>,
    pub dealt: usize,
    pub over: bool,
}

pub fn value(card: &str) -> u32 {
    card[1..].parse().unwrap()
}

fn prime(card: &str) -> i32 {
    match value(card) {
        7 => 21,
        6 => 18,
        1 => 16,
        5 => 15,
        4 => 14,
        3 => 13,
        2 => 12,
        _ => 10,
    }
}

impl Oracle {
    pub fn new(
        kind: &str,
        target: i32,
        first: usize,
        last_scopa: bool,
        fewest: bool,
        denari: usize,
    ) -> Oracle {
        let sides = if kind == "solo9" { 4 } else { 2 };
        Oracle {
            kind: kind.to_string(),
            target,
            first,
            last_scopa,
            fewest,
            denari,
            hands: vec![Vec::new(); 4],
            table: Vec::new(),
            piles: vec![Vec::new(); sides],
            scope: vec![0; sides],
            score: vec![0; sides],
            turn: 0,
            last_capturer: None,
            dealt: 0,
            over: false,
        }
    }

    pub fn in_play(&self) -> bool {
        self.hands.iter().any(|hand| !hand.is_empty())
    }

    fn side(&self, seat: usize) -> usize {
        seat % self.piles.len()
    }

    pub fn deal(&mut self, hands: Vec<Vec<String>>, table: Vec<String>) {
        self.turn = (self.first + self.dealt) % 4;
        self.dealt += 1;
        self.hands = hands;
        self.table = table;
        for pile in &mut self.piles {
            pile.clear();
        }
        self.scope.fill(0);
        self.last_capturer = None;
    }

    fn captures(&self, card: &str) -> Vec<Vec<String>> {
        let equal: Vec<Vec<String>> = self
            .table
            .iter()
            .filter(|other| value(other) == value(card))
            .map(|other| vec![other.clone()])
            .collect();
        if !equal.is_empty() {
            return equal;
        }
        let mut sets = Vec::new();
        for choice in 0u32..1 << self.table.len() {
            let mut set: Vec<String> = self
                .table
                .iter()
                .enumerate()
                .filter(|(i, _)| choice >> i & 1 == 1)
                .map(|(_, card)| card.clone())
                .collect();
            if set.len() >= 2 && set.iter().map(|card| value(card)).sum::<u32>() == value(card) {
                set.sort();
                sets.push(set);
            }
        }
        if self.fewest {
            let least = sets.iter().map(Vec::len).min().unwrap_or(0);
            sets.retain(|set| set.len() == least);
        }
        sets
    }

    pub fn legal_moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        for card in &self.hands[self.turn] {
            let captures = self.captures(card);
            if captures.is_empty() {
                moves.push(card.clone());
            }
            for set in captures {
                moves.push(format!("{card}x{}", set.join("+")));
            }
        }
        moves.sort();
        moves
    }

    pub fn play(&mut self, mv: &str) {
        let mut parts = mv.split(['x', '+']);
        let card = parts.next().unwrap().to_string();
        let captured: Vec<String> = parts.map(str::to_string).collect();
        let side = self.side(self.turn);
        self.hands[self.turn].retain(|other| *other != card);
        let last = !self.in_play();
        if captured.is_empty() {
            self.table.push(card);
        } else {
            self.table.retain(|other| !captured.contains(other));
            self.piles[side].extend(captured);
            self.piles[side].push(card);
            self.last_capturer = Some(self.turn);
            if self.table.is_empty() && (!last || self.last_scopa) {
                self.scope[side] += 1;
            }
        }
        self.turn = (self.turn + 1) % 4;
        if last {
            self.end_of_hand();
        }
    }

    fn end_of_hand(&mut self) {
        if let Some(seat) = self.last_capturer {
            let side = self.side(seat);
            let left = std::mem::take(&mut self.table);
            self.piles[side].extend(left);
        }
        for side in 0..self.piles.len() {
            let points = self.points(side);
            self.score[side] += points;
        }
        self.over = if self.kind == "solo9" || self.target == 0 {
            true
        } else {
            self.score.iter().any(|&score| score >= self.target) && self.score[0] != self.score[1]
        };
    }

    fn points(&self, side: usize) -> i32 {
        let pile = &self.piles[side];
        let mut points = self.scope[side];
        if pile.len() >= 21 {
            points += 1;
        }
        if pile.iter().filter(|card| card.starts_with('D')).count() >= self.denari {
            points += 1;
        }
        if pile.iter().any(|card| card == "D7") {
            points += 1;
        }
        if self.kind == "solo9" {
            if pile.iter().filter(|card| value(card) == 7).count() == 4 {
                points += 1;
            }
        } else {
            let mine = self.primiera(side);
            let theirs = self.primiera(1 - side);
            if mine.is_some() && mine > theirs {
                points += 1;
            }
        }
        points
    }

    fn primiera(&self, side: usize) -> Option<i32> {
        let mut sum = 0;
        for suit in ['B', 'C', 'D', 'S'] {
            let of_suit = self.piles[side].iter().filter(|card| card.starts_with(suit));
            sum += of_suit.map(|card| prime(card)).max()?;
        }
        Some(sum)
    }

    /// Returns the points and rank of each seat.
    pub fn standing(&self) -> Vec<(i32, u8)> {
        (0..4)
            .map(|seat| {
                let mine = self.score[self.side(seat)];
                let better = self.score.iter().filter(|&&score| score > mine).count();
                (mine, 1 + better as u8)
            })
            .collect()
    }
}
