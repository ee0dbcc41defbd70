//! Scripts: any text compiles and runs into a fault or a move, in both languages.

use juez::core::{Bot, Budget, Journal, Limits, Seat, Seed, Start, Team};
use juez::games::Quoridor;
use juez::games::quoridor::Options;
use juez::referee::{AnyTable, Table};
use juez::script::{Api, BotSpec, LANGUAGES, Language, STACK, ScriptBot};
use std::thread;

/// Maximum length of the text; more is only slower.
const LONGEST: usize = 16 * 1024;

/// Reads the bytes as a bot, on a thread with the stack of scripts.
pub fn run(data: &[u8]) {
    let source = String::from_utf8_lossy(&data[..data.len().min(LONGEST)]).into_owned();
    let played = thread::Builder::new().stack_size(STACK).spawn(move || {
        for &language in LANGUAGES {
            play(language, &source);
        }
    });
    if let Err(panic) = played.expect("a thread can be started").join() {
        std::panic::resume_unwind(panic);
    }
}

/// Does everything that a match does with a script, with hardly any fuel.
fn play(language: &'static Language, source: &str) {
    let spec = match BotSpec::from_source(language, &format!("bot.{}", language.id), source) {
        Ok(spec) => spec,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let limits = Limits {
        move_ms: 1,
        start_ms: 1,
        match_ms: 4,
        memory_mb: 8,
        output: 256,
        ..Limits::of(Budget::Quick)
    };
    let api = Api::of::<Quoridor>(&[]).expect("nothing is switched off");
    if let Err(error) = spec.check(&api, &limits) {
        return assert!(!error.to_string().is_empty());
    }
    let options = Options::default();
    let table = Table::<Quoridor>::new(&options).expect("defaults can be played");
    let seat = Seat::new(0);
    let (view, legal) = (table.view(Some(seat)), table.legal_moves());
    let (seed, journal) = (Seed::from(1), Journal::new(limits.output));
    let mut bot = ScriptBot::new(spec.clone(), api);
    let start = Start::<Quoridor> {
        seat,
        seats: table.seats(),
        team: Team(0),
        options: &options,
        players: &[],
        seed,
        limits: &limits,
        journal: &journal,
    };
    let played = Bot::<Quoridor>::start(&mut bot, &start)
        .and_then(|()| bot.next_move(&table.turn(seat, &view, &legal, seed, &journal)));
    if let Err(fault) = played {
        let _ = (fault.to_string(), spec.excerpt(&fault));
    }
}
