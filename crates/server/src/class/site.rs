//! A class and its state in memory.

use axum::http::HeaderMap;
use parking_lot::Mutex;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

use super::checks::Checks;
use super::ladder::{AtWork, Ladder};
use super::tournaments::Tournaments;
use crate::connections::Peer;
use crate::cookie;
use crate::minute_limit::MinuteLimit;
use crate::turns::Turns;
use juez_class::{Class, ClassError, PersonId};

/// Limit on a person's concurrent requests; others wait.
const MAX_REQUESTS: usize = 6;
/// Hex digits of a secret.
const SECRET_DIGITS: usize = 64;

/// A class and its addresses.
pub struct ClassSite {
    class: Arc<Class>,
    /// Name of the cookie with the secret of a session. Browsers send the cookies of a host to all
    /// of its ports, so each class has its own names.
    pub(super) session_cookie: String,
    /// Name of the cookie that identifies a browser, with or without a session.
    pub(super) browser_cookie: String,
    /// Limit on new people. Using it up leaves the other ways in open.
    pub(super) joins: MinuteLimit<IpAddr>,
    /// Limit on wrong return codes.
    pub(super) returns: MinuteLimit<IpAddr>,
    pub(super) keys: MinuteLimit<IpAddr>,
    pub(super) requests: Turns<PersonId>,
    pub(super) downloads: Turns<PersonId>,
    pub(super) checks: Checks,
    pub(super) at_work: AtWork,
    pub(crate) ladder: Arc<Ladder>,
    pub(crate) tournaments: Arc<Tournaments>,
    /// True if the ladder plays here.
    pub(super) plays_ladder: bool,
    pub(super) ladder_thread: Mutex<Option<JoinHandle<()>>>,
    pub(super) comparisons: Turns<PersonId>,
    /// Addresses of the page in the network.
    addresses: Vec<String>,
    own: Vec<IpAddr>,
    reached: AtomicBool,
}

impl ClassSite {
    /// Returns the site of a class: the addresses to show, and all addresses of this machine.
    ///
    /// # Errors
    /// If the class cannot be read.
    pub fn new(
        class: Arc<Class>,
        addresses: Vec<String>,
        own: Vec<IpAddr>,
    ) -> Result<ClassSite, ClassError> {
        let id = class.id()?;
        let at_work = AtWork::default();
        let ladder = Arc::new(Ladder::new(class.clone(), at_work.clone()));
        let tournaments = Arc::new(Tournaments::new(class.clone(), at_work.clone()));
        Ok(ClassSite {
            class,
            ladder,
            tournaments,
            at_work: at_work.clone(),
            plays_ladder: false,
            ladder_thread: Mutex::default(),
            session_cookie: format!("session-{id}"),
            browser_cookie: format!("browser-{id}"),
            joins: MinuteLimit::of_attempts(),
            returns: MinuteLimit::of_attempts(),
            keys: MinuteLimit::of_attempts(),
            requests: Turns::new(MAX_REQUESTS),
            downloads: Turns::new(1),
            checks: Checks::new(at_work),
            comparisons: Turns::new(1),
            addresses,
            own,
            reached: AtomicBool::new(false),
        })
    }

    /// Lets the ladder play while the class is served.
    pub fn with_ladder(self) -> ClassSite {
        let mut site = self;
        site.plays_ladder = true;
        site
    }

    /// Returns the class.
    pub fn class(&self) -> &Arc<Class> {
        &self.class
    }

    /// Returns the addresses of the page in the network.
    pub fn addresses(&self) -> &[String] {
        &self.addresses
    }

    /// True once another device has sent a request.
    pub fn was_reached(&self) -> bool {
        self.reached.load(Ordering::Relaxed)
    }

    /// Notes the sender of a request.
    pub(super) fn met(&self, Peer(address): Peer) {
        if !self.was_reached() && address.is_some_and(|address| !self.is_own(address)) {
            self.reached.store(true, Ordering::Relaxed);
        }
    }

    /// Returns the secret in a cookie of this class; `None` if it is missing or malformed.
    pub(super) fn secret(headers: &HeaderMap, cookie: &str) -> Option<String> {
        cookie::value_of(headers, cookie).filter(|text| is_secret(text)).map(str::to_string)
    }

    pub(super) fn is_own(&self, address: IpAddr) -> bool {
        address.is_loopback() || self.own.contains(&address)
    }
}

impl Drop for ClassSite {
    fn drop(&mut self) {
        self.ladder.close();
        self.tournaments.close();
        if let Some(thread) = self.ladder_thread.lock().take() {
            // A panic of the thread has ended the ladder alone.
            let _ = thread.join();
        }
    }
}

/// True if a text has the form of a secret.
pub(super) fn is_secret(text: &str) -> bool {
    text.len() == SECRET_DIGITS
        && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}
