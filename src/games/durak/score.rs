//! Scoring: seats that are out, the durak, and points.

use super::{LastCard, Phase, Public};
use crate::core::{Outcome, PerSeat, Reason, Seat, Team, ranks_by};

impl Public {
    /// After the refill: a seat with no card left is out; then the game ends or goes on.
    pub(super) fn end_bout(&mut self) {
        self.bouts += 1;
        let (before, mut left) = (self.places_taken(), 0);
        let mut leaving = PerSeat::from_fn(self.seats(), |_| false);
        for seat in Seat::all(self.seats()).filter(|&seat| self.plays(seat)) {
            leaving[seat] = self.talon == 0 && self.count[seat] == 0;
            left += u8::from(!leaving[seat]);
        }
        for (seat, _) in leaving.iter().filter(|(_, leaves)| **leaves) {
            self.place[seat] = before + 1;
            self.points[seat] += i32::from(left > 0);
        }
        match left {
            0 => {
                let defender = self.options.last_card == LastCard::AttackerWins;
                if defender {
                    for (seat, _) in leaving.iter().filter(|(_, leaves)| **leaves) {
                        self.points[seat] += i32::from(seat != self.defender);
                    }
                    self.place[self.defender] = self.seats();
                }
                self.end_game(defender.then_some(self.defender));
            }
            1 => {
                let durak = Seat::all(self.seats()).find(|&seat| self.plays(seat));
                self.place_the_rest(self.seats());
                self.end_game(durak);
            }
            _ if self.bouts >= self.options.max_bouts => {
                self.place_the_rest(self.places_taken() + 1);
                self.end_game(None);
            }
            _ => {
                let attacker = self.next_attacker();
                self.begin_bout(attacker);
            }
        }
    }

    fn places_taken(&self) -> u8 {
        self.place.iter().filter(|(_, place)| **place > 0).count() as u8
    }

    fn place_the_rest(&mut self, place: u8) {
        for seat in Seat::all(self.seats()) {
            if self.plays(seat) {
                self.place[seat] = place;
            }
        }
    }

    fn end_game(&mut self, durak: Option<Seat>) {
        self.durak = durak;
        self.phase = if self.dealt < self.options.games { Phase::Deal } else { Phase::Over };
    }

    /// The end of the match, if it is over: with one game its places, with more the points decide.
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
