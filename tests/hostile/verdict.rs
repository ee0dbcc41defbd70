//! Runs one attack in its hooks and reports every difference from its header.

use juez::core::{Fault, FaultKind, Hook, Limits, Seat};
use juez::registry::{MatchSetup, PlayerSpec, PlayerSpecError};
use juez::script::clock::thread_cpu_time;
use std::fs;
use std::path::Path;
use std::sync::OnceLock;
use std::thread;
use std::time::Duration;

use crate::corpus::{Case, End};
use crate::matches::{
    Mode, Played, limits, on_a_thread, play, quoridor, setup, well_behaved, well_behaved_in,
};
use crate::measure::Memory;

/// The end of an attack that the clock stops.
const TOO_LATE: End = Some(FaultKind::OutOfTime);
/// Tolerance on the CPU limit of a hook. An attack that the clock cannot stop takes seconds, and a
/// slow machine must not look like one.
const GRACE: Duration = Duration::from_millis(250);
/// The other work between two events of a match: making and dropping VMs, the opponent.
const THE_REST: Duration = Duration::from_millis(15);
/// Reading and compiling a bot of the largest size.
const COMPILING: Duration = Duration::from_millis(if cfg!(debug_assertions) { 3000 } else { 1500 });
/// Memory beyond the limit that the process may use, in KiB: stacks, the opponent's VM, other
/// matches, and memory kept by allocators.
const MEMORY_REST: u64 = 48 << 10;
/// Memory for compiling in KiB, which a bot's memory limit does not cover.
const COMPILING_MEMORY: u64 = 512 << 10;

/// Returns all deviations of one attack from its header, one line each.
pub fn deviations(case: &Case, mode: Mode) -> Vec<String> {
    let mut lines = Vec::new();
    for &hook in &case.hooks {
        let at = format!("{}.{} in {hook}", case.name, case.language);
        let now =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("hostile-{}.now", case.language));
        fs::write(now, &at).expect("the target folder can be written to");
        lines.extend(attack(case, hook, mode).into_iter().map(|why| format!("  {at}: {why}")));
    }
    lines
}

fn attack(case: &Case, hook: Hook, mode: Mode) -> Vec<String> {
    let mut wrong = Vec::new();
    let folder = tempfile::tempdir().expect("a temporary folder");
    case.write(hook, folder.path());
    let bot = match compile(mode, folder.path(), &mut wrong) {
        Ok(Some(bot)) => bot,
        Ok(None) => {
            let end = Some((FaultKind::Script, Hook::Load));
            wrong.extend(unexpected(case, hook, end, "it does not compile"));
            return wrong;
        }
        Err(why) => return vec![why],
    };
    let opponent = PlayerSpec::read("random", quoridor()).expect("there is random");
    let mut players = vec![opponent.clone(), opponent];
    players[case.index % 2] = bot;
    let setup = setup(players);
    let memory = Memory::watch();
    let (played, other) = thread::scope(|scope| {
        let other = scope.spawn(|| on_a_thread(|| well_behaved_in(mode)));
        (settled(case, hook, mode, &setup), other.join().expect("panics are caught"))
    });
    let grown = memory.grown();
    let (played, other) = match (played, other) {
        (Ok(played), Ok(other)) => (played, other),
        (played, other) => {
            wrong.push(format!("the host panicked: {:?} {:?}", played.err(), other.err()));
            return wrong;
        }
    };
    if other != *usual() || played.after != *usual() {
        wrong.push("a well-behaved match was changed".to_string());
    }
    let most = u64::from(setup.terms.limits.memory_mb) * 1024 + MEMORY_REST;
    if played.worker_memory > most {
        wrong.push(format!("a worker had {} KiB, more than {most}", played.worker_memory));
    }
    if let Some(grown) = grown.filter(|grown| *grown > most) {
        wrong.push(format!("the process grew by {grown} KiB, more than {most}"));
    }
    let factor = match mode {
        Mode::Thread => Limits::CPU_FACTOR,
        // Workers are measured by wall time, and the machine has other work.
        Mode::Process => 5 * Limits::CPU_FACTOR,
    };
    let net = Duration::from_millis(u64::from(limits().move_ms * factor));
    // A busy machine may be late; an attack that takes too long always is.
    let mut longest = played.longest_hook;
    for _ in 0..2 {
        if longest > net + GRACE + THE_REST
            && let Ok(again) = play(mode, &setup)
        {
            longest = longest.min(again.longest_hook);
        }
    }
    if longest > net + GRACE + THE_REST {
        wrong.push(format!("a hook took {longest:?}"));
    }
    wrong.extend(judge(case, hook, mode, &played));
    // The clock decides where it stops a script.
    if out_of_time(&played) {
        return wrong;
    }
    match settled(case, hook, mode, &setup) {
        Ok(again) if out_of_time(&again) && case.expected(hook).contains(&TOO_LATE) => {}
        Ok(again) if again.record.to_line() == played.record.to_line() => {}
        Ok(again) => wrong.push(format!(
            "a second run gave another record:\n{}\n{}",
            played.record.to_line(),
            again.record.to_line()
        )),
        Err(why) => wrong.push(format!("the host panicked in a second run: {why}")),
    }
    wrong
}

