//! Reasons why the queue cannot be used.

use std::io;
use std::path::PathBuf;

/// Why the queue cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum QueueError {
    /// No address.
    #[error(
        "cannot read the address {address:?}: expected nats://HOST or nats://HOST:PORT, several with commas between"
    )]
    Address {
        /// The text.
        address: String,
    },
    /// A password in the address.
    #[error(
        "{address} has a user or password in it, which would show in lists of processes: use --user and the environment variable JUEZ_QUEUE_PASSWORD"
    )]
    Secret {
        /// The address without them.
        address: String,
    },
    /// No answer.
    #[error(
        "no NATS server answers at {server}: {why}; is it started, and does a firewall let port 4222 through?"
    )]
    Unreachable {
        /// The address.
        server: String,
        /// The error of the system.
        why: String,
    },
    /// Wrong credentials.
    #[error(
        "the server {server} does not accept {user}: user, password, nkey or creds file are wrong, or were taken away; not tried again"
    )]
    Credentials {
        /// The address.
        server: String,
        /// The credentials, in words.
        user: String,
    },
    /// A connection that is not trusted.
    #[error(
        "no safe connection to {server}: {why}; --tls-ca names the certificate authority of the server, and a wrong clock makes certificates look expired"
    )]
    Tls {
        /// The address.
        server: String,
        /// The error.
        why: String,
    },
    /// A server from before 2.10.
    #[error("the server {server} is NATS {found}; juez needs 2.10 or newer")]
    OldServer {
        /// The address.
        server: String,
        /// Its version.
        found: String,
    },
    /// A server without JetStream.
    #[error("the server {server} runs without JetStream: start it with `nats-server -js`")]
    NoJetStream {
        /// The address.
        server: String,
    },
    /// A request that was refused.
    #[error(
        "the server refuses to {what}: {why}; does the user have the permissions of docs/scale.md?"
    )]
    Refused {
        /// The request.
        what: &'static str,
        /// The answer.
        why: String,
    },
    /// A request without an answer. It may come later.
    #[error(
        "the server does not {what}: {why}; has the user the permissions of docs/scale.md, and does a cluster have more than half of its servers?"
    )]
    Unanswered {
        /// The request.
        what: &'static str,
        /// The error.
        why: String,
    },
    /// A file that cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    File {
        /// The path.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The sandbox of a worker.
    #[error(transparent)]
    Pool(#[from] crate::pool::PoolError),
    /// The system.
    #[error("cannot start: {0}")]
    Io(#[from] io::Error),
}
