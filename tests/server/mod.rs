//! `juez serve` as browsers and other programs meet it: runs the real binary and talks to it over a
//! socket.
//!
//! | file | content |
//! |---|---|
//! | `client` | sends requests, with a cookie if it has got one, and reads streams |
//! | `server` | the binary on a free port, in a temporary folder |
//! | `pages` | pages and assets: types, encodings, caching |
//! | `guards` | refused requests: other sites, other names, too long or without meaning |
//! | `matches` | matches started, played and watched through the API |
//! | `streams` | no reader misses or repeats an event |
//! | `refusals` | refusals are sentences that pages have in other languages |
//! | `uploads` | logs of files that are shown and not kept |
//! | `viewers` | `play`, `replay` and `watch` with `--web` |
//! | `command` | the command line: address, port, store, Ctrl-C |

pub mod client;
mod command;
mod guards;
mod matches;
mod pages;
pub mod process;
mod refusals;
mod streams;
mod uploads;
mod viewers;
