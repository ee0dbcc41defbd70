//! Calls that exceed their time.

use juez::core::{By, FaultKind, Hook, Limits, OnFault, Outcome, Reason, Seat};
use juez::referee::Call;
use juez::registry::{Asked, Choice, Mind, Onlooker, Person, PlayerSpec};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::{Duration, Instant};

use crate::tables::{lua, setup, short};
use crate::workers::{Drill, Workers};

pub fn a_late_call_counts_and_is_not_made_again() {
    let workers = Workers::new();
    let (game, mut setup) = setup("quoridor", &["greedy", "tests/pool/every_hook.lua"], 1);
    setup.terms.limits = short();
    for harm in ["hang", "sleep"] {
        for hook in crate::blame::HOOKS {
            // A second process would answer.
            workers.arm(Drill::every(harm, hook).to_the_next(1));
            let record = workers.play(game, &setup);
            let faults = &record.end.as_ref().expect("it ends").faults;
            let found: Vec<_> = faults.iter().map(|f| (f.fault.kind, f.fault.hook)).collect();
            assert_eq!(found, [(FaultKind::OutOfTime, hook)], "{harm}");
        }
    }
}

/// A bot that answers at each move with the number of moves before it.
const COUNTS: &str = "return { next_move = function(view)
    print(#view:history())
    return view:path(view.seat)[1]
end }";

pub fn a_bot_that_hung_goes_on_under_substitute_and_knows_the_whole_history() {
    let workers = Workers::new();
    let (game, mut setup) = setup("quoridor", &["greedy", "random"], 1);
    setup.players[1] = lua("counts", COUNTS);
    setup.terms.limits = Limits { on_fault: OnFault::Substitute, strikes: 3, ..short() };
    workers.arm(Drill::every("hang", Hook::NextMove).to_the_next(1));
    let record = workers.play(game, &setup);
    assert_eq!(record.end.as_ref().unwrap().reason, Reason::Finished);
    let own = record.plies.iter().enumerate().skip(1).step_by(2);
    assert!(own.len() > 4);
    for (ply, how) in own {
        let expected = match ply {
            5 => (By::Substitute, String::new()),
            _ => (By::Bot, ply.to_string()),
        };
        assert_eq!((how.by, how.log.clone().unwrap_or_default().join(" ")), expected, "ply {ply}");
    }
}

/// A bot that steps aside and back for ever.
const STEPS: &str = "return { next_move = function(view)
    local rank = ({ '1', '9' })[view.seat + 1]
    return ({ 'd', 'e' })[#view:history() // 2 % 2 + 1] .. rank
end }";

/// Calls after which a match waits for the other one, so that it cannot end before it.
const MOST_CALLS: u32 = 20_000;

/// Counts the calls of a match until another one is over.
struct Others<'a> {
    calls: &'a AtomicU32,
    begun: Option<Sender<()>>,
    over: Receiver<()>,
    is_over: bool,
}

impl Onlooker for Others<'_> {
    fn returned(&mut self, call: Call) {
        let calls = self.calls.fetch_add(1, Ordering::SeqCst);
        if calls >= MOST_CALLS {
            self.is_over |= self.over.recv().is_ok();
        }
        if call.hook == Hook::NextMove
            && let Some(begun) = self.begun.take()
        {
            begun.send(()).expect("the test waits");
        }
    }
    fn stop(&mut self) -> bool {
        self.is_over |= self.over.try_recv().is_ok();
        self.is_over
    }
}

/// Counts the calls of the other match during each call of this one; keeps the most.
struct Meanwhile<'a> {
    calls: &'a AtomicU32,
    before: u32,
    most: u32,
}

impl Onlooker for Meanwhile<'_> {
    fn calling(&mut self, _: Call) {
        self.before = self.calls.load(Ordering::SeqCst);
    }
    fn returned(&mut self, _: Call) {
        self.most = self.most.max(self.calls.load(Ordering::SeqCst) - self.before);
    }
}

pub fn a_late_call_holds_up_no_other_bot() {
    let workers = Workers::new();
    let (game, mut late) = setup("quoridor", &["greedy", "bots/quoridor/runner.lua"], 1);
    late.terms.limits = Limits { move_ms: 50, ..short() };
    let (_, mut others) = setup("quoridor", &["greedy", "greedy"], 2);
    others.players = ["a", "b"].map(|name| lua(name, STEPS)).to_vec();
    others.terms.options.insert("max_plies".into(), 100_000.into());
    let (begun, first) = mpsc::channel();
    let (end, over) = mpsc::channel();
    let calls = AtomicU32::new(0);
    std::thread::scope(|scope| {
        let others = scope.spawn(|| {
            let mut onlooker = Others { calls: &calls, begun: Some(begun), over, is_over: false };
            workers.isolation.show(game, &others, &mut onlooker).expect("it is played")
        });
        first.recv().expect("a move");
        // The processes of the other match are running already.
        workers.arm(Drill::every("hang", Hook::NextMove).to_the_next(1));
        let mut meanwhile = Meanwhile { calls: &calls, before: 0, most: 0 };
        let record = workers.isolation.show(game, &late, &mut meanwhile).expect("it is played");
        end.send(()).expect("the other match continues");
        assert_eq!(record.end.expect("it ends").faults[0].fault.kind, FaultKind::OutOfTime);
        let others = others.join().expect("no panic").end.expect("it ends");
        assert_eq!((others.reason, others.faults.len()), (Reason::Stopped, 0));
        assert!(meanwhile.most > 100, "{} calls during the late one", meanwhile.most);
    });
}

/// The longest time in which a busy machine ends a process that uses a second of CPU time too much.
const PATIENCE: Duration = Duration::from_secs(120);

/// A person who moves when the process of the bot is gone.
struct Waits(Arc<Workers>);

impl Person for Waits {
    fn sits_down(&self, _: Seat, _: &[String]) {}

    fn choose(&self, asked: &Asked<'_>) -> Choice {
        let begun = Instant::now();
        while !self.0.living().is_empty() {
            assert!(begun.elapsed() < PATIENCE, "the process lives on");
            std::thread::yield_now();
        }
        Choice::Move(asked.legal[0].clone())
    }

    fn gets_up(&self, _: Seat, _: &Outcome) {}
}

pub fn a_process_that_works_while_nothing_is_asked_of_it_is_ended() {
    let workers = Arc::new(Workers::new());
    let (game, mut setup) = setup("quoridor", &["greedy", "tests/pool/every_hook.lua"], 1);
    let person = Mind::Human(Arc::new(Waits(workers.clone())));
    setup.players[0] = PlayerSpec { name: "ana".into(), mind: person };
    workers.arm(Drill::every("answer_and_spin", Hook::Start));
    let record = workers.play(game, &setup);
    let [fault] = &record.end.as_ref().expect("it ends").faults[..] else { panic!("{record:?}") };
    let why = "the process that ran it is gone: it used CPU time outside of any call";
    let found = (fault.seat, fault.ply, fault.fault.kind, &*fault.fault.why);
    assert_eq!(found, (Seat::new(1), 1, FaultKind::Crashed, why));
}
