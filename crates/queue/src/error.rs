//! Errors of the queue.

use std::io;
use std::path::PathBuf;

/// Why the queue cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum QueueError {
    #[error(
        "cannot read the address {address:?}: expected nats://HOST or nats://HOST:PORT, several separated by commas"
    )]
    Address { address: String },
    #[error(
        "{address} has a user or password in it, which would show in lists of processes: use --user and the environment variable JUEZ_QUEUE_PASSWORD"
    )]
    Secret {
        /// The address without them.
        address: String,
    },
    #[error(
        "no NATS server answers at {server}: {why}; is it started, and does a firewall let port 4222 through?"
    )]
    Unreachable { server: String, why: String },
    #[error(
        "the server {server} does not accept {user}: user, password, nkey or creds file are wrong or were revoked; not tried again"
    )]
    Credentials {
        server: String,
        /// The credentials, in words.
        user: String,
    },
    #[error(
        "no safe connection to {server}: {why}; --tls-ca names the certificate authority of the server, and a wrong clock makes certificates look expired"
    )]
    Tls { server: String, why: String },
    #[error("the server {server} is NATS {found}; juez needs 2.10 or newer")]
    OldServer { server: String, found: String },
    #[error("the server {server} runs without JetStream: start it with `nats-server -js`")]
    NoJetStream { server: String },
    #[error(
        "the server refuses to {what}: {why}; does the user have the permissions of docs/scale.md?"
    )]
    Refused {
        /// The request.
        what: &'static str,
        /// The answer.
        why: String,
    },
    #[error(
        "the server does not {what}: {why}; does the user have the permissions of docs/scale.md, and does a cluster have more than half of its servers?"
    )]
    Unanswered {
        /// The request.
        what: &'static str,
        why: String,
    },
    /// A file cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    File { path: PathBuf, source: io::Error },
    /// The sandbox of a worker failed.
    #[error(transparent)]
    Pool(#[from] juez_pool::PoolError),
    /// A system call failed.
    #[error("cannot start: {0}")]
    Io(#[from] io::Error),
}
