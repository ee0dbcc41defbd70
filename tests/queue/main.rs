//! Tournaments played by workers, over a real NATS server, with real processes.
//!
//! | file | content |
//! |---|---|
//! | `nats` | a server on a free port |
//! | `processes` | coordinators and workers, and their output |
//! | `client` | a worker of the tests, which can report false results |
//! | `same` | the outcome is the same as on one machine |
//! | `cut_off` | broken connections, slow readers, a full disk |
//! | `killed` | servers, workers and coordinators killed |
//! | `liars` | results that are wrong, late, doubled, or never come |
//! | `returned` | batches given back, leases that are over, batches that ask for too much |
//! | `users` | the rights of each user |
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
