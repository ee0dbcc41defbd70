//! The memory that an attack costs the host.

use std::fs;

/// Measures the growth of this process's memory, if the system reports it.
pub struct Memory {
    before: Option<u64>,
}

impl Memory {
    /// Begins to watch.
    pub fn watch() -> Memory {
        // Writing 5 resets the peak to the present resident size.
        let reset = fs::write("/proc/self/clear_refs", "5").is_ok();
        Memory { before: reset.then(|| status("VmRSS:")).flatten() }
    }

    /// Returns the largest growth since the start, in KiB; `None` if unknown.
    pub fn grown(&self) -> Option<u64> {
        Some(status("VmHWM:")?.saturating_sub(self.before?))
    }
}

/// Returns the peak memory of a process in KiB; 0 if unknown.
pub fn peak_memory(process: u32) -> u64 {
    status_of(&process.to_string(), "VmHWM:").unwrap_or(0)
}

fn status(field: &str) -> Option<u64> {
    status_of("self", field)
}

fn status_of(process: &str, field: &str) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(field))?;
    line.split_whitespace().next()?.parse().ok()
}
