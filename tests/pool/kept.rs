//! Processes that are kept for the next match of their bot.

use juez::pool::PoolOptions;
use serde_json::json;
use std::fs;

use crate::tables::{lua, on_a_thread, setup};
use crate::workers::{Workers, kill};

pub fn a_process_is_kept_for_its_own_bot_only() {
    let workers = Workers::new();
    let first = workers.pool.idle();
    let play = |bot: &str| {
        let (game, setup) = setup("quoridor", &[bot, "greedy"], 1);
        workers.play(game, &setup);
        workers.pool.idle()
    };
    let runner = play("bots/quoridor/runner.lua");
    assert_eq!(runner, first, "a process without a bot becomes that of the first");
    assert_eq!(play("bots/quoridor/runner.lua"), runner, "the next match of the same bot");
    let both = play("bots/quoridor/waller.lua");
    assert_eq!((both.len(), both[0]), (2, runner[0]), "another bot has another process");
    let both = play("bots/quoridor/runner.lua");
    assert_eq!((both.len(), both[1]), (2, runner[0]), "the one that was used last stands last");
    // A bot stays the same bot in another game: its output does not depend on earlier matches.
    let living = workers.living();
    assert_eq!(living.len(), 2);
    assert!(living.iter().all(|id| both.contains(id)));
}

pub fn two_seats_of_one_bot_have_a_process_each() {
    let workers = Workers::new();
    let (game, setup) = setup("quoridor", &["bots/quoridor/runner.lua"; 2], 1);
    let record = workers.play(game, &setup);
    let mut idle = workers.pool.idle();
    idle.sort_unstable();
    idle.dedup();
    assert_eq!(idle.len(), 2);
    assert_eq!(record.to_line(), on_a_thread(game, &setup).to_line());
}

pub fn of_processes_without_a_match_at_most_32_are_kept() {
    let workers = Workers::new();
    let (game, mut setup) = setup("quoridor", &["greedy", "greedy"], 1);
    setup.terms.options.insert("max_plies".into(), json!(2));
    let mut play = |number: u32| {
        let source = format!("return {{ next_move = function() return 'e2', {number} end }}");
        setup.players[0] = lua("bot", &source);
        assert!(workers.play(game, &setup).end.unwrap().faults.is_empty());
        workers.pool.idle()
    };
    let first = play(0);
    for number in 1..32 {
        play(number);
    }
    let full = play(0);
    assert_eq!((full.len(), full.last()), (32, first.first()), "the first was used last");
    let later = play(32);
    assert_eq!(later.len(), 32);
    assert!(later.contains(&first[0]) && !later.contains(&full[0]), "the oldest went");
    assert_eq!(workers.living().len(), 32);
}

pub fn a_process_that_was_killed_while_it_idled_is_replaced_without_a_word() {
    let workers = Workers::new();
    let (game, setup) = setup("quoridor", &["bots/quoridor/runner.lua", "random"], 1);
    let expected = on_a_thread(game, &setup).to_line();
    for _ in 0..3 {
        let before = workers.pool.idle();
        before.iter().copied().for_each(kill);
        assert_eq!(workers.play(game, &setup).to_line(), expected);
        assert!(workers.pool.idle().iter().all(|id| !before.contains(id)));
    }
}

pub fn workers_have_the_same_addresses() {
    let workers = Workers::new();
    let (game, setup) = setup("durak", &["bots/durak/random.lua", "bots/durak/random.rhai"], 1);
    workers.play(game, &setup);
    let program = |id: &u32| {
        let maps = fs::read_to_string(format!("/proc/{id}/maps")).expect("a process of ours");
        // Memory of VMs lies at lower addresses.
        maps.lines().find(|line| line.contains('/')).expect("the program").to_string()
    };
    let [first, second] = &workers.living()[..] else { panic!("not two workers") };
    assert_eq!(program(first), program(second));
    assert_eq!(program(first), program(&workers.fork_server()));
}

pub fn workers_in_the_background_have_the_lowest_priority() {
    let options = PoolOptions { background: true, ..PoolOptions::default() };
    let (workers, usual) = (Workers::with(options), Workers::new());
    let (game, setup) = setup("quoridor", &["bots/quoridor/runner.lua"; 2], 1);
    for (workers, nice) in [(&workers, "19"), (&usual, "0")] {
        let record = workers.play(game, &setup);
        assert_eq!(record.to_line(), on_a_thread(game, &setup).to_line());
        let living = workers.living();
        assert_eq!(living.len(), 2, "the first one and another");
        for id in living {
            let tasks = fs::read_dir(format!("/proc/{id}/task")).expect("a process of ours");
            let of = |task: std::io::Result<fs::DirEntry>| {
                let stat = fs::read_to_string(task.expect("a thread").path().join("stat"));
                let stat = stat.expect("a thread of ours");
                // The name may have spaces; after it, nice is the 17th field.
                let after = stat.rsplit_once(") ").expect("a name in brackets").1;
                after.split(' ').nth(16).expect("a field").to_string()
            };
            let nice_of: Vec<String> = tasks.map(of).collect();
            assert!(nice_of.iter().any(|of| of == nice), "{id}: {nice_of:?}");
        }
    }
}

pub fn a_fork_server_that_was_killed_is_replaced_without_a_word() {
    let workers = Workers::new();
    let before = workers.fork_server();
    kill(before);
    workers.pool.start_one().expect("another one");
    assert_ne!(workers.fork_server(), before);
}
