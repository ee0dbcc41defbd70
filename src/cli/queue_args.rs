//! `--queue` and the login to its server.

use anyhow::{Context, ensure};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use super::text::tell;
use juez_queue::{Connection, Notices, QueueError, ServerOptions};

/// Environment variable with the password of `--user`.
const PASSWORD: &str = "JUEZ_QUEUE_PASSWORD";

/// A server and what is shown to it.
#[derive(clap::Args, Clone, Default)]
pub(super) struct LoginArgs {
    /// User of the server; the password comes from the environment variable JUEZ_QUEUE_PASSWORD
    #[arg(long, value_name = "NAME", requires = "queue", help_heading = "Queue")]
    user: Option<String>,
    /// File with the seed of an nkey
    #[arg(long, value_name = "FILE", requires = "queue", conflicts_with_all = ["user", "creds"], help_heading = "Queue")]
    nkey: Option<PathBuf>,
    /// Creds file: a JWT and its seed
    #[arg(
        long,
        value_name = "FILE",
        requires = "queue",
        conflicts_with = "user",
        help_heading = "Queue"
    )]
    creds: Option<PathBuf>,
    /// Certificate authority of the server, a PEM file; the connection is encrypted then
    #[arg(long, value_name = "FILE", requires = "queue", help_heading = "Queue")]
    tls_ca: Option<PathBuf>,
    /// Longest wait for a server that does not answer
    #[arg(long, value_name = "DURATION", default_value = "10s", value_parser = humantime::parse_duration, help_heading = "Queue")]
    patience: Duration,
}

impl LoginArgs {
    /// Returns the options of the connection. `name` identifies this program in connection lists
    /// unless there is a user.
    ///
    /// # Errors
    /// If a password is missing.
    pub fn server(&self, address: &str, name: Option<&str>) -> anyhow::Result<ServerOptions> {
        let password = std::env::var(PASSWORD).ok();
        ensure!(
            self.user.is_none() || password.is_some(),
            "--user needs its password in the environment variable {PASSWORD}"
        );
        let name = name.or(self.user.as_deref()).map_or_else(host_name, str::to_string);
        Ok(ServerOptions {
            address: address.to_string(),
            user: self.user.clone(),
            password,
            nkey: self.nkey.clone(),
            creds: self.creds.clone(),
            tls_ca: self.tls_ca.clone(),
            name,
            patience: self.patience,
        })
    }

    /// Returns the equivalent command-line arguments.
    pub fn words(&self) -> Vec<String> {
        let path = |flag: &str, path: &Option<PathBuf>| {
            let path = path.as_ref()?;
            Some(format!("{flag} {}", super::again::quoted(&path.to_string_lossy())))
        };
        let user = self.user.as_ref().map(|user| format!("--user {}", super::again::quoted(user)));
        let files = [
            path("--nkey", &self.nkey),
            path("--creds", &self.creds),
            path("--tls-ca", &self.tls_ca),
        ];
        user.into_iter().chain(files.into_iter().flatten()).collect()
    }

    /// Connects and passes the connection to `run`.
    pub fn with_connection<T, F: Future<Output = Result<T, QueueError>>>(
        &self,
        address: &str,
        run: impl FnOnce(Connection) -> F,
    ) -> anyhow::Result<T> {
        let server = self.server(address, None)?;
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .context("cannot start")?;
        Ok(runtime.block_on(async { run(Connection::open(&server, notices()).await?).await })?)
    }
}

pub(super) fn notices() -> Notices {
    Arc::new(tell)
}

fn host_name() -> String {
    let named = std::fs::read_to_string("/etc/hostname").ok();
    let named = named.or_else(|| std::env::var("HOSTNAME").ok());
    let named = named.or_else(|| std::env::var("COMPUTERNAME").ok());
    named
        .map(|name| name.trim().to_string())
        .filter(|name| !name.is_empty())
        .unwrap_or("juez".into())
}
