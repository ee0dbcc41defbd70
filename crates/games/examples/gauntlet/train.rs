//! Trains a network on samples from self-play.

use juez_core::{Rng, Seed};
use juez_games::quoridor::master::net::{
    BIAS, CEILING, HIDDEN, Net, OUTPUT_BIAS, OUTPUT_SCALE, OUTPUT_WEIGHTS, ROWS, Row, WALLS,
    distance_row, pawn_row, phase, wall_row, walls_left_row,
};
use juez_games::quoridor::master::{STEP, Weights};
use juez_games::quoridor::{Square, Wall};

use crate::Args;
use crate::teach::SIZE;

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

/// A sample as features of the network.
struct Example {
    /// Active rows, as played and mirrored left to right.
    rows: [Vec<u16>; 2],
    phase: u8,
    /// Evaluation by distances and walls, in steps.
    base: f32,
    target: f32,
}

fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

fn example(bytes: &[u8], weights: &Weights) -> Option<Example> {
    let word = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"));
    let slots = [word(0), word(8)];
    let side = usize::from(bytes[22]);
    let pair = |at: usize| [bytes[at + side], bytes[at + 1 - side]];
    let (pawns, left, steps) = (pair(16), pair(18), pair(20));
    let base = weights.value(steps, left);
    if Weights::is_race(base) {
        return None;
    }
    let in_steps = |score: i32| score as f32 / STEP as f32;
    let score = in_steps(i16::from_le_bytes([bytes[24], bytes[25]]).into());
    let result = f32::from(bytes[23]) / 2.0;
    let rows = [false, true].map(|is_mirrored| {
        let mut rows = vec![BIAS, distance_row(steps), walls_left_row(left)];
        for (whose, pawn) in pawns.into_iter().enumerate() {
            let mut square = Square::from_index(pawn.into());
            if is_mirrored {
                square = Square::at(8 - square.file(), square.rank()).expect("a square");
            }
            rows.push(pawn_row(side, whose, square));
        }
        for (upright, slots) in slots.into_iter().enumerate() {
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
        Trainer {
            weights,
            gradients: empty.clone(),
            means: empty.clone(),
            squares: empty,
            steps_done: 0,
        }
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
        let whole = |nth: usize, row: &[f32; HIDDEN]| -> Row {
            let one = if nth >= OUTPUT_WEIGHTS { OUTPUT_SCALE as f32 } else { f32::from(CEILING) };
            std::array::from_fn(|column| (row[column] * one).round() as i16)
        };
        Net::from_rows(self.weights.iter().enumerate().map(|(nth, row)| whole(nth, row)).collect())
    }
}

/// Trains a network on a file of samples and writes it after each epoch.
///
/// # Errors
/// If a file cannot be read or written.
pub fn run(from: &str, to: &str, args: &Args) -> Result<(), String> {
    let bytes = std::fs::read(from).map_err(|error| format!("{from}: {error}"))?;
    let weights = Weights::default();
    let mut examples: Vec<Example> =
        bytes.chunks_exact(SIZE).filter_map(|bytes| example(bytes, &weights)).collect();
    // The end of the file is the test set, because its matches are not in the training set.
    let tests = examples.split_off(examples.len() - examples.len() / TEST_SHARE);
    let mut rng = Seed::from(args.seed).rng();
    let mut trainer = Trainer::new(&mut rng);
    let test = |trainer: &Trainer| {
        tests.iter().map(|example| trainer.loss(example)).sum::<f64>() / tests.len() as f64
    };
    eprintln!("{} examples, loss {:.5}", examples.len(), test(&trainer));
    for epoch in 0..EPOCHS {
        for nth in (1..examples.len()).rev() {
            examples.swap(nth, rng.below(nth as u32 + 1) as usize);
        }
        let share = epoch as f32 / EPOCHS as f32;
        let rate = 0.003 * (1.0 - share) * (1.0 - share) + 0.00005;
        for batch in examples.chunks(BATCH) {
            for example in batch {
                trainer.add_gradient(example, rng.below(2) as usize);
            }
            trainer.step(rate, batch.len());
        }
        eprintln!("epoch {}: loss {:.5}", epoch + 1, test(&trainer));
        std::fs::write(to, trainer.net().write()).map_err(|error| format!("{to}: {error}"))?;
    }
    Ok(())
}
