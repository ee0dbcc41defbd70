//! Plays a match with seed 7 and prints its record, as `juez play --seed 7 --budget long --json` does.
//! `.ci/same_bytes` runs it on other systems, for which it compiles in a third of the time that the
//! whole program takes.
//!
//! ```sh
//! cargo run -p juez-pool --example same_bytes -- quoridor process bots/quoridor/runner.lua random
//! ```

use std::error::Error;
use std::process::ExitCode;
use std::thread;

use juez_core::{Budget, Limits, Seed, Terms};
use juez_match::registry::{MatchSetup, PlayerSpec, game, tell_apart};
use juez_pool::{Isolation, PoolOptions};

const USAGE: &str = "same_bytes GAME thread|process BOT...";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().collect();
    if let [_, command, orders @ ..] = &args[..]
        && command == juez_pool::COMMAND
    {
        return juez_pool::worker_main(orders);
    }
    let play = move || play(&args[1..]).map_err(|error| error.to_string());
    let thread = thread::Builder::new().stack_size(juez_script::STACK).spawn(play);
    match thread.expect("a thread").join().expect("no panic") {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn play(args: &[String]) -> Result<(), Box<dyn Error>> {
    let [name, isolation, bots @ ..] = args else { return Err(USAGE.into()) };
    juez_script::self_test()?;
    let game = game(name)?;
    let read = bots.iter().map(|bot| PlayerSpec::read(bot, game));
    let mut players = read.collect::<Result<Vec<_>, _>>()?;
    tell_apart(&mut players);
    let terms = Terms { limits: Limits::of(Budget::Long), ..Terms::default() };
    let setup = MatchSetup { terms, seed: Some(Seed::from(7)), ..MatchSetup::new(players) };
    let isolation = Isolation::new(isolation.parse()?, &PoolOptions::default())?;
    println!("{}", isolation.play(game, &setup)?.to_line());
    Ok(())
}
