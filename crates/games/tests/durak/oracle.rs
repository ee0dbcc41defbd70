//! The rules of Durak once more, as slow and plain as possible: cards as text in lists, the
//! throwing-in as a queue of seats. Shares no code with the game.

use std::collections::VecDeque;

const RANKS: &str = "23456789TJQKA";

fn rank(card: &str) -> usize {
    RANKS.find(&card[..1]).expect("a rank")
}

fn suit(card: &str) -> &str {
    &card[1..]
}

#[derive(Clone, Default)]
pub struct Rules {
    pub seats: usize,
    pub first5: bool,
    pub games: usize,
    pub attack_the_durak: bool,
    pub max_bouts: usize,
    pub attacker_wins: bool,
}

#[derive(Clone, PartialEq, Debug, Default)]
pub enum Waits {
    #[default]
    Deal,
    Attack,
    Defend,
    /// The seats that remain in this round.
    Throw(VecDeque<usize>),
    Over,
}

#[derive(Clone, Default)]
pub struct Oracle {
    rules: Rules,
    pub waits: Waits,
    games: usize,
    pub points: Vec<i32>,
    pub hands: Vec<Vec<String>>,
    pub talon: VecDeque<String>,
    trump: String,
    pub table: Vec<(String, Option<String>)>,
    pub discard: Vec<String>,
    pub attacker: usize,
    pub defender: usize,
    pub limit: usize,
    taking: bool,
    pub bouts: usize,
    /// Groups of seats in the order they left this game, best first.
    pub left: Vec<Vec<usize>>,
    durak: Option<usize>,
}

impl Oracle {
    pub fn new(rules: Rules) -> Oracle {
        let points = vec![0; rules.seats];
        Oracle { rules, points, ..Oracle::default() }
    }

    pub fn deal(&mut self, hands: Vec<Vec<String>>, talon: Vec<String>, trump_card: &str) {
        assert_eq!(self.waits, Waits::Deal);
        self.games += 1;
        self.hands = hands;
        self.talon = talon.into();
        self.trump = suit(trump_card).to_string();
        self.discard.clear();
        self.left.clear();
        self.bouts = 0;
        let mut first = 0;
        let mut lowest = usize::MAX;
        for (seat, hand) in self.hands.iter().enumerate() {
            for card in hand.iter().filter(|card| suit(card) == self.trump) {
                if rank(card) < lowest {
                    lowest = rank(card);
                    first = seat;
                }
            }
        }
        if let Some(durak) = self.durak.filter(|_| self.rules.attack_the_durak) {
            first = (durak + self.rules.seats - 1) % self.rules.seats;
        }
        self.begin(first);
    }

    fn is_out(&self, seat: usize) -> bool {
        self.left.iter().any(|group| group.contains(&seat))
    }

    /// Returns the seats in play from `seat` on, including it if it plays.
    fn from(&self, seat: usize) -> Vec<usize> {
        let seats = self.rules.seats;
        (0..seats).map(|n| (seat + n) % seats).filter(|&seat| !self.is_out(seat)).collect()
    }

    fn begin(&mut self, attacker: usize) {
        self.attacker = attacker;
        self.defender = self.from(attacker + 1)[0];
        self.limit = self.hands[self.defender].len().min(6);
        if self.rules.first5 && self.discard.is_empty() {
            self.limit = self.limit.min(5);
        }
        self.taking = false;
        self.waits = Waits::Attack;
    }

    pub fn to_move(&self) -> Option<usize> {
        match &self.waits {
            Waits::Deal | Waits::Over => None,
            Waits::Attack => Some(self.attacker),
            Waits::Defend => Some(self.defender),
            Waits::Throw(queue) => queue.front().copied(),
        }
    }

    fn beats(&self, card: &str, other: &str) -> bool {
        if suit(card) == suit(other) { rank(card) > rank(other) } else { suit(card) == self.trump }
    }

    fn on_table(&self) -> Vec<String> {
        let mut all = Vec::new();
        for (attack, defence) in &self.table {
            all.push(attack.clone());
            all.extend(defence.clone());
        }
        all
    }

