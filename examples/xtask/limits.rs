//! Fuel, clocks, memory limits and charges: the same scripts with and without them, alternating.

use crate::figure::Figure;
use crate::workloads::WORKLOADS;
use juez::script::{LANGUAGES, Language, Unlimited};

/// Target ratio of each language over all workloads.
const TARGETS: [(&str, &str, f64); 2] = [("lua", "<= 1.10", 1.10), ("rhai", "<= 1.15", 1.15)];

/// Measures every workload in every language, `runs` times each way; the fastest run counts.
pub fn figures(runs: u32) -> anyhow::Result<Vec<Figure>> {
    let mut figures = Vec::new();
    for language in LANGUAGES {
        let mut product = 1.0;
        for workload in WORKLOADS {
            let mut best = [f64::INFINITY; 2];
            for _ in 0..runs {
                for (limited, best) in [true, false].into_iter().zip(&mut best) {
                    let _unlimited = (!limited).then(Unlimited::start);
                    let Some(spent) = workload.run(language) else { continue };
                    *best = best.min(spent?.cpu.as_secs_f64());
                }
            }
            let ratio = best[0] / best[1];
            product *= ratio;
            let name = format!("{} {}: with limits to without", language.id, workload.name);
            figures.push(Figure::new(name, format!("{ratio:.2}"), "", true));
        }
        figures.push(mean(language, f64::powf(product, 1.0 / WORKLOADS.len() as f64)));
    }
    Ok(figures)
}

fn mean(language: &Language, mean: f64) -> Figure {
    let target = TARGETS.iter().find(|(id, ..)| *id == language.id);
    let (text, most) = target.map_or(("", f64::INFINITY), |(_, text, most)| (*text, *most));
    let name = format!("{}: geometric mean", language.id);
    Figure::new(name, format!("{mean:.2}"), text, mean <= most)
}
