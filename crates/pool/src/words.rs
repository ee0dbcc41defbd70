//! Sentences about workers.

use juez_core::sentences;

sentences! {
    /// Reasons why a worker ended, and why none can play.
    SENTENCES:
    no_end() = "the call took far longer than its fuel allows for, inside one native function";
    asleep() = "its process sleeps and does not answer";
    worked_unasked() = "it used CPU time outside of any call";
    starved() = "the machine did not run it for a minute";
    gone(cause) = "the process that ran it is gone: {cause}";
    worker(why) = "bot process: {why}";
    no_worker(why) = "no process could play the bot: {why}";
    closed() = "it has closed its end of the pipe";
    killed() = "it was killed from outside, twice";
    not_read(why) = "cannot read from the other side: {why}";
    frame_too_long(bytes, most) = "a frame of {bytes} bytes; the longest has {most}";
    not_understood(why) = "cannot understand the other side: {why}";
    unasked() = "an unexpected answer";
    lied(why) = "the process that ran it sent an invalid answer: {why}";
    too_much(most) = "more than {most} bytes in one match";
    stack_overflowed() = "its native stack overflowed";
    no_memory() = "the system gave it no more memory";
    no_cpu_time() = "it used up the CPU time of a process";
    forbidden(number) = "it made the forbidden system call {number}";
    aborted() = "it aborted";
    no_such_memory() = "it accessed invalid memory";
    signal(number) = "it was ended by signal {number}";
    exited(code) = "it ended with exit code {code}";
    ended() = "it ended";
}