    pub fn legal(&self) -> Vec<String> {
        let Some(seat) = self.to_move() else { return Vec::new() };
        let hand = &self.hands[seat];
        let mut moves: Vec<String> = match &self.waits {
            Waits::Attack => hand.clone(),
            Waits::Defend => {
                let attack = &self.table.last().expect("an attack").0;
                hand.iter().filter(|card| self.beats(card, attack)).cloned().collect()
            }
            _ => {
                let table = self.on_table();
                let fits = |card: &&String| table.iter().any(|other| other[..1] == card[..1]);
                hand.iter().filter(fits).cloned().collect()
            }
        };
        match self.waits {
            Waits::Defend => moves.push("take".to_string()),
            Waits::Throw(_) => moves.push("done".to_string()),
            _ => {}
        }
        moves.sort();
        moves
    }

    pub fn play(&mut self, mv: &str) {
        let seat = self.to_move().expect("a seat to move");
        if mv.len() == 2 {
            self.hands[seat].retain(|card| card != mv);
        }
        match (self.waits.clone(), mv) {
            (Waits::Defend, "take") => {
                self.taking = true;
                self.answered();
            }
            (Waits::Defend, card) => {
                self.table.last_mut().expect("an attack").1 = Some(card.to_string());
                self.answered();
            }
            (Waits::Throw(mut queue), "done") => {
                queue.pop_front();
                if queue.is_empty() { self.bout_ends() } else { self.waits = Waits::Throw(queue) }
            }
            (_, card) => {
                self.table.push((card.to_string(), None));
                if self.taking { self.answered() } else { self.waits = Waits::Defend }
            }
        }
    }

    fn throwers(&self) -> Vec<usize> {
        let mut order = vec![self.attacker];
        let others = self.from(self.defender).into_iter();
        order.extend(others.filter(|&seat| seat != self.attacker && seat != self.defender));
        order
    }

    fn answered(&mut self) {
        if self.table.len() == self.limit {
            self.bout_ends();
        } else {
            self.waits = Waits::Throw(self.throwers().into());
        }
    }

    fn bout_ends(&mut self) {
        let cards = self.on_table();
        self.table.clear();
        if self.taking {
            self.hands[self.defender].extend(cards);
        } else {
            self.discard.extend(cards);
        }
        let mut order = self.throwers();
        order.push(self.defender);
        for &seat in &order {
            while self.hands[seat].len() < 6 && !self.talon.is_empty() {
                let card = self.talon.pop_front().expect("a card");
                self.hands[seat].push(card);
            }
        }
        self.bouts += 1;
        let playing = self.from(0);
        let mut out = playing.clone();
        out.retain(|&seat| self.talon.is_empty() && self.hands[seat].is_empty());
        let stay: Vec<usize> = playing.into_iter().filter(|seat| !out.contains(seat)).collect();
        if stay.is_empty() {
            if self.rules.attacker_wins {
                out.retain(|&seat| seat != self.defender);
                out.iter().for_each(|&seat| self.points[seat] += 1);
                self.left.push(out);
                self.left.push(vec![self.defender]);
                return self.game_ends(Some(self.defender));
            }
            self.left.push(out);
            return self.game_ends(None);
        }
        out.iter().for_each(|&seat| self.points[seat] += 1);
        if !out.is_empty() {
            self.left.push(out);
        }
        if stay.len() == 1 {
            let durak = stay[0];
            self.left.push(stay);
            return self.game_ends(Some(durak));
        }
        if self.bouts == self.rules.max_bouts {
            self.left.push(stay);
            return self.game_ends(None);
        }
        let after = if self.taking { self.defender + 1 } else { self.defender };
        let next = self.from(after)[0];
        self.begin(next);
    }

    fn game_ends(&mut self, durak: Option<usize>) {
        self.durak = durak;
        self.waits = if self.games == self.rules.games { Waits::Over } else { Waits::Deal };
    }

    pub fn ranks(&self) -> Vec<u8> {
        let seats = 0..self.rules.seats;
        let better = |seat: usize| {
            if self.rules.games > 1 {
                self.points.iter().filter(|&&points| points > self.points[seat]).count()
            } else {
                let before = self.left.iter().take_while(|group| !group.contains(&seat));
                before.map(Vec::len).sum()
            }
        };
        seats.map(|seat| 1 + better(seat) as u8).collect()
    }
}
