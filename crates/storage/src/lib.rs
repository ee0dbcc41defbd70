//! Files of juez: gzip, and the shared part of SQLite files.

pub mod gzip;
pub mod sqlite_file;

use std::time::{SystemTime, UNIX_EPOCH};

/// Returns the time of the system's clock, in seconds since 1970.
pub fn seconds_since_1970() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}
