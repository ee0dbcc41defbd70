//! Trains a network on samples.

use super::Sample;
use crate::quoridor::master::net::{
    BIAS, CEILING, HIDDEN, Net, OUTPUT_BIAS, OUTPUT_SCALE, OUTPUT_WEIGHTS, ROWS, Row, WALLS,
    distance_row, pawn_row, phase, wall_row, walls_left_row,
};
use crate::quoridor::master::{STEP, Weights};
use crate::quoridor::{Square, Wall};
use juez_core::{Rng, Seed};

/// Log-odds of a win per step.
const LOG_ODDS_PER_STEP: f32 = 0.45;
/// Weight of the match result in the target; the rest is the score of the search.
const RESULT_WEIGHT: f32 = 0.5;
const EPOCHS: usize = 12;
const BATCH: usize = 4096;
/// One sample in this many is kept for testing.
const TEST_SHARE: usize = 20;
/// Weights are clamped to this, so that accumulators do not overflow.
const MAX_WEIGHT: f32 = 3.9;
/// Learning rate of a new network at first, and of one that exists.
const RATES: (f32, f32) = (0.003, 0.001);
/// Learning rate at the end.
const LAST_RATE: f32 = 0.00005;

/// A sample as features of the network.
struct Example {
    /// Active rows, as played and mirrored left to right.
    rows: [Vec<u16>; 2],
    phase: u8,
    /// Evaluation by distances and walls, in steps.
    base: f32,
    target: f32,
}

/// Returns the quantization scale of a row.
fn scale(row: usize) -> f32 {
    if row >= OUTPUT_WEIGHTS { OUTPUT_SCALE as f32 } else { f32::from(CEILING) }
}

fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

fn example(sample: &Sample, weights: &Weights) -> Option<Example> {
    let side = usize::from(sample.to_move);
    let own_first = |pair: [u8; 2]| [pair[side], pair[1 - side]];
    let [pawns, left, steps] = [sample.pawns, sample.walls_left, sample.steps].map(own_first);
    let base = weights.value(steps, left);
    if Weights::is_race(base) {
        return None;
    }
    let in_steps = |score: i32| score as f32 / STEP as f32;
    let score = in_steps(sample.score.into());
    let result = f32::from(sample.result) / 2.0;
    let rows = [false, true].map(|is_mirrored| {
        let mut rows = vec![BIAS, distance_row(steps), walls_left_row(left)];
        for (whose, pawn) in pawns.into_iter().enumerate() {
            let mut square = Square::from_index(pawn.into());
            if is_mirrored {
                square = Square::at(8 - square.file(), square.rank()).expect("a square");
            }
            rows.push(pawn_row(side, whose, square));
        }
        for (upright, slots) in sample.walls.into_iter().enumerate() {
            for slot in (0..64).filter(|slot| slots >> slot & 1 == 1) {
                let mut wall = Wall::from_index(2 * slot + upright);
                if is_mirrored {
                    let corner = wall.corner();
                    wall =
                        Wall::at(7 - corner.file(), corner.rank(), upright == 1).expect("a wall");
                }
                rows.push(wall_row(side, wall));
            }
        }
        rows.into_iter().map(|row| row as u16).collect()
    });
    let target =
        RESULT_WEIGHT * result + (1.0 - RESULT_WEIGHT) * sigmoid(LOG_ODDS_PER_STEP * score);
    Some(Example { rows, phase: phase(left) as u8, base: in_steps(base), target })
}

/// The network in floating point, with the state of the Adam optimizer.
struct Trainer {
    weights: Vec<[f32; HIDDEN]>,
    gradients: Vec<[f32; HIDDEN]>,
    means: Vec<[f32; HIDDEN]>,
    squares: Vec<[f32; HIDDEN]>,
    steps_done: i32,
}

impl Trainer {
    fn new(rng: &mut Rng) -> Trainer {
        let empty = vec![[0.0; HIDDEN]; ROWS];
        let mut weights = empty.clone();
        let mut draw = |width: f32| (rng.below(20_001) as f32 / 10_000.0 - 1.0) * width;
        for (nth, row) in weights.iter_mut().enumerate() {
            let width = match nth {
                BIAS => 0.0,
                OUTPUT_BIAS => 0.0,
                nth if nth >= OUTPUT_WEIGHTS => 0.3,
                nth if nth >= WALLS => 0.08,
                _ => 0.15,
            };
            row.iter_mut().for_each(|number| *number = draw(width));
        }
        weights[BIAS].fill(0.3);
        Trainer::of(weights)
    }

    fn from_net(net: &Net) -> Trainer {
        let scaled = |(nth, row): (usize, &Row)| row.map(|number| f32::from(number) / scale(nth));
        Trainer::of(net.rows().iter().enumerate().map(scaled).collect())
    }

    fn of(weights: Vec<[f32; HIDDEN]>) -> Trainer {
        let empty = vec![[0.0; HIDDEN]; ROWS];
        let (means, squares) = (empty.clone(), empty.clone());
        Trainer { weights, gradients: empty, means, squares, steps_done: 0 }
    }

