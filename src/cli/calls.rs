//! What a hook call costs, beside a bare call into the VM that it is made in.

use anyhow::anyhow;
use std::cell::RefCell;
use std::hint::black_box;
use std::rc::Rc;

use crate::core::{Bot, Game, Journal, Limits, Observer, Seat, Seed, Start, Team};
use crate::games::Quoridor;
use crate::games::quoridor::{Options, View};
use crate::referee::Table;
use crate::registry::{BenchItem, Work};
use crate::script::{Api, BotSpec, LANGUAGES, Language, ScriptBot};

/// The name of the item that is only a call into Luau.
pub(super) const BARE: &str = "bare call into Luau";
/// The name of the same call as a hook.
pub(super) const LUA_HOOK: &str = "next_move call of a lua bot that does nothing";
/// The name of the row between them.
pub(super) const DIFFERENCE: &str = "  more than the bare call";

/// Calls in one run.
const CALLS: u64 = 200_000;

/// The bare call, then a do-nothing bot of each language.
pub(super) fn items() -> anyhow::Result<Vec<BenchItem>> {
    let mut items = vec![bare()?];
    for language in LANGUAGES {
        items.push(hook(language)?);
    }
    Ok(items)
}

/// A function that returns a constant text, called from Rust.
fn bare() -> anyhow::Result<BenchItem> {
    let lua = mlua::Lua::new();
    let chunk = lua.load("return function(view) return 'e2' end");
    let function: mlua::Function = chunk.eval().map_err(|error| anyhow!("{error}"))?;
    Ok(BenchItem {
        name: BARE.to_string(),
        unit: "call",
        run: Box::new(move || {
            // A function does not keep its VM alive.
            let _vm = &lua;
            count(|| black_box(function.call::<mlua::LuaString>(())).is_ok())
        }),
    })
}

/// `next_move` of a bot that returns a constant text, as the referee calls it: the view lent, the
/// budget in force, the answer read as a move. What the view is of does not matter to such a bot.
fn hook(language: &'static Language) -> anyhow::Result<BenchItem> {
    let id = language.id;
    let spec = BotSpec::from_source(language, &format!("nothing.{id}"), nothing(id))?;
    let api = Rc::new(Api::of::<Quoridor>(&[])?);
    let options = Quoridor::resolve(Options::default());
    let table = Table::<Quoridor>::new(&options)?;
    let seat = Seat::new(0);
    let view: View = table.view(Observer::Seat(seat));
    let legal = table.legal_moves();
    // Far more calls than a match has.
    let limits = Limits { match_ms: u32::MAX, ..Limits::default() };
    let journal = Journal::new(limits.output);
    let mut bot = ScriptBot::new(spec, api);
    let start = Start::<Quoridor> {
        seat,
        seats: table.seats(),
        team: Team(0),
        options: &options,
        players: &[],
        seed: Seed::from(1),
        limits: &limits,
        journal: &journal,
    };
    bot.load(&start).and_then(|()| bot.start(&start)).map_err(|fault| anyhow!("{fault}"))?;
    let bot = RefCell::new(bot);
    Ok(BenchItem {
        name: format!("next_move call of a {id} bot that does nothing"),
        unit: "call",
        run: Box::new(move || {
            let turn = table.turn(seat, &view, &legal, Seed::from(1), &journal);
            let mut bot = bot.borrow_mut();
            count(|| black_box(bot.next_move(&turn)).is_ok())
        }),
    })
}

fn nothing(language: &str) -> &'static str {
    match language {
        "lua" => "return { next_move = function(view) return 'e2' end }",
        _ => "fn next_move(view) { \"e2\" }",
    }
}

/// Makes the calls; the signature is how many went well.
fn count(mut call: impl FnMut() -> bool) -> Work {
    Work { units: CALLS, signature: (0..CALLS).map(|_| u64::from(call())).sum() }
}
