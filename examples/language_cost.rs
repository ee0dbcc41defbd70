//! The share of its budget that the same bot spends in Lua and in Rhai.
//!
//! `cargo run --release --example language_cost`
//!
//! Twins are files in one folder that differ only in their extension, and blocks with such names in
//! a page of the documentation. Each plays the same matches against random; the median and the
//! worst move are printed in percent of the budget `normal`. Fuel is counted, not timed, so the
//! figures are the same on every machine. The table is Markdown, for docs/performance.md.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::iter;
use std::path::{Path, PathBuf};

use clap::Parser;
use juez::core::{Limits, MAX_SEATS, Record, Seed};
use juez::pool::Isolation;
use juez::registry::{AnyGame, MatchSetup, Mind, PlayerSpec, game_of};
use juez::script::LANGUAGES;
use juez::tournament::Series;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

#[derive(Parser)]
struct Args {
    /// Bots with or without their ending, pages, and folders of them
    #[arg(default_values = ["bots", "docs/tutorial"])]
    paths: Vec<PathBuf>,
    /// The number of seeds; each is played once with the bot in every seat
    #[arg(short = 'n', long, default_value_t = 2)]
    blocks: u32,
    /// Leave out bots whose every move takes less, in percent of the budget, in every language
    #[arg(long, default_value_t = 0.1)]
    least: f64,
    /// The seed of all chance
    #[arg(long, default_value = "1")]
    seed: Seed,
    /// Threads; the results do not depend on it
    #[arg(long, default_value_t = std::thread::available_parallelism().map_or(1, usize::from))]
    workers: usize,
}

/// A bot in every language: its name here, and its path without an extension.
struct Twins {
    name: String,
    stem: PathBuf,
}

struct Spent {
    /// Fuel per move as a share of the limit, ascending.
    shares: Vec<f64>,
    moves: Vec<Vec<String>>,
}

impl Spent {
    fn median(&self) -> f64 {
        self.shares.get(self.shares.len() / 2).copied().unwrap_or_default()
    }

    fn worst(&self) -> f64 {
        self.shares.last().copied().unwrap_or_default()
    }
}

fn main() -> Result<()> {
    let args = Args::parse();
    let unpacked = tempfile::tempdir()?;
    let mut twins = Vec::new();
    for path in &args.paths {
        find(path, unpacked.path(), &mut twins)?;
    }
    let titles = LANGUAGES.iter().map(|language| format!("{}: median, worst | ", language.title));
    println!("| bot | moves | {}times |\n|---|---|---|---|---|", titles.collect::<String>());
    for Twins { name, stem } in twins {
        let spent = LANGUAGES
            .iter()
            .map(|language| spent(&args, &stem.with_extension(language.id)))
            .collect::<Result<Vec<Spent>>>()?;
        let [first, other] = &spent[..] else { return Err("two languages are compared".into()) };
        if first.moves != other.moves {
            return Err(format!("{name} does not play the same moves in both languages").into());
        }
        if 100.0 * first.worst().max(other.worst()) < args.least {
            continue;
        }
        println!(
            "| {name} | {} | {} | {} | {:.1}, {:.1} |",
            first.shares.len(),
            percent(first),
            percent(other),
            other.median() / first.median(),
            other.worst() / first.worst()
        );
    }
    Ok(())
}

/// Formats the median and the worst share.
fn percent(spent: &Spent) -> String {
    format!("{:.2} %, {:.2} %", 100.0 * spent.median(), 100.0 * spent.worst())
}

/// Finds twins: in a folder and its subfolders, in a page, or at a path.
fn find(path: &Path, unpacked: &Path, twins: &mut Vec<Twins>) -> Result<()> {
    if path.is_dir() {
        let mut inside =
            fs::read_dir(path)?.map(|entry| Ok(entry?.path())).collect::<Result<Vec<PathBuf>>>()?;
        inside.sort();
        // One of the twins represents both.
        let is_one = |path: &PathBuf| {
            let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
            path.is_dir() || ending == "md" || ending == LANGUAGES[0].id
        };
        return inside
            .iter()
            .filter(|path| is_one(path))
            .try_for_each(|path| find(path, unpacked, twins));
    }
    let stem = path.with_extension("");
    if path.extension().is_some_and(|ending| ending == "md") {
        let folder = unpacked.join(&stem);
        for stem in unpack(&fs::read_to_string(path)?, &folder)? {
            let bot = stem.strip_prefix(&folder)?.display();
            twins.push(Twins { name: format!("{}: {bot}", path.display()), stem: stem.clone() });
        }
    } else if LANGUAGES.iter().all(|language| stem.with_extension(language.id).exists()) {
        twins.push(Twins { name: stem.display().to_string(), stem });
    }
    Ok(())
}

/// Writes the bots of a page into a folder. Returns the paths of those that exist in every
/// language, without extension.
fn unpack(page: &str, folder: &Path) -> Result<Vec<PathBuf>> {
    let mut bots: BTreeMap<&str, Vec<PathBuf>> = BTreeMap::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        let Some(fence) = line.strip_prefix("```") else { continue };
        let text: Vec<&str> = lines.by_ref().take_while(|line| !line.starts_with("```")).collect();
        // The language and the file name. A block that is expected to fail has a third word; one
        // with a folder is part of a bot.
        let [language, file] = fence.split(' ').collect::<Vec<_>>()[..] else { continue };
        let Some((name, ending)) = file.split_once('.').filter(|(_, ending)| *ending == language)
        else {
            continue;
        };
        if name.contains('/') {
            continue;
        }
        fs::create_dir_all(folder)?;
        fs::write(folder.join(file), text.join("\n"))?;
        bots.entry(name).or_default().push(folder.join(name).with_extension(ending));
    }
    let has_all = |(_, files): &(&str, Vec<PathBuf>)| files.len() == LANGUAGES.len();
    Ok(bots.into_iter().filter(has_all).map(|(name, _)| folder.join(name)).collect())
}

fn spent(args: &Args, path: &Path) -> Result<Spent> {
    let game = game_of(path)?;
    let bot = PlayerSpec::read(&path.to_string_lossy(), game)?;
    let Mind::Script(spec) = &bot.mind else { return Err("a script is expected".into()) };
    let allowed = u64::from(Limits::default().move_ms) * spec.language.fuel_per_ms;
    let series = series(game, &bot, args.seed)?;
    let (mut shares, mut moves) = (Vec::new(), Vec::new());
    series.run(args.blocks, args.workers, |block| {
        for Record { plies, moves: made, .. } in block.matches.into_iter().map(|one| one.record) {
            // The other players are built in: their moves use no fuel.
            let fuel = plies.iter().filter_map(|ply| ply.fuel);
            shares.extend(fuel.map(|fuel| fuel as f64 / allowed as f64));
            moves.push(made);
        }
    })?;
    shares.sort_by(f64::total_cmp);
    Ok(Spent { shares, moves })
}

/// Returns the matches of a bot against the smallest number of other players that its game needs.
fn series(game: &'static dyn AnyGame, bot: &PlayerSpec, seed: Seed) -> Result<Series> {
    let random = PlayerSpec::read("random", game)?;
    let table = |others| {
        let players = iter::once(bot).chain(iter::repeat_n(&random, others)).cloned().collect();
        MatchSetup::new(players)
    };
    let tables = (1..MAX_SEATS).map(table);
    let setup = tables.into_iter().find(|setup| game.teams(setup).is_ok());
    let setup = setup.ok_or("there is no table for one against others")?;
    Ok(Series::new(game, setup, seed, Isolation::Thread)?)
}
