//! A connection to a server.

use async_nats::jetstream::{self, Context};
use async_nats::{Client, ClientError, ConnectErrorKind, ConnectOptions, Event, ServerAddr};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::error::QueueError;
use super::names::token;

/// The oldest supported server version.
const OLDEST: (u32, u32) = (2, 10);
/// Pause between attempts to reach a server that does not answer.
const RETRY_PAUSE: Duration = Duration::from_millis(300);
/// Longest pause between attempts to reach a lost server.
const MAX_RECONNECT_PAUSE: Duration = Duration::from_secs(2);
/// Longest wait for the answer to a request.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(3);

/// A callback for notices to the user.
pub type Notices = Arc<dyn Fn(String) + Send + Sync>;

/// A server, and the credentials for it.
#[derive(Clone, Debug, Default)]
pub struct ServerOptions {
    /// Addresses of the server, or of the servers of a cluster, separated by commas.
    pub address: String,
    pub user: Option<String>,
    pub password: Option<String>,
    /// A file with the seed of an nkey.
    pub nkey: Option<PathBuf>,
    /// A NATS credentials file.
    pub creds: Option<PathBuf>,
    /// A PEM file with certificates of the authority that signs the server's.
    pub tls_ca: Option<PathBuf>,
    /// The name in connection lists and in the inbox for answers.
    pub name: String,
    /// Longest wait for a server that does not answer yet.
    pub patience: Duration,
}

/// A connection that reconnects when the server comes back.
#[derive(Clone)]
pub struct Connection {
    pub client: Client,
    /// JetStream over it.
    pub js: Context,
    options: ServerOptions,
    refused: Arc<AtomicBool>,
}

impl Connection {
    /// Connects. Rejected credentials are not tried again, now or later.
    ///
    /// # Errors
    /// If the server cannot be used.
    pub async fn open(options: &ServerOptions, notices: Notices) -> Result<Connection, QueueError> {
        let begun = Instant::now();
        let addresses = options.addresses()?;
        let refused = Arc::new(AtomicBool::new(false));
        let client = loop {
            let connecting = options.connecting(refused.clone(), notices.clone())?;
            match connecting.connect(&addresses[..]).await {
                Ok(client) => break client,
                Err(error) => match error.kind() {
                    ConnectErrorKind::AuthorizationViolation | ConnectErrorKind::Authentication => {
                        return Err(options.credentials());
                    }
                    ConnectErrorKind::Tls => {
                        let (server, why) = (options.address.clone(), words(&error));
                        return Err(QueueError::Tls { server, why });
                    }
                    _ if is_certificate(&error) => {
                        let (server, why) = (options.address.clone(), words(&error));
                        return Err(QueueError::Tls { server, why });
                    }
                    _ if begun.elapsed() < options.patience => {
                        tokio::time::sleep(RETRY_PAUSE).await;
                    }
                    _ => {
                        let (server, why) = (options.address.clone(), words(&error));
                        return Err(QueueError::Unreachable { server, why });
                    }
                },
            }
        };
        let info = client.server_info();
        let server = options.address.clone();
        if !is_new_enough(&info.version) {
            return Err(QueueError::OldServer { server, found: info.version });
        }
        if !info.jetstream {
            return Err(QueueError::NoJetStream { server });
        }
        let js = jetstream::context::ContextBuilder::new()
            .timeout(ANSWER_TIMEOUT)
            .ack_timeout(ANSWER_TIMEOUT)
            .build(client.clone());
        Ok(Connection { client, js, options: options.clone(), refused })
    }

    /// Checks that the server still accepts this user.
    ///
    /// # Errors
    /// If it no longer does.
    pub fn check(&self) -> Result<(), QueueError> {
        if self.refused.load(Ordering::Relaxed) { Err(self.options.credentials()) } else { Ok(()) }
    }
}

impl ServerOptions {
    fn addresses(&self) -> Result<Vec<ServerAddr>, QueueError> {
        let read = |text: &str| {
            let wrong = || QueueError::Address { address: self.address.clone() };
            let address: ServerAddr = text.trim().parse().map_err(|_| wrong())?;
            if address.has_user_pass() {
                let address = format!("{}://{}", address.scheme(), address.host());
                return Err(QueueError::Secret { address });
            }
            Ok(address)
        };
        self.address.split(',').map(read).collect()
    }

