//! Arguments of `juez watch`.

use clap::ArgGroup;

use crate::cli::options::{HouseRules, IsolationArgs, LimitArgs, read_pace};
use crate::cli::web::Web;
use juez_core::Seed;

/// Arguments of `juez watch`.
#[derive(clap::Args)]
#[command(group(ArgGroup::new("one_match").args(["live", "web"]).multiple(true).conflicts_with_all(["on_fault", "strikes"])))]
#[command(after_help = "\
Whenever the bot is saved, the series is played again from the same seeds and seats, and what \
changed against the version before is shown. The files of the opponents are watched too. A version \
that does not load is shown with its line, and the last good one plays on. Ctrl-C ends.

Between two saves the reviewer of `juez review` looks at the first matches that the bot has lost, and lists its \
worst decisions. After the next save it says which of them are better.

An opponent `mine@2` is version 2 of the bot `mine` since the watch began, kept as it was then: what you \
wrote an hour ago. Until there is one its matches wait.

BOT is a script (mine.lua), a folder with main.lua or main.rhai, all of whose scripts are watched, \
or a folder without one: then every script in it is a separate bot that plays the opponents, and a \
save plays the matches of that bot alone. `ana=mine.lua` gives a bot a name.

Where two players can play, the bot meets each opponent in turn. Where more are needed, all of them \
sit at one table and take as many seats as it has: `juez watch tute mine.lua medio` is a table of \
three with two medios.

Exit code: 130 when Ctrl-C ended it, 2 wrong input; with --once 0 done, 1 a bot that cannot play.")]
pub(crate) struct WatchArgs {
    /// The game
    pub game: String,
    /// Your bot: a script, a folder with a main file, or a folder of bots
    pub bot: String,
    /// Its opponents
    #[arg(required = true)]
    pub opponents: Vec<String>,
    /// Show one match move by move; a saved bot takes over at its next turn
    #[arg(long)]
    pub live: bool,
    #[command(flatten)]
    pub web: Web,
    /// Seconds per move, with --live or --web
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0, value_parser = read_pace, requires = "one_match")]
    pub pace: f64,
    /// Matches against each opponent
    #[arg(short = 'n', long, default_value_t = 40, value_parser = clap::value_parser!(u32).range(1..=100_000), conflicts_with = "one_match")]
    pub games: u32,
    /// Lost matches to review after a series, in the background; 0 for none
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(0..=100), conflicts_with = "one_match")]
    pub reviews: u32,
    /// Random seed: a number or 64 hex digits [default: random]
    #[arg(long)]
    pub seed: Option<Seed>,
    #[command(flatten)]
    pub rules: HouseRules,
    /// List each match that differs from before, with the ply
    #[arg(long, short, conflicts_with = "one_match")]
    pub verbose: bool,
    /// Play the series once, then exit
    #[arg(long, conflicts_with = "one_match")]
    pub once: bool,
    /// Print events as JSON lines
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub limits: LimitArgs,
    #[command(flatten)]
    pub isolation: IsolationArgs,
}

impl WatchArgs {
    /// Returns the flag that asks for one match instead of a series, if it is set.
    pub fn one_match(&self) -> Option<&'static str> {
        if self.web.web { Some("--web") } else { self.live.then_some("--live") }
    }
}
