//! Plays Quoridor players against each other from many openings with swapped colours, and estimates
//! their strength.
//!
//! ```sh
//! cargo run --release -p juez-games --features masters --example gauntlet -- \
//!     match master master:value=distance --ms 20 --pairs 200
//! ```
//!
//! A player is `master` with settings, a built-in bot, or `engine:COMMAND`, a program with the
//! protocol of `juez engine`. `Setup::set` lists the settings. With four seats, `four=` is the style
//! of a search: `greedy`, `paranoid`, `best-reply` or `max-n`; the limit is that of the search, so
//! `--nodes 20000` is the strength of the bot `master:nodes=40000`:
//!
//! ```sh
//! cargo run --release -p juez-games --features masters --example gauntlet -- \
//!     four master:four=paranoid greedy --nodes 20000 --pairs 25
//! ```

mod bench;
mod book;
mod four;
mod openings;
mod player;
mod searcher;
mod series;
mod setup;
mod teach;
mod train;

use std::process::ExitCode;

use player::Limit;

struct Args {
    words: Vec<String>,
    limit: Limit,
    pairs: usize,
    openings: String,
    seed: u64,
    is_verbose: bool,
}

impl Args {
    fn read(mut args: impl Iterator<Item = String>) -> Result<Args, String> {
        let mut read = Args {
            words: Vec::new(),
            limit: Limit::Ms(20),
            pairs: 50,
            openings: "random:4".to_string(),
            seed: 1,
            is_verbose: false,
        };
        while let Some(arg) = args.next() {
            let mut value = || args.next().ok_or_else(|| format!("{arg} needs a value"));
            let number = |text: String| {
                text.parse::<u64>().map_err(|_| format!("expected a number, not {text}"))
            };
            match arg.as_str() {
                "--ms" => read.limit = Limit::Ms(number(value()?)?),
                "--nodes" => read.limit = Limit::Nodes(number(value()?)?),
                "--depth" => read.limit = Limit::Depth(number(value()?)? as i32),
                "--pairs" => read.pairs = number(value()?)? as usize,
                "--openings" => read.openings = value()?,
                "--seed" => read.seed = number(value()?)?,
                "--verbose" => read.is_verbose = true,
                _ => read.words.push(arg),
            }
        }
        Ok(read)
    }
}

fn run() -> Result<(), String> {
    let args = Args::read(std::env::args().skip(1))?;
    let words: Vec<&str> = args.words.iter().map(String::as_str).collect();
    match words[..] {
        ["match", one, two] => series::run(one, two, &args),
        ["four", one, others] => four::run(one, others, &args),
        ["teach", settings] => teach::run(settings, &args),
        ["train", from, to] => train::run(from, to, &args),
        ["book"] => book::run("", &args),
        ["bench", player] => bench::run(player, &args),
        _ => Err("match PLAYER PLAYER | four PLAYER PLAYER | bench PLAYER | book | teach SETTINGS | train FILE FILE, then --ms, --nodes, --depth, --pairs, --openings, --seed, --verbose"
            .to_string()),
    }
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}
