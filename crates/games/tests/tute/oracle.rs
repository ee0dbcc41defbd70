//! A second Tute Cabrero, slow and simple: cards are texts, hands are lists, and it shares no code
//! with the game.

use serde_json::Value;

/// House rules as words.
#[derive(Clone, Debug)]
pub struct Settings {
    pub seats: usize,
    pub limit: i32,
    pub last_card: bool,
    pub no_twos: bool,
    pub swap_first: bool,
    pub capote_loses: bool,
    pub tied_only: bool,
}

pub struct Oracle {
    settings: Settings,
    pub porotos: Vec<i32>,
    /// The hand in which a seat retired.
    pub retired: Vec<Option<usize>>,
    dealt: usize,
    pub dealer: Option<usize>,
    pub mano: Option<usize>,
    pub trump: char,
    /// The seats that play the hand.
    pub inside: Vec<usize>,
    pub hands: Vec<Vec<String>>,
    trick: Vec<(usize, String)>,
    pub tricks: Vec<usize>,
    won: Vec<Vec<String>>,
    sung: Vec<Vec<String>>,
    last_winner: Option<usize>,
    bonus: Vec<i32>,
    turn: usize,
    pub playing: bool,
}

fn suit(card: &str) -> char {
    card.chars().next().unwrap()
}

fn rank(card: &str) -> u32 {
    card[1..].parse().unwrap()
}

fn power(card: &str) -> usize {
    [2, 4, 5, 6, 7, 10, 11, 12, 3, 1].iter().position(|&r| r == rank(card)).unwrap()
}

fn worth(card: &str) -> i32 {
    match rank(card) {
        1 => 11,
        3 => 10,
        12 => 4,
        11 => 3,
        10 => 2,
        _ => 0,
    }
}

/// Returns the losers, following RULES line by line. `got` has tricks, points and singing of each
/// seat in the hand.
pub fn losing(got: &[(usize, i32, bool)], capote_loses: bool, tied_only: bool) -> Vec<usize> {
    let all: Vec<usize> = (0..got.len()).collect();
    let t: Vec<usize> = all.iter().copied().filter(|&i| got[i].0 > 0).collect();
    if t.len() == 1 {
        if got[t[0]].2 && capote_loses {
            return t;
        }
        return all.into_iter().filter(|i| *i != t[0]).collect();
    }
    if t.len() == 2 {
        let (a, b) = (got[t[0]].1, got[t[1]].1);
        return match a.cmp(&b) {
            std::cmp::Ordering::Equal => t,
            std::cmp::Ordering::Less => vec![t[0]],
            std::cmp::Ordering::Greater => vec![t[1]],
        };
    }
    let mut sorted: Vec<i32> = t.iter().map(|&i| got[i].1).collect();
    sorted.sort_unstable();
    let (low, high) = (sorted[0], sorted[sorted.len() - 1]);
    if low == high {
        return t;
    }
    let between: Vec<usize> =
        t.iter().copied().filter(|&i| got[i].1 != low && got[i].1 != high).collect();
    if !between.is_empty() {
        return between;
    }
    if !tied_only {
        return t;
    }
    let same = |i: usize| t.iter().filter(|&&j| got[j].1 == got[i].1).count();
    t.iter().copied().filter(|&i| same(i) > 1).collect()
}

impl Oracle {
    pub fn new(settings: Settings) -> Oracle {
        let n = settings.seats;
        Oracle {
            settings,
            porotos: vec![0; n],
            retired: vec![None; n],
            dealt: 0,
            dealer: None,
            mano: None,
            trump: ' ',
            inside: Vec::new(),
            hands: vec![Vec::new(); n],
            trick: Vec::new(),
            tricks: vec![0; n],
            won: vec![Vec::new(); n],
            sung: vec![Vec::new(); n],
            last_winner: None,
            bonus: vec![0; n],
            turn: 0,
            playing: false,
        }
    }

