//! Files of juez: gzip, and the shared part of SQLite files.

pub mod gzip;
pub mod sqlite_file;

use std::time::{SystemTime, UNIX_EPOCH};

/// Returns the Unix time of the system's clock, in seconds.
pub fn unix_time() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}
