//! `juez serve` as browsers and other programs meet it: the real binary, asked over a socket.
//!
//! | file | what it is about |
//! |---|---|
//! | `client` | asks a server, with a cookie if it has got one, and reads its streams |
//! | `server` | the binary on a free port, in a folder of its own |
//! | `pages` | pages and assets: types, encodings, what a browser keeps |
//! | `guards` | what is refused: other sites, other names, what is too long or makes no sense |
//! | `matches` | matches started, played and looked on through the API |
//! | `streams` | that no reader misses or repeats anything |
//! | `refusals` | that what is refused is one of the sentences that pages have in other languages |
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