    pub fn over(&self) -> bool {
        self.active().len() < 3
    }

    fn active(&self) -> Vec<usize> {
        (0..self.settings.seats).filter(|&s| self.retired[s].is_none()).collect()
    }

    fn following(&self, seat: usize) -> usize {
        let mut next = seat;
        loop {
            next = (next + 1) % self.settings.seats;
            if self.inside.contains(&next) {
                return next;
            }
        }
    }

    fn preceding(&self, seat: usize) -> usize {
        let mut before = seat;
        loop {
            before = (before + self.settings.seats - 1) % self.settings.seats;
            if self.inside.contains(&before) {
                return before;
            }
        }
    }

    pub fn deal(&mut self, deal: &Value) {
        let n = self.settings.seats;
        let list = |value: &Value| -> Vec<String> {
            let items = value.as_array().cloned().unwrap_or_default();
            items.iter().map(|card| card.as_str().unwrap().to_string()).collect()
        };
        self.hands = (0..n).map(|s| list(&deal["hands"][s.to_string()])).collect();
        self.inside = (0..n).filter(|&s| !self.hands[s].is_empty()).collect();
        self.trick.clear();
        self.tricks = vec![0; n];
        self.won = vec![Vec::new(); n];
        self.sung = vec![Vec::new(); n];
        self.bonus = vec![0; n];
        self.last_winner = None;
        if let Some(spare) = deal["undealt"].as_str()
            && (self.dealt == 0 || !self.settings.swap_first)
        {
            for hand in &mut self.hands {
                if let Some(two) = hand.iter_mut().find(|card| *card == "O2") {
                    *two = spare.to_string();
                }
            }
        }
        if self.dealt == 0 {
            let card = match (self.inside.len(), self.settings.no_twos) {
                (3, _) => "O7",
                (6, true) => "O4",
                _ => "O2",
            };
            let mano = (0..n).find(|&s| self.hands[s].iter().any(|c| c == card)).unwrap();
            self.mano = Some(mano);
            self.dealer = Some(if n == 6 { 0 } else { self.preceding(mano) });
        } else {
            self.dealer = self.mano;
            self.mano = self.mano.map(|last| self.following(last));
        }
        self.trump = match deal["trump"].as_str() {
            Some(card) if self.settings.last_card => suit(card),
            _ => ['O', 'C', 'E', 'B'][self.dealt % 4],
        };
        self.dealt += 1;
        self.turn = self.mano.unwrap();
        self.playing = true;
    }

    /// Returns the seats that the next deal gives cards.
    pub fn expected(&self) -> Vec<usize> {
        let active = self.active();
        if active.len() < 6 || self.settings.no_twos {
            return active;
        }
        let dealer = if self.dealt == 0 { 0 } else { self.mano.unwrap() };
        active.into_iter().filter(|&s| s != dealer).collect()
    }

    pub fn turn(&self) -> Option<usize> {
        self.playing.then_some(self.turn)
    }

    fn kills(&self, card: &str, other: &str) -> bool {
        if suit(card) == suit(other) {
            return power(card) > power(other);
        }
        suit(card) == self.trump
    }

    /// Returns true if `card` would win the trick so far.
    fn wins(&self, card: &str) -> bool {
        let led = suit(&self.trick[0].1);
        (suit(card) == led || suit(card) == self.trump)
            && self.trick.iter().all(|(_, other)| {
                self.kills(card, other) || (suit(other) != led && suit(other) != self.trump)
            })
    }

    fn holds(&self, seat: usize, card: &str) -> bool {
        self.hands[seat].iter().any(|other| other == card)
    }

