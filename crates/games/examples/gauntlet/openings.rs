//! Openings from a file or by random moves.

use juez_core::{Seed, State};
use juez_games::quoridor::Move;
use juez_games::quoridor::master::learning::Line;

/// Returns `count` openings: lines of a file, or `random:N` plies.
///
/// # Errors
/// If the file cannot be read, has too few openings or an illegal move.
pub fn read(text: &str, count: usize, seed: u64) -> Result<Vec<Line>, String> {
    if let Some(plies) = text.strip_prefix("random:") {
        let plies =
            plies.parse().map_err(|_| format!("expected a number of plies, not {plies}"))?;
        return Ok((0..count as u64).map(|nth| random(2, plies, seed * 100_000 + nth)).collect());
    }
    let file = std::fs::read_to_string(text).map_err(|error| format!("{text}: {error}"))?;
    let lines: Vec<&str> = file.lines().filter(|line| !line.starts_with('#')).collect();
    if lines.len() < count.max(1) {
        return Err(format!("{text} has only {} openings", lines.len()));
    }
    // Each seed continues after the openings of the seed before.
    let begin = seed as usize * count % lines.len();
    lines.iter().cycle().skip(begin).take(count).map(|line| line_of(line)).collect()
}

/// Returns the match after these moves.
pub fn line_of(text: &str) -> Result<Line, String> {
    let mut line = Line::new(2);
    for word in text.split_whitespace() {
        let mv: Move = word.parse().map_err(|error| format!("{text}: {error}"))?;
        line.position.explain(mv).map_err(|error| format!("{text}: {error}"))?;
        line.play(mv);
    }
    Ok(line)
}

/// Returns a match after `plies` random moves.
pub fn random(seats: u8, plies: u32, seed: u64) -> Line {
    let mut rng = Seed::from(seed).rng();
    let mut line = Line::new(seats);
    for _ in 0..plies {
        let mv = line.position.board().random_move(&mut rng);
        line.play(mv);
    }
    line
}