/// Plays a match. If the clock stopped the attack and should not have, the machine may have been
/// slow: as in a pool, that counts only if it happens again.
fn settled(case: &Case, hook: Hook, mode: Mode, setup: &MatchSetup) -> Result<Played, String> {
    let expected = case.expected(hook).contains(&TOO_LATE);
    for _ in 0..2 {
        let played = play(mode, setup)?;
        if expected || !out_of_time(&played) {
            return Ok(played);
        }
    }
    play(mode, setup)
}

fn out_of_time(played: &Played) -> bool {
    let end = played.record.end.as_ref().expect("a played match ends");
    end.faults.iter().any(|fault| fault.fault.kind == FaultKind::OutOfTime)
}

/// Returns the expected record of the well-behaved match.
fn usual() -> &'static String {
    static USUAL: OnceLock<String> = OnceLock::new();
    USUAL.get_or_init(|| on_a_thread(well_behaved).expect("it plays alone"))
}

/// Reads and compiles a bot; `None` if it is refused. For workers it is only read.
fn compile(
    mode: Mode,
    folder: &Path,
    wrong: &mut Vec<String>,
) -> Result<Option<PlayerSpec>, String> {
    if mode == Mode::Process {
        let bot = PlayerSpec::read_source(&folder.to_string_lossy(), quoridor());
        return match bot {
            Ok(bot) => Ok(Some(bot)),
            Err(PlayerSpecError::Script(_)) => Ok(None),
            Err(other) => Err(format!("refused as no script: {other}")),
        };
    }
    let memory = Memory::watch();
    let (bot, took) = on_a_thread(|| {
        let before = thread_cpu_time();
        let bot = PlayerSpec::read(&folder.to_string_lossy(), quoridor());
        (bot, thread_cpu_time() - before)
    })
    .map_err(|why| format!("the host panicked while it compiled: {why}"))?;
    if took > COMPILING {
        wrong.push(format!("compiling took {took:?}"));
    }
    if let Some(grown) = memory.grown().filter(|grown| *grown > COMPILING_MEMORY) {
        wrong.push(format!("compiling took {grown} KiB"));
    }
    match bot {
        Ok(bot) => Ok(Some(bot)),
        Err(PlayerSpecError::Script(_)) => Ok(None),
        Err(other) => Err(format!("refused as no script: {other}")),
    }
}

/// Returns the reasons why the match did not end as it should.
fn judge(case: &Case, hook: Hook, mode: Mode, played: &Played) -> Vec<String> {
    let seat = Seat::new((case.index % 2) as u8);
    let record = &played.record;
    let mut wrong = Vec::new();
    if let Err(error) = quoridor().verify(record) {
        wrong.push(format!("the record does not verify: {error:?}"));
    }
    let end = record.end.as_ref().expect("a played match ends");
    if end.faults.iter().any(|fault| fault.seat != seat) || end.faults.len() > 1 {
        wrong.push(format!("not one fault of seat {seat}: {:?}", end.faults));
    }
    let fault = end.faults.first().map(|fault| &fault.fault);
    let why = fault.map_or("no fault".to_string(), Fault::to_string);
    let end = fault.map(|fault| (fault.kind, fault.hook));
    // In a worker the clock of loading runs while a bot is compiled.
    let slow_to_compile = mode == Mode::Process
        && case.name.starts_with("parser_")
        && end == Some((FaultKind::OutOfTime, Hook::Load));
    if !slow_to_compile {
        wrong.extend(unexpected(case, hook, end, &why));
    }
    wrong
}

fn unexpected(
    case: &Case,
    hook: Hook,
    end: Option<(FaultKind, Hook)>,
    why: &str,
) -> Option<String> {
    let expected: &[End] = case.expected(hook);
    let right = expected.contains(&end.map(|(kind, _)| kind));
    let there = end.is_none_or(|(_, at)| at == hook);
    let why: String = why.chars().take(300).collect();
    (!right || !there).then(|| format!("expected {expected:?}, got {end:?}: {why}"))
}
