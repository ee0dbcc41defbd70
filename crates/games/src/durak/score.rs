//! Scoring: seats that are out, the durak, and points.

use super::{LastCard, Phase, Public};
use juez_core::{HandRow, HandScore, Outcome, Reason, Seat, SeatSet, Team, ranks_by};

impl Public {
    /// Ends a bout after the refill: seats without cards are out, then the game ends or continues.
    pub(super) fn end_bout(&mut self) {
        self.bouts += 1;
        let playing = self.playing();
        let emptied = |seat: &Seat| self.talon == 0 && self.count[*seat] == 0;
        let leaving: SeatSet = playing.iter().filter(emptied).collect();
        let left = playing - leaving;
        let place = self.seats() - playing.len() as u8 + 1;
        for seat in leaving.iter() {
            self.place[seat] = place;
            self.points[seat] += i32::from(!left.is_empty());
        }
        match left.len() {
            0 => {
                let defender = self.options.last_card == LastCard::AttackerWins;
                if defender {
                    for seat in leaving.without(self.defender).iter() {
                        self.points[seat] += 1;
                    }
                    self.place[self.defender] = self.seats();
                }
                self.end_game(defender.then_some(self.defender));
            }
            1 => {
                let durak = left.iter().next();
                self.place_the_rest(self.seats());
                self.end_game(durak);
            }
            many if self.bouts >= self.options.max_bouts => {
                self.place_the_rest(self.seats() - many as u8 + 1);
                self.end_game(None);
            }
            _ => {
                let attacker = self.next_attacker();
                self.begin_bout(attacker);
            }
        }
    }

    /// Returns the seats that are still in this game.
    fn playing(&self) -> SeatSet {
        Seat::all(self.seats()).filter(|&seat| self.plays(seat)).collect()
    }

    fn place_the_rest(&mut self, place: u8) {
        for seat in self.playing().iter() {
            self.place[seat] = place;
        }
    }

    fn end_game(&mut self, durak: Option<Seat>) {
        self.durak = durak;
        self.phase = if self.dealt < self.options.games { Phase::Deal } else { Phase::Over };
    }

    /// Returns the score of the game that has ended, by seat; `None` during a game.
    pub(super) fn hand_score(&self) -> Option<HandScore> {
        if self.dealt == 0 || !matches!(self.phase, Phase::Deal | Phase::Over) {
            return None;
        }
        let seats: Vec<Seat> = Seat::all(self.seats()).collect();
        let score = HandScore::of(seats.iter().map(|&seat| vec![seat]).collect())
            .row(HandRow::new("left").values(seats.iter().map(|&seat| self.count[seat])))
            .row(HandRow::new("place").values(seats.iter().map(|&seat| self.place[seat])))
            .row(HandRow::new("sum").points(seats.iter().map(|&seat| self.has_point(seat))));
        let so_far = HandRow::new("score").values(seats.iter().map(|&seat| self.points[seat]));
        let score = if self.options.games > 1 { score.row(so_far) } else { score };
        Some(match self.durak {
            Some(durak) => score.end("durak", Some(durak)),
            None => score.end("draw", None),
        })
    }

    /// Returns true if `seat` has the point of the game that has ended: another seat still played
    /// when it went out.
    fn has_point(&self, seat: Seat) -> bool {
        let last = self.place.iter().map(|(_, &place)| place).max();
        let all_out = self.count.iter().all(|(_, &count)| count == 0);
        match self.durak {
            Some(durak) => seat != durak,
            None if all_out => Some(self.place[seat]) != last,
            None => self.count[seat] == 0,
        }
    }

    /// Returns the outcome, if the match is over: places decide a single game, points decide
    /// several.
    pub fn outcome(&self) -> Option<Outcome> {
        if self.phase != Phase::Over {
            return None;
        }
        let ranks = if self.options.games == 1 {
            self.place
        } else {
            ranks_by(self.seats(), |seat| Team(seat.into()), |seat| -self.points[seat])
        };
        Some(Outcome { reason: Reason::Finished, ranks, points: self.points })
    }
}
