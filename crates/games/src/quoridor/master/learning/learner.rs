//! Lessons from lost matches.

use super::{Line, Sample, Teacher, draw, train};
use crate::quoridor::master::net::Net;
use crate::quoridor::{Position, Quoridor};
use juez_core::{Learner, Learning, LostMatch, Rng, Seed, Stream, Weights};
use juez_search::{LIKELY, expected_score};
use std::sync::{Arc, OnceLock};

/// Positions per move of a lesson; up to 1.5 times as many.
const LESSON_NODES: u32 = 600;
/// Positions of the search that weighs a decision of a lost match.
const WEIGH_NODES: u64 = 3000;
/// Expected score of a certain win, in thousandths.
const CERTAIN: i32 = 1000;
/// Most random plies of the opening of a lesson without a lost match.
const OPENING_PLIES: u32 = 10;
/// One lesson in this many begins at an opening, so that the rest of the game is not forgotten.
const OPENING_SHARE: u32 = 3;

/// The learning of the master.
pub const LEARNING: Learning<Quoridor> = Learning { built_in, check, learner };

fn built_in() -> &'static Weights {
    static WEIGHTS: OnceLock<Weights> = OnceLock::new();
    WEIGHTS.get_or_init(|| Weights::new(Net::built_in().write()))
}

fn check(bytes: &[u8]) -> Result<(), String> {
    if bytes.is_empty() {
        return Ok(());
    }
    Net::read(bytes).map(drop).ok_or_else(|| "not the numbers of its network".to_string())
}

fn learner(weights: Option<&[u8]>, lost: Vec<LostMatch<Quoridor>>, seed: Seed) -> Box<dyn Learner> {
    let net = match weights {
        None => Some(Net::built_in()),
        Some(bytes) => Net::read(bytes),
    };
    let lost = lost.into_iter().map(Lost::new).filter(|lost| !lost.decisions.is_empty());
    Box::new(NetLearner { net: net.map(Arc::new), lost: lost.collect(), seed })
}

struct NetLearner {
    net: Option<Arc<Net>>,
    lost: Vec<Lost>,
    seed: Seed,
}

/// The decisions of the bot in a match that it has lost.
struct Lost {
    decisions: Vec<Position>,
    /// Expected score that each decision cost, in thousandths; weighed at its first use.
    costs: OnceLock<Vec<u32>>,
}

impl Lost {
    fn new(LostMatch { states, seat, .. }: LostMatch<Quoridor>) -> Lost {
        let decides = |position: &Position| {
            let board = position.board();
            board.seats() == 2 && position.over().is_none() && board.to_move() == seat
        };
        Lost { decisions: states.into_iter().filter(decides).collect(), costs: OnceLock::new() }
    }

    /// Returns the expected score that each decision cost: the drop to the next one, or to the
    /// loss.
    fn costs(&self, teacher: &mut Teacher) -> &[u32] {
        self.costs.get_or_init(|| {
            teacher.clear();
            let mut expected: Vec<i32> = self
                .decisions
                .iter()
                .map(|position| {
                    let report = teacher.search(&Line::of(position.clone()), WEIGH_NODES);
                    expected_score(report.score, LIKELY, CERTAIN)
                })
                .collect();
            expected.push(0);
            expected.windows(2).map(|pair| (pair[0] - pair[1]).max(0) as u32).collect()
        })
    }

    /// Draws a decision, each with a probability in proportion to its cost.
    fn draw(&self, teacher: &mut Teacher, rng: &mut Rng) -> &Position {
        &self.decisions[rng.weighted(self.costs(teacher))]
    }
}

impl NetLearner {
    /// Returns the begin of a lesson.
    fn begin(&self, teacher: &mut Teacher, rng: &mut Rng) -> Line {
        if self.lost.is_empty() || rng.below(OPENING_SHARE) == 0 {
            let plies = 1 + rng.below(OPENING_PLIES);
            return draw(plies, rng);
        }
        let lost = &self.lost[rng.below(self.lost.len() as u32) as usize];
        let mut line = Line::of(lost.draw(teacher, rng).clone());
        // Half of the lessons try a move that the bot did not consider best.
        if rng.below(2) == 0 {
            let mv = line.position.board().random_move(rng);
            line.play(mv);
        }
        line
    }
}

