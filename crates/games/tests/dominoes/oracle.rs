//! A second implementation of dominoes in pairs: slow, with texts in lists, sharing no code with
//! the game.

#[derive(Clone, Debug, PartialEq)]
pub enum Due {
    Deal,
    Signal,
    Question,
    First,
    Tile,
    Nothing,
}

#[derive(Clone, Debug)]
pub struct Oracle {
    pub target: i32,
    pub opener_rule: String,
    pub tie_rule: String,
    pub count_rule: String,
    pub signal_rule: String,
    pub due: Due,
    pub turn: usize,
    pub hands: Vec<Vec<String>>,
    /// From left to right, turned so that neighbours agree: `36`, `66`, `65`.
    pub chain: Vec<String>,
    pub passes_in_a_row: usize,
    pub score: [i32; 2],
    pub games: usize,
    /// The pair that opens this game or the next.
    pub opening_pair: usize,
    pub first_player: usize,
    pub last_player: usize,
    /// For `opener=winner`: the seat that opens the next game.
    pub winner_seat: usize,
    /// For `opener=random`: the opener that the deal names.
    pub named: Option<usize>,
    /// The numbers each seat cannot have.
    pub missing: Vec<Vec<char>>,
}

fn reversed(tile: &str) -> String {
    tile.chars().rev().collect()
}

fn sum(tiles: &[String]) -> i32 {
    tiles
        .iter()
        .flat_map(|tile| tile.chars())
        .map(|c| c.to_digit(10).expect("a digit") as i32)
        .sum()
}

impl Oracle {
    pub fn new(target: i32, opener: &str, tie: &str, count: &str, signal: &str) -> Oracle {
        Oracle {
            target,
            opener_rule: opener.into(),
            tie_rule: tie.into(),
            count_rule: count.into(),
            signal_rule: signal.into(),
            due: Due::Deal,
            turn: 0,
            hands: vec![Vec::new(); 4],
            chain: Vec::new(),
            passes_in_a_row: 0,
            score: [0, 0],
            games: 0,
            opening_pair: 9,
            first_player: 9,
            last_player: 9,
            winner_seat: 9,
            named: None,
            missing: vec![Vec::new(); 4],
        }
    }

    pub fn deal(&mut self, hands: Vec<Vec<String>>, named: Option<usize>) {
        assert_eq!(self.due, Due::Deal);
        self.hands = hands;
        self.named = named;
        self.chain.clear();
        self.passes_in_a_row = 0;
        self.missing = vec![Vec::new(); 4];
        self.games += 1;
        self.turn = 0;
        if self.signal_rule == "seed" {
            self.due = Due::Signal;
        } else {
            self.ask_who_opens();
        }
    }

    fn ask_who_opens(&mut self) {
        self.due = Due::First;
        if self.games == 1 {
            let has_it = |hand: &Vec<String>| hand.iter().any(|tile| tile == "66");
            self.turn = self.hands.iter().position(has_it).expect("a hand has 66");
            return;
        }
        match self.opener_rule.as_str() {
            "ask" => {
                self.due = Due::Question;
                self.turn = self.opening_pair;
            }
            "random" => self.turn = self.named.expect("the deal names the opener"),
            "winner" => self.turn = self.winner_seat,
            other => panic!("{other}"),
        }
    }

    fn left_end(&self) -> char {
        self.chain[0].chars().next().expect("two numbers")
    }

    fn right_end(&self) -> char {
        self.chain[self.chain.len() - 1].chars().last().expect("two numbers")
    }

    pub fn legal_moves(&self) -> Vec<String> {
        let hand = &self.hands[self.turn];
        let mut moves = Vec::new();
        match self.due {
            Due::Deal | Due::Nothing => {}
            Due::Signal => {
                for d in 0..8 {
                    for f in 1..8 {
                        moves.push(format!("sig:{d}:{f}"));
                    }
                }
            }
            Due::Question => moves = vec!["open".into(), "leave".into()],
            Due::First if self.games == 1 => moves = vec!["66".into()],
            Due::First => moves = hand.clone(),
            Due::Tile => {
                for tile in hand {
                    for end in [self.left_end(), self.right_end()] {
                        if tile.contains(end) {
                            moves.push(format!("{tile}@{end}"));
                        }
                    }
                }
                if moves.is_empty() {
                    moves.push("pass".into());
                }
            }
        }
        moves.sort();
        moves.dedup();
        moves
    }

    pub fn play(&mut self, mv: &str) {
        let seat = self.turn;
        let next = (seat + 1) % 4;
        if mv.starts_with("sig:") {
            if seat == 3 {
                self.ask_who_opens();
            } else {
                self.turn = next;
            }
        } else if mv == "open" {
            self.due = Due::First;
        } else if mv == "leave" {
            self.due = Due::First;
            self.turn = (seat + 2) % 4;
        } else if mv == "pass" {
            let ends = [self.left_end(), self.right_end()];
            self.missing[seat].extend(ends);
            self.passes_in_a_row += 1;
            self.turn = next;
            if self.passes_in_a_row == 4 {
                self.closed();
            }
        } else {
            let tile = mv[..2].to_string();
            let at = self.hands[seat].iter().position(|own| *own == tile).expect("it holds it");
            self.hands[seat].remove(at);
            self.passes_in_a_row = 0;
            self.last_player = seat;
            self.due = Due::Tile;
            if self.chain.is_empty() {
                self.first_player = seat;
                self.opening_pair = seat % 2;
                self.chain.push(tile);
            } else {
                let end = mv.chars().nth(3).expect("an end");
                self.join(&tile, end);
            }
            self.turn = next;
            if self.hands[seat].is_empty() {
                self.won(seat % 2, Some(seat));
            }
        }
    }

    fn join(&mut self, tile: &str, end: char) {
        if self.left_end() == end {
            let turned = if tile.ends_with(end) { tile.to_string() } else { reversed(tile) };
            assert!(turned.ends_with(end));
            self.chain.insert(0, turned);
        } else {
            assert_eq!(self.right_end(), end);
            let turned = if tile.starts_with(end) { tile.to_string() } else { reversed(tile) };
            assert!(turned.starts_with(end));
            self.chain.push(turned);
        }
    }

    fn left_over(&self, pair: usize) -> i32 {
        sum(&self.hands[pair]) + sum(&self.hands[pair + 2])
    }

    fn closed(&mut self) {
        let (zero, one) = (self.left_over(0), self.left_over(1));
        if zero < one {
            self.won(0, None);
        } else if one < zero {
            self.won(1, None);
        } else if self.tie_rule == "opener_pair_loses" {
            self.won(1 - self.opening_pair, None);
        } else {
            // No pair scores and the same pair opens.
            self.winner_seat = self.first_player;
            self.due = Due::Deal;
        }
    }

    fn won(&mut self, pair: usize, out: Option<usize>) {
        let mut points = self.left_over(1 - pair);
        if self.count_rule == "all" {
            points += self.left_over(pair);
        }
        self.score[pair] += points;
        self.opening_pair = pair;
        self.winner_seat = match out {
            Some(seat) => seat,
            None if self.first_player % 2 == pair => self.first_player,
            None => {
                let mut seat = (self.last_player + 1) % 4;
                while seat % 2 != pair {
                    seat = (seat + 1) % 4;
                }
                seat
            }
        };
        self.due = if self.score[pair] >= self.target { Due::Nothing } else { Due::Deal };
    }
}
