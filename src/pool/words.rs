//! The sentences that are said of workers.

use crate::core::sentences;

sentences! {
    /// Why a worker was ended or died, and why no worker can play a match.
    SENTENCES:
    no_end() = "the call took far longer than its fuel allows for, inside one native function";
    gone(cause) = "the process that ran it is gone: {cause}";
    cannot_play(name, why) = "{name} cannot play: {why}";
    was_stopped() = "the match was stopped";
    worker(why) = "match worker: {why}";
    no_worker(why) = "no worker could play the match: {why}";
    closed() = "the other side has closed its end";
    not_read(why) = "cannot read from the other side: {why}";
    frame_too_long(bytes, most) = "a frame of {bytes} bytes; the longest has {most}";
    not_understood(why) = "cannot understand the other side: {why}";
}