impl Learner for NetLearner {
    fn lessons(&self) -> Box<dyn FnMut(u32) -> Vec<u8> + '_> {
        let mut teacher = Teacher::new(self.net.clone());
        Box::new(move |number| {
            let mut rng = self.seed.child(Stream::Match(number)).rng();
            let line = self.begin(&mut teacher, &mut rng);
            let samples = teacher.play(line, LESSON_NODES, &mut rng);
            samples.into_iter().flat_map(Sample::to_bytes).collect()
        })
    }

    fn position_bytes(&self) -> usize {
        Sample::BYTES
    }

    fn train(&self, positions: &[u8], proceed: &mut dyn FnMut(f64) -> bool) -> Option<Vec<u8>> {
        let mut is_whole = true;
        let net = train(positions, self.net.as_deref(), self.seed, &mut |epoch| {
            is_whole = proceed(epoch.share());
            is_whole
        });
        is_whole.then(|| net.write())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use juez_core::Seat;

    /// A match in which the second seat steps to and fro while the first one walks to its goal.
    fn lost() -> LostMatch<Quoridor> {
        let mut line = Line::new(2);
        let mut states = vec![line.position.clone()];
        for mv in "e2 e8 e3 e9 e4 e8 e5 e9 e6 e8 e7 d8 e8 d9 e9".split(' ') {
            line.play(mv.parse().expect("a move"));
            states.push(line.position.clone());
        }
        assert!(line.position.over().is_some());
        let moves = line.moves.iter().map(|&(_, mv)| mv).collect();
        LostMatch { states, moves, seat: Seat::new(1), winners: vec![Seat::new(0)] }
    }

    #[test]
    fn a_lost_match_costs_most_where_it_turned() {
        let lost = Lost::new(lost());
        assert_eq!(lost.decisions.len(), 7);
        let costs = lost.costs(&mut Teacher::new(None)).to_vec();
        let most = (0..costs.len()).max_by_key(|&nth| costs[nth]);
        assert!(most.is_some_and(|nth| (1..=4).contains(&nth)), "{costs:?}");
        let mut rng = Seed::from(1).rng();
        let mut drawn = vec![0; costs.len()];
        for _ in 0..400 {
            let position = lost.draw(&mut Teacher::new(None), &mut rng);
            let at = lost.decisions.iter().position(|other| other == position);
            drawn[at.expect("a decision")] += 1;
        }
        let sum: u32 = costs.iter().sum();
        for (drawn, cost) in drawn.into_iter().zip(costs) {
            assert!((drawn - (400 * cost / sum) as i32).abs() < 50, "{drawn} of {cost}");
        }
    }

    #[test]
    fn lessons_depend_on_their_number_alone() {
        let learner = learner(Some(&[]), vec![lost()], Seed::from(3));
        let (mut one, mut two) = (learner.lessons(), learner.lessons());
        let (first, _) = (one(0), one(1));
        two(5);
        assert_eq!(two(0), first);
        assert!(!first.is_empty() && first.len() % learner.position_bytes() == 0);
    }

    #[test]
    fn a_sample_is_read_as_written() {
        let line = draw(9, &mut Seed::from(4).rng());
        let sample = Sample { result: 2, ..Sample::new(line.position.board(), -321) };
        assert_eq!(Sample::from_bytes(&sample.to_bytes()), sample);
    }

    #[test]
    fn training_lowers_the_loss_and_its_weights_pass_the_check() {
        let learner = learner(Some(&[]), Vec::new(), Seed::from(5));
        let mut lesson = learner.lessons();
        let positions: Vec<u8> = (0..40).flat_map(&mut lesson).collect();
        let mut losses = Vec::new();
        train(&positions, None, Seed::from(5), &mut |epoch| {
            losses.push(epoch.loss);
            true
        });
        // Of so few positions, later epochs learn by heart.
        assert!(losses[1] < losses[0], "{losses:?}");
        let bytes = learner.train(&positions, &mut |_| true).expect("weights");
        assert_eq!(check(&bytes), Ok(()));
        assert_eq!(learner.train(&positions, &mut |share| share < 0.5), None);
        for wrong in [&bytes[1..], &[0xff; 66_880][..66_879], &[0x7f; 66_880]] {
            assert!(check(wrong).is_err(), "{} bytes", wrong.len());
        }
    }
}
