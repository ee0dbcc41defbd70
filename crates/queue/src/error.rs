//! Errors of the queue.

use std::io;
use std::path::PathBuf;

/// Why the queue cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum QueueError {
    /// The address cannot be read.
    #[error(
        "cannot read the address {address:?}: expected nats://HOST or nats://HOST:PORT, several separated by commas"
    )]
    Address {
        /// The text.
        address: String,
    },
    /// The address contains a password.
    #[error(
        "{address} has a user or password in it, which would show in lists of processes: use --user and the environment variable JUEZ_QUEUE_PASSWORD"
    )]
    Secret {
        /// The address without them.
        address: String,
    },
    /// No server answers.
    #[error(
        "no NATS server answers at {server}: {why}; is it started, and does a firewall let port 4222 through?"
    )]
    Unreachable {
        /// The address.
        server: String,
        /// The error of the system.
        why: String,
    },
    /// The credentials are wrong.
    #[error(
        "the server {server} does not accept {user}: user, password, nkey or creds file are wrong or were revoked; not tried again"
    )]
    Credentials {
        /// The address.
        server: String,
        /// The credentials, in words.
        user: String,
    },
    /// The connection is not trusted.
    #[error(
        "no safe connection to {server}: {why}; --tls-ca names the certificate authority of the server, and a wrong clock makes certificates look expired"
    )]
    Tls {
        /// The address.
        server: String,
        /// The error.
        why: String,
    },
    /// The server is older than 2.10.
    #[error("the server {server} is NATS {found}; juez needs 2.10 or newer")]
    OldServer {
        /// The address.
        server: String,
        /// Its version.
        found: String,
    },
    /// The server lacks JetStream.
    #[error("the server {server} runs without JetStream: start it with `nats-server -js`")]
    NoJetStream {
        /// The address.
        server: String,
    },
    /// The server refused a request.
    #[error(
        "the server refuses to {what}: {why}; does the user have the permissions of docs/scale.md?"
    )]
    Refused {
        /// The request.
        what: &'static str,
        /// The answer.
        why: String,
    },
    /// A request got no answer in time.
    #[error(
        "the server does not {what}: {why}; does the user have the permissions of docs/scale.md, and does a cluster have more than half of its servers?"
    )]
    Unanswered {
        /// The request.
        what: &'static str,
        /// The error.
        why: String,
    },
    /// A file cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    File {
        /// The path.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The sandbox of a worker failed.
    #[error(transparent)]
    Pool(#[from] juez_pool::PoolError),
    /// A system call failed.
    #[error("cannot start: {0}")]
    Io(#[from] io::Error),
}
