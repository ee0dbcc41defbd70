//! Tournaments whose matches are played by workers, over a real NATS server, with real processes.
//!
//! | file | what it is about |
//! |---|---|
//! | `nats` | a server on a free port |
//! | `processes` | coordinators and workers, and what they say |
//! | `client` | a worker of the tests, which may lie |
//! | `same` | what comes out is that of one machine |
//! | `cut_off` | broken wires, slow readers, a full disk |
//! | `killed` | servers, workers and coordinators killed |
//! | `liars` | results that are wrong, late, doubled, or never come |
//! | `returned` | batches given back, leases that are over, batches that ask for too much |
//! | `users` | what each user may do |
//! | `words` | servers that cannot be used |

#[allow(dead_code, reason = "examples/soak uses all of it")]
mod client;
mod cut_off;
mod killed;
mod liars;
#[allow(dead_code, reason = "examples/soak uses all of it")]
mod nats;
#[allow(dead_code, reason = "examples/soak uses all of it")]
mod processes;
mod returned;
mod same;
mod users;
mod words;
