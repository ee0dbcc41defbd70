//! The memory that an attack costs the host.

use std::fs;

/// Watches how far the memory of this process grows, where the system can tell.
pub struct Memory {
    before: Option<u64>,
}

impl Memory {
    /// Begins to watch.
    pub fn watch() -> Memory {
        // Writing 5 sets the peak back to what is resident now.
        let reset = fs::write("/proc/self/clear_refs", "5").is_ok();
        Memory { before: reset.then(|| status("VmRSS:")).flatten() }
    }

    /// KiB by which it has grown at most since; `None` where that cannot be known.
    pub fn grown(&self) -> Option<u64> {
        Some(status("VmHWM:")?.saturating_sub(self.before?))
    }
}

/// KiB that a process has had in memory at most; 0 where that cannot be known.
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
