//! The class with what the server keeps of it in memory.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::class::{Class, PersonId};
use crate::server::connections::Peer;
use crate::server::minute_limit::MinuteLimit;
use crate::server::turns::Turns;

/// A class and its addresses.
pub struct ClassSite {
    class: Arc<Class>,
    pub(super) attempts: MinuteLimit<IpAddr>,
    /// Checks, questions, tests: a page asks for one after the other.
    pub(super) turns: Turns<PersonId>,
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
            attempts: MinuteLimit::of_attempts(),
            turns: Turns::new(3),
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
        let is_other = |ip: &IpAddr| !ip.is_loopback() && !self.own.contains(ip);
        if !self.was_reached() && address.as_ref().is_some_and(is_other) {
            self.reached.store(true, Ordering::Relaxed);
        }
    }
}
