//! The class with what the server keeps of it in memory.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::checks::Checks;
use crate::class::{Class, PersonId};
use crate::server::connections::Peer;
use crate::server::minute_limit::MinuteLimit;
use crate::server::turns::{Queues, Turns};

/// Requests of one person that are worked on at once; others wait.
const MAX_REQUESTS: usize = 6;

/// A class and its addresses.
pub struct ClassSite {
    class: Arc<Class>,
    /// Limit of new people. To use it up leaves the other ways in open.
    pub(super) joins: MinuteLimit<IpAddr>,
    /// Limit of wrong return codes.
    pub(super) returns: MinuteLimit<IpAddr>,
    /// Limit of teacher keys.
    pub(super) keys: MinuteLimit<IpAddr>,
    /// Requests that are worked on.
    pub(super) requests: Queues<PersonId>,
    pub(super) downloads: Turns<PersonId>,
    pub(super) checks: Checks,
    pub(super) comparisons: Turns<PersonId>,
    /// The addresses of the page in the network.
    addresses: Vec<String>,
    /// The addresses of this machine.
    own: Vec<IpAddr>,
    reached: AtomicBool,
}

impl ClassSite {
    /// The site of a class: the addresses to show, and all addresses of this machine.
    pub fn new(class: Arc<Class>, addresses: Vec<String>, own: Vec<IpAddr>) -> ClassSite {
        ClassSite {
            class,
            joins: MinuteLimit::of_attempts(),
            returns: MinuteLimit::of_attempts(),
            keys: MinuteLimit::of_attempts(),
            requests: Queues::new(MAX_REQUESTS),
            downloads: Turns::new(1),
            checks: Checks::new(),
            comparisons: Turns::new(1),
            addresses,
            own,
            reached: AtomicBool::new(false),
        }
    }

    /// The class.
    pub fn class(&self) -> &Arc<Class> {
        &self.class
    }

    /// The addresses of the page in the network.
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

    /// True for an address of this machine.
    pub(super) fn is_own(&self, address: IpAddr) -> bool {
        address.is_loopback() || self.own.contains(&address)
    }
}
