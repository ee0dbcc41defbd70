//! The network addresses of this machine, and a QR code of one.

use fast_qr::QRBuilder;
use std::net::{IpAddr, SocketAddr};

use crate::cli::text::BLACK_ON_WHITE;

/// Blank modules around the QR code (ISO/IEC 18004 asks for four).
const MARGIN: usize = 4;

pub(super) fn own() -> Vec<IpAddr> {
    let found = if_addrs::get_if_addrs().unwrap_or_default();
    found.into_iter().map(|interface| interface.ip()).collect()
}

/// Returns the addresses of the page: those in networks first, IPv4 before IPv6.
pub(super) fn of_pages(listens: SocketAddr) -> Vec<String> {
    if !listens.ip().is_unspecified() {
        return vec![format!("http://{listens}")];
    }
    let is_usable = |ip: &IpAddr| match ip {
        // A link-local IPv6 address only works with the name of its interface.
        IpAddr::V6(ip) => listens.is_ipv6() && !ip.is_unicast_link_local(),
        IpAddr::V4(ip) => !ip.is_link_local(),
    };
    let mut found: Vec<IpAddr> = own().into_iter().filter(is_usable).collect();
    // Container networks come last: school networks often use 192.168 or 10.
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

/// Draws an address as a QR code, two rows of modules per line. Empty if the address is too long.
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
    // Dark on light regardless of the terminal's colours: some phones cannot read inverted codes.
    let lines =
        (0..side).step_by(2).map(|y| format!("{BLACK_ON_WHITE}{}{BLACK_ON_WHITE:#}\n", line(y)));
    lines.collect()
}
