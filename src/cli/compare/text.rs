//! Result of a comparison as text.

use std::fmt;

use super::Comparison;
use crate::cli::text::{BOLD, DIM, GREEN, RED, by_time, counted};
use juez_tournament::rating::{Duel, Estimate};
use juez_tournament::{Decision, Model, Openings, PairEnd, PairTally, Sprt};

impl fmt::Display for Comparison<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Comparison { game, players: [a, b], tally, .. } = self;
        writeln!(f, "{BOLD}{a}{BOLD:#} against {BOLD}{b}{BOLD:#} at {game}\n")?;
        match tally.duel() {
            Some(duel) => figures(f, tally, &duel)?,
            None => writeln!(f, "no pair of matches was finished")?,
        }
        if tally.faults != [0, 0] {
            writeln!(f, "faults    {a} {}, {b} {}", tally.faults[0], tally.faults[1])?;
        }
        f.write_str(&by_time(tally.by_time, tally.matches()))?;
        if let Openings::Random { plies } = self.openings {
            let moves = counted(*plies, "random move", "random moves");
            writeln!(f, "openings  {moves}, others in each pair")?;
        }
        repeated(f, self)?;
        if let Some(sprt) = &self.sprt {
            writeln!(f)?;
            test(f, self, sprt)?;
        }
        if self.ended == PairEnd::Interrupted {
            writeln!(f, "{DIM}interrupted{DIM:#}")?;
        }
        if self.has_own_seed {
            writeln!(f, "\nseed {}\nBLAKE3 {}", self.seed, self.seed.commitment())?;
        }
        Ok(())
    }
}

fn figures(f: &mut fmt::Formatter<'_>, tally: &PairTally, duel: &Duel) -> fmt::Result {
    let PairTally { wins, draws, losses, pairs, .. } = tally;
    let (matches, blocks) = (tally.matches(), tally.blocks);
    let drawn = 100.0 * *draws as f64 / matches as f64;
    writeln!(
        f,
        "matches   {matches}: {wins} won, {draws} drawn, {losses} lost; {drawn:.1} % drawn"
    )?;
    let counts = pairs.map(|pairs| pairs.to_string()).join(", ");
    let ratio = duel.pairs_ratio().filter(|ratio| ratio.is_finite());
    let ratio = ratio.map(|ratio| format!("; {ratio:.2} won for each lost")).unwrap_or_default();
    let distinct = match tally.distinct() {
        distinct if distinct == blocks => String::new(),
        distinct => format!(", {BOLD}{distinct} distinct{BOLD:#}"),
    };
    writeln!(f, "pairs     {blocks}{distinct}, pentanomial (0 to 2 points) {counts}{ratio}")?;
    let Estimate { value, low, high } = duel.score;
    let [value, low, high] = [value, low, high].map(|share| 100.0 * share);
    let (points, most) = (tally.distinct_points(), 2 * tally.distinct());
    write!(f, "score     {points} of {most}, {BOLD}{value:.1} %{BOLD:#} ")?;
    writeln!(f, "(95 %: {low:.1} to {high:.1} %)")?;
    writeln!(f, "Elo       {BOLD}{}{BOLD:#}", elo(duel.elo))?;
    writeln!(f, "nElo      {}", elo(duel.nelo))?;
    writeln!(f, "LOS       {}", chance(duel.los))
}

/// Formats an Elo difference as `+40.7 ± 30.4`, or by its bounded end if the other is open.
pub(super) fn elo(estimate: Estimate) -> String {
    let Estimate { value, low, high } = estimate;
    if estimate.is_bounded() {
        return format!("{value:+.1} ± {:.1}", estimate.error());
    }
    let value = if value.is_finite() { format!("{value:+.1}, ") } else { String::new() };
    match (low.is_finite(), high.is_finite()) {
        (true, _) => format!("{value}above {low:+.1}"),
        (_, true) => format!("{value}below {high:+.1}"),
        _ => format!("{value}anything"),
    }
}

/// Formats a probability; never as 0 % or 100 %.
fn chance(p: f64) -> String {
    match p {
        0.9995.. => "above 99.9 %".to_string(),
        ..0.0005 => "below 0.1 %".to_string(),
        _ => format!("{:.1} %", 100.0 * p),
    }
}

/// Writes a note on repeated pairs, with ways to get more distinct ones.
fn repeated(f: &mut fmt::Formatter<'_>, comparison: &Comparison<'_>) -> fmt::Result {
    let (blocks, distinct) = (comparison.tally.blocks, comparison.tally.distinct());
    if distinct == blocks {
        return Ok(());
    }
    let are = if distinct == 1 { "pair differs: it counts" } else { "pairs differ: they count" };
    writeln!(f, "\n{distinct} of {blocks} {are}, and repetitions do not")?;
    match comparison.openings {
        Openings::Random { plies } => {
            writeln!(f, "more random moves make more of them: --openings random:{}", plies + 1)
        }
        _ => {
            writeln!(f, "other openings make others: --openings random:2, in a game without deals")
        }
    }
}

fn test(f: &mut fmt::Formatter<'_>, comparison: &Comparison<'_>, sprt: &Sprt) -> fmt::Result {
    let ((elo0, elo1), (lower, upper)) = (sprt.hypotheses(), sprt.bounds());
    let unit = if sprt.model() == Model::Normalized { "nElo" } else { "Elo" };
    let [a, b] = comparison.players;
    let (llr, by_matches) = (comparison.tally.by_pairs(sprt), comparison.tally.by_matches(sprt));
    writeln!(
        f,
        "SPRT      H0 {elo0} against H1 {elo1} {unit}; LLR {BOLD}{llr:.2}{BOLD:#} (pentanomial), \
         {by_matches:.2} (trinomial), bounds {lower:.2} and {upper:.2}"
    )?;
    let (alpha, beta) = sprt.errors();
    let (style, accepted, less, elo, wrong) = match sprt.decide(llr) {
        Decision::AcceptH1 => (GREEN, "H1", "more", elo0, alpha),
        Decision::AcceptH0 => (RED, "H0", "less", elo1, beta),
        Decision::Undecided => return writeln!(f, "{BOLD}undecided{BOLD:#}"),
    };
    writeln!(
        f,
        "{style}{accepted} accepted{style:#}: {a} is {less} than {elo} {unit} above {b} (wrong in {} % of \
         such tests at most)",
        percent(wrong)
    )
}

/// Rounds a probability to a percentage with no more digits than it needs.
fn percent(p: f64) -> f64 {
    (p * 1e6).round() / 1e4
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(value: f64, low: f64, high: f64) -> String {
        elo(Estimate { value, low, high })
    }

    #[test]
    fn an_open_end_is_said_in_words() {
        let open = f64::INFINITY;
        assert_eq!(of(40.7025, 10.0, 70.8544), "+40.7 ± 30.4");
        assert_eq!(of(open, 147.26, open), "above +147.3");
        assert_eq!(of(-open, -open, -147.26), "below -147.3");
        assert_eq!(of(382.0, 200.0, open), "+382.0, above +200.0");
        assert_eq!(of(0.0, -open, open), "+0.0, anything");
    }

    #[test]
    fn nothing_is_certain() {
        assert_eq!(chance(1.0), "above 99.9 %");
        assert_eq!(chance(0.0), "below 0.1 %");
        assert_eq!(chance(0.679), "67.9 %");
        assert_eq!(chance(0.9994), "99.9 %");
    }
}
