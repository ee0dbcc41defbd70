//! The addresses of this machine in its networks, and the picture of one for phones.

use fast_qr::QRBuilder;
use std::net::{IpAddr, SocketAddr};

use crate::cli::text::BLACK_ON_WHITE;

/// Blank modules around the picture (ISO/IEC 18004 asks for four).
const MARGIN: usize = 4;

pub(super) fn own() -> Vec<IpAddr> {
    let found = if_addrs::get_if_addrs().unwrap_or_default();
    found.into_iter().map(|interface| interface.ip()).collect()
}

/// The addresses of the page: those in networks first, IPv4 before IPv6.
pub(super) fn of_pages(listens: SocketAddr) -> Vec<String> {
    if !listens.ip().is_unspecified() {
        return vec![format!("http://{listens}")];
    }
    let is_usable = |ip: &IpAddr| match ip {
        // An address of one link needs the name of its interface.
        IpAddr::V6(ip) => listens.is_ipv6() && !ip.is_unicast_link_local(),
        IpAddr::V4(ip) => !ip.is_link_local(),
    };
    let mut found: Vec<IpAddr> = own().into_iter().filter(is_usable).collect();
    // Virtual networks of containers come last: a school's is often 192.168 or 10.
    found.sort_by_key(|ip| (ip.is_loopback(), ip.is_ipv6(), is_container(ip)));
    if found.iter().any(|ip| !ip.is_loopback()) {
        found.retain(|ip| !ip.is_loopback());
    }
    found.dedup();
    found.into_iter().map(|ip| format!("http://{}", SocketAddr::new(ip, listens.port()))).collect()
}

fn is_container(ip: &IpAddr) -> bool {
    matches!(ip, IpAddr::V4(ip) if ip.octets()[0] == 172 && ip.octets()[1] == 17)
}

/// An address as a QR code, two rows of modules in a line; nothing if it does not fit one.
pub(super) fn picture(url: &str) -> String {
    let Ok(code) = QRBuilder::new(url).build() else { return String::new() };
    let size = code.size;
    let is_dark = |x: usize, y: usize| {
        let (x, y) = (x.wrapping_sub(MARGIN), y.wrapping_sub(MARGIN));
        x < size && y < size && code[y][x].value()
    };
    let side = size + 2 * MARGIN;
    let line = |y: usize| -> String {
        let sign = |x| match (is_dark(x, y), is_dark(x, y + 1)) {
            (true, true) => '█',
            (true, false) => '▀',
            (false, true) => '▄',
            (false, false) => ' ',
        };
        (0..side).map(sign).collect()
    };
    // Dark on light whatever the colours of the terminal: not every phone reads the negative.
    let lines =
        (0..side).step_by(2).map(|y| format!("{BLACK_ON_WHITE}{}{BLACK_ON_WHITE:#}\n", line(y)));
    lines.collect()
}