    pub fn legal(&self) -> Vec<String> {
        let hand = &self.hands[self.turn];
        let mut moves: Vec<String>;
        if self.trick.is_empty() {
            moves = hand.clone();
            if self.last_winner == Some(self.turn) {
                for s in ['O', 'C', 'E', 'B'] {
                    let song = if s == self.trump { format!("40:{s}") } else { format!("20:{s}") };
                    let has = |r: u32| self.holds(self.turn, &format!("{s}{r}"));
                    if has(12) && has(11) && !self.sung[self.turn].contains(&song) {
                        moves.push(song);
                    }
                }
                for (song, r) in [("tute:R", 12), ("tute:C", 11)] {
                    if ["O", "C", "E", "B"]
                        .iter()
                        .all(|s| self.holds(self.turn, &format!("{s}{r}")))
                    {
                        moves.push(song.to_string());
                    }
                }
            }
        } else {
            let led = suit(&self.trick[0].1);
            let same: Vec<String> = hand.iter().filter(|c| suit(c) == led).cloned().collect();
            let beating: Vec<String> = same.iter().filter(|c| self.wins(c)).cloned().collect();
            let trumping: Vec<String> =
                hand.iter().filter(|c| suit(c) == self.trump && self.wins(c)).cloned().collect();
            moves = if !beating.is_empty() {
                beating
            } else if !same.is_empty() {
                same
            } else if !trumping.is_empty() {
                trumping
            } else {
                hand.clone()
            };
        }
        moves.sort();
        moves
    }

    pub fn points(&self, seat: usize) -> i32 {
        let cards: i32 = self.won[seat].iter().map(|card| worth(card)).sum();
        let songs: i32 = self.sung[seat]
            .iter()
            .map(|song| song.split(':').next().unwrap().parse().unwrap_or(0))
            .sum();
        cards + songs + self.bonus[seat]
    }

    pub fn play(&mut self, text: &str) {
        if text == "fallo" {
            return self.punish(vec![self.turn]);
        }
        if text.starts_with("tute") {
            let others = self.inside.iter().copied().filter(|&s| s != self.turn).collect();
            return self.punish(others);
        }
        if text.contains(':') {
            self.sung[self.turn].push(text.to_string());
            return;
        }
        self.hands[self.turn].retain(|card| card != text);
        self.trick.push((self.turn, text.to_string()));
        if self.trick.len() < self.inside.len() {
            self.turn = self.following(self.turn);
            return;
        }
        let led = suit(&self.trick[0].1);
        let trumped = self.trick.iter().any(|(_, card)| suit(card) == self.trump);
        let ruling = if trumped { self.trump } else { led };
        let best = self.trick.iter().filter(|(_, card)| suit(card) == ruling);
        let winner = best.max_by_key(|(_, card)| power(card)).unwrap().0;
        let cards: Vec<String> = self.trick.drain(..).map(|(_, card)| card).collect();
        self.won[winner].extend(cards);
        self.tricks[winner] += 1;
        self.last_winner = Some(winner);
        self.turn = winner;
        if self.hands[winner].is_empty() {
            self.bonus[winner] += 10;
            let got: Vec<(usize, i32, bool)> = self
                .inside
                .iter()
                .map(|&s| (self.tricks[s], self.points(s), !self.sung[s].is_empty()))
                .collect();
            let lost = losing(&got, self.settings.capote_loses, self.settings.tied_only);
            self.punish(lost.into_iter().map(|i| self.inside[i]).collect());
        }
    }

    fn punish(&mut self, losers: Vec<usize>) {
        for seat in losers {
            self.porotos[seat] += 1;
            if self.porotos[seat] == self.settings.limit {
                self.retired[seat] = Some(self.dealt - 1);
            }
        }
        self.playing = false;
    }

    /// Returns the ranks at the end.
    pub fn ranks(&self) -> Vec<u8> {
        let better = |a: usize, b: usize| match (self.retired[a], self.retired[b]) {
            (None, None) => self.porotos[a] < self.porotos[b],
            (None, Some(_)) => true,
            (Some(_), None) => false,
            (Some(x), Some(y)) => x > y,
        };
        let n = self.settings.seats;
        (0..n).map(|b| 1 + (0..n).filter(|&a| better(a, b)).count() as u8).collect()
    }
}