    fn credentials(&self) -> QueueError {
        let user = match (&self.user, &self.nkey, &self.creds) {
            (Some(user), _, _) => format!("the user {user}"),
            (None, Some(path), _) | (None, None, Some(path)) => format!("{}", path.display()),
            (None, None, None) => "a connection without credentials".to_string(),
        };
        QueueError::Credentials { server: self.address.clone(), user }
    }

    fn connecting(
        &self,
        refused: Arc<AtomicBool>,
        notices: Notices,
    ) -> Result<ConnectOptions, QueueError> {
        let mut connecting = ConnectOptions::new()
            .name(format!("juez {}", self.name))
            .custom_inbox_prefix(format!("_INBOX_{}", token(&self.name)))
            .request_timeout(Some(ANSWER_TIMEOUT))
            .reconnect_delay_callback(|attempts| {
                let pause = Duration::from_millis(50 << attempts.min(6));
                pause.min(MAX_RECONNECT_PAUSE)
            });
        if let Some(user) = &self.user {
            let password = self.password.clone().unwrap_or_default();
            connecting = connecting.user_and_password(user.clone(), password);
        }
        if let Some(path) = &self.nkey {
            connecting = connecting.nkey(read(path)?.trim().to_string());
        }
        if let Some(path) = &self.creds {
            let file = |source| QueueError::File { path: path.clone(), source };
            connecting = connecting.credentials(&read(path)?).map_err(file)?;
        }
        if let Some(path) = &self.tls_ca {
            // Each connection reads it again; this catches a wrong path at once.
            read(path)?;
            connecting = connecting.add_root_certificates(path.clone()).require_tls(true);
        }
        let server = self.address.clone();
        let lost = Arc::new(AtomicBool::new(false));
        Ok(connecting.event_callback(move |event| {
            let (refused, notices, lost) = (refused.clone(), notices.clone(), lost.clone());
            let server = server.clone();
            async move {
                match event {
                    Event::Disconnected if !lost.swap(true, Ordering::Relaxed) => {
                        notices(format!("lost the connection to {server}; waiting for it"));
                    }
                    Event::Connected if lost.swap(false, Ordering::Relaxed) => {
                        notices(format!("{server} is back"));
                    }
                    Event::ServerError(async_nats::ServerError::AuthorizationViolation) => {
                        refused.store(true, Ordering::Relaxed);
                    }
                    Event::ServerError(async_nats::ServerError::Other(why)) => {
                        notices(format!("{server} says: {why}"));
                    }
                    Event::ClientError(ClientError::Other(why))
                        if why.contains("authorization violation") =>
                    {
                        refused.store(true, Ordering::Relaxed);
                    }
                    Event::LameDuckMode => {
                        notices(format!("{server} is about to be shut down"));
                    }
                    _ => {}
                }
            }
        }))
    }
}

fn read(path: &Path) -> Result<String, QueueError> {
    fs::read_to_string(path).map_err(|source| QueueError::File { path: path.into(), source })
}

/// Formats an error with its causes.
pub fn words(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let more = error.to_string();
        if !text.contains(&more) {
            text = format!("{text}: {more}");
        }
        cause = error.source();
    }
    text
}

fn is_certificate(error: &async_nats::ConnectError) -> bool {
    let words = words(error);
    words.contains("certificate") || words.contains("tls") || words.contains("InvalidCertificate")
}

fn is_new_enough(version: &str) -> bool {
    let mut numbers = version.split(['.', '-']).map(|number| number.parse().unwrap_or(0));
    (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0)) >= OLDEST
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn servers_before_2_10_are_too_old() {
        for (version, new_enough) in [
            ("2.9.10", false),
            ("2.10.0", true),
            ("2.15.1-beta.1", true),
            ("3.0.0", true),
            ("", false),
        ] {
            assert_eq!(is_new_enough(version), new_enough, "{version}");
        }
    }

    #[test]
    fn an_address_with_a_password_is_refused_without_repeating_it() {
        let options =
            |address: &str| ServerOptions { address: address.into(), ..Default::default() };
        let error = options("nats://ana:secret@host").addresses().expect_err("a password");
        assert!(error.to_string().starts_with("nats://host has a user"), "{error}");
        assert!(!error.to_string().contains("secret"));
        assert!(options("nats://a:4222,nats://b").addresses().is_ok_and(|two| two.len() == 2));
        assert!(matches!(options("http://x y").addresses(), Err(QueueError::Address { .. })));
    }
}
