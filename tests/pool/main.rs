//! Bots in separate processes: the same bytes as on a thread, the right bot blamed when a process
//! is lost, and no data in a process that its seat must not see.
//!
//! This program is also the program of the workers: started as one, it reads its task from a file
//! that the test has written next to it.

mod attended;
mod blame;
mod bytes;
mod forge;
mod harms;
#[cfg(target_os = "linux")] // looks into /proc
mod inherits;
#[cfg(target_os = "linux")]
mod kept;
#[cfg(target_os = "linux")] // elsewhere no process is seen to sleep
mod late;
mod lies;
mod questions;
#[cfg(target_os = "linux")]
mod replaced;
#[cfg(target_os = "linux")] // elsewhere there is less to give up, and `doctor` says so
mod sandbox;
mod seen;
mod tables;
mod tap;
mod workers;

use juez::pool::COMMAND;
use libtest_mimic::{Arguments, Trial};
use std::path::Path;
use std::process::ExitCode;

macro_rules! claims {
    ($($(#[$on:meta])? $module:ident: $($claim:ident),+;)+) => {{
        let mut claims: Vec<(&'static str, fn())> = Vec::new();
        $($(#[$on])? claims.extend([
            $((concat!(stringify!($module), "::", stringify!($claim)), $module::$claim as fn())),+
        ]);)+
        claims
    }};
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().collect();
    if let [program, command, orders @ ..] = &args[..]
        && command == COMMAND
    {
        return workers::work(Path::new(program), orders);
    }
    let claims = claims! {
        attended:
            a_person_takes_a_seat_over_and_the_bot_goes_on_where_it_was,
            a_bot_stands_in_for_a_person,
            a_match_is_stopped_while_people_sit_at_it;
        blame:
            every_way_to_lose_a_process_in_every_hook_is_blamed_on_that_call_in_the_same_words,
            the_others_play_on_when_one_of_three_loses_its_process,
            a_bot_whose_process_is_gone_is_not_asked_again_under_substitute,
            a_person_is_asked_once_for_each_move_whatever_becomes_of_the_others;
        bytes:
            a_match_in_workers_has_the_bytes_of_one_on_a_thread,
            the_faults_of_a_bot_are_the_same_in_a_worker,
            a_match_that_goes_on_from_a_position_is_the_same_in_workers,
            an_onlooker_of_workers_is_told_what_one_of_a_thread_is_told,
            a_fault_before_the_first_deal_is_told_before_it_live_and_again,
            one_two_and_eight_threads_that_share_a_pool_play_the_same_matches,
            bots_that_do_not_load_are_named_without_being_compiled_here,
            isolation_is_one_way_to_play_for_those_above;
        #[cfg(target_os = "linux")]
        inherits:
            a_worker_has_no_descriptor_but_its_three,
            a_worker_shares_no_memory_that_can_be_written,
            a_worker_has_limits_of_the_system_too,
            workers_end_when_the_process_that_started_them_is_killed;
        #[cfg(target_os = "linux")]
        kept:
            a_process_is_kept_for_its_own_bot_only,
            two_seats_of_one_bot_have_a_process_each,
            of_processes_without_a_match_at_most_32_are_kept,
            a_process_that_was_killed_while_it_idled_is_replaced_without_a_word,
            workers_have_the_same_addresses,
            workers_in_the_background_have_the_lowest_priority,
            a_fork_server_that_was_killed_is_replaced_without_a_word;
        #[cfg(target_os = "linux")]
        late:
            a_late_call_counts_and_is_not_made_again,
            a_bot_that_hung_goes_on_under_substitute_and_knows_the_whole_history,
            a_late_call_holds_up_no_other_bot,
            a_process_that_works_while_nothing_is_asked_of_it_is_ended;
        lies:
            a_fault_that_only_the_referee_can_find_is_not_believed,
            an_answer_to_something_else_is_a_lie_and_ends_the_process,
            texts_of_a_worker_that_would_disturb_a_terminal_are_made_plain,
            what_a_lying_worker_writes_is_cut_as_that_of_any_bot,
            a_worker_that_answers_too_much_in_one_match_is_ended;
        questions:
            a_bot_in_a_worker_answers_a_question_as_one_on_a_thread,
            a_case_is_examined_in_a_worker_as_on_a_thread,
            the_lint_of_a_worker_is_that_of_a_thread;
        #[cfg(target_os = "linux")]
        replaced:
            a_process_that_is_lost_once_leaves_no_trace,
            a_kill_from_outside_once_leaves_no_trace_and_twice_is_no_match_at_all,
            a_kill_in_the_middle_of_a_call_is_one_from_outside,
            a_process_that_uses_up_its_cpu_time_is_not_taken_for_one_killed_from_outside,
            a_process_that_kills_itself_is_blamed_where_the_sandbox_sees_it;
        #[cfg(target_os = "linux")]
        sandbox:
            a_worker_can_reach_nothing,
            each_layer_alone_keeps_files_and_programs_away,
            a_system_with_neither_still_has_workers_with_bounded_memory_and_says_what_is_weaker;
        seen:
            what_a_worker_hears_is_what_its_seat_may_see;
    };
    let trials = claims.into_iter().map(|(name, claim)| {
        Trial::test(name, move || {
            tables::with_a_stack(claim);
            Ok(())
        })
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit_code()
}