    /// Returns the evaluation of an example in steps, and its accumulator.
    fn value(&self, example: &Example, mirror: usize) -> (f32, [f32; HIDDEN]) {
        let mut sums = [0.0; HIDDEN];
        for &row in &example.rows[mirror] {
            for (sum, number) in sums.iter_mut().zip(&self.weights[usize::from(row)]) {
                *sum += number;
            }
        }
        let phase = usize::from(example.phase);
        let weights = &self.weights[OUTPUT_WEIGHTS + phase];
        let total: f32 =
            sums.iter().zip(weights).map(|(sum, weight)| sum.clamp(0.0, 1.0) * weight).sum();
        (example.base + total + self.weights[OUTPUT_BIAS][phase], sums)
    }

    /// Returns the cross-entropy loss of an example.
    fn loss(&self, example: &Example) -> f64 {
        let p = f64::from(sigmoid(LOG_ODDS_PER_STEP * self.value(example, 0).0))
            .clamp(1e-6, 1.0 - 1e-6);
        let t = f64::from(example.target);
        -(t * p.ln() + (1.0 - t) * (1.0 - p).ln())
    }

    fn add_gradient(&mut self, example: &Example, mirror: usize) {
        let (value, sums) = self.value(example, mirror);
        let error = (sigmoid(LOG_ODDS_PER_STEP * value) - example.target) * LOG_ODDS_PER_STEP;
        let phase = usize::from(example.phase);
        self.gradients[OUTPUT_BIAS][phase] += error;
        let weights = self.weights[OUTPUT_WEIGHTS + phase];
        let mut back = [0.0; HIDDEN];
        for nth in 0..HIDDEN {
            self.gradients[OUTPUT_WEIGHTS + phase][nth] += error * sums[nth].clamp(0.0, 1.0);
            if sums[nth] > 0.0 && sums[nth] < 1.0 {
                back[nth] = error * weights[nth];
            }
        }
        for &row in &example.rows[mirror] {
            for (gradient, back) in self.gradients[usize::from(row)].iter_mut().zip(&back) {
                *gradient += back;
            }
        }
    }

    fn step(&mut self, rate: f32, many: usize) {
        const DECAY: (f32, f32) = (0.9, 0.999);
        self.steps_done += 1;
        let fix = (1.0 - DECAY.0.powi(self.steps_done), 1.0 - DECAY.1.powi(self.steps_done));
        for row in 0..ROWS {
            for nth in 0..HIDDEN {
                let gradient = std::mem::take(&mut self.gradients[row][nth]) / many as f32;
                let mean = &mut self.means[row][nth];
                *mean = DECAY.0 * *mean + (1.0 - DECAY.0) * gradient;
                let square = &mut self.squares[row][nth];
                *square = DECAY.1 * *square + (1.0 - DECAY.1) * gradient * gradient;
                let number = &mut self.weights[row][nth];
                *number -= rate * (*mean / fix.0) / ((*square / fix.1).sqrt() + 1e-8);
                *number = number.clamp(-MAX_WEIGHT, MAX_WEIGHT);
            }
        }
    }

    fn net(&self) -> Net {
        let whole = |(nth, row): (usize, &[f32; HIDDEN])| -> Row {
            row.map(|number| (number * scale(nth)).round() as i16)
        };
        Net::from_rows(self.weights.iter().enumerate().map(whole).collect())
    }
}

/// The state of the training after an epoch.
pub struct Epoch {
    /// Number of samples that it learns from.
    pub samples: usize,
    /// Number of epochs done; 0 before the first.
    pub number: usize,
    /// Cross-entropy loss on other samples; not a number without any.
    pub loss: f64,
    /// The network.
    pub net: Net,
}

impl Epoch {
    /// Returns the completed share of the training, from 0 to 1.
    pub fn share(&self) -> f64 {
        self.number as f64 / EPOCHS as f64
    }
}

/// Trains a new network, or an existing one further, on encoded samples. Calls `each` before the
/// first and after each epoch; once it returns false, the training ends.
pub fn train(
    encoded: &[u8],
    from: Option<&Net>,
    seed: Seed,
    each: &mut dyn FnMut(&Epoch) -> bool,
) -> Net {
    let weights = Weights::default();
    let (encoded, _) = encoded.as_chunks();
    let mut examples: Vec<Example> =
        encoded.iter().filter_map(|bytes| example(&Sample::from_bytes(bytes), &weights)).collect();
    // The end is the test set, because its matches are not in the training set.
    let tests = examples.split_off(examples.len() - examples.len() / TEST_SHARE);
    let samples = examples.len();
    let mut rng = seed.rng();
    let mut trainer = from.map_or_else(|| Trainer::new(&mut rng), Trainer::from_net);
    let first_rate = if from.is_some() { RATES.1 } else { RATES.0 };
    let epoch = |number: usize, trainer: &Trainer| {
        let loss: f64 = tests.iter().map(|example| trainer.loss(example)).sum();
        Epoch { samples, number, loss: loss / tests.len() as f64, net: trainer.net() }
    };
    let mut last = epoch(0, &trainer);
    while last.number < EPOCHS && each(&last) {
        for nth in (1..examples.len()).rev() {
            examples.swap(nth, rng.below(nth as u32 + 1) as usize);
        }
        let share = last.number as f32 / EPOCHS as f32;
        let rate = first_rate * (1.0 - share) * (1.0 - share) + LAST_RATE;
        for batch in examples.chunks(BATCH) {
            for example in batch {
                trainer.add_gradient(example, rng.below(2) as usize);
            }
            trainer.step(rate, batch.len());
        }
        last = epoch(last.number + 1, &trainer);
    }
    each(&last);
    last.net
}
