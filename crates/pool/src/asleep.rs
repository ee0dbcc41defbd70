//! Distinguishes a sleeping thread of another process from one that waits for a core.

/// Returns true if a thread of a process is idle: it waits, but not for the processor, a disk or
/// memory. `thread` 0 is the first one. False if the system does not report it, and for a thread
/// stopped by a person.
pub fn sleeps(process: u32, thread: u32) -> bool {
    #[cfg(target_os = "linux")]
    {
        let thread = if thread == 0 { process } else { thread };
        let stat = std::fs::read_to_string(format!("/proc/{process}/task/{thread}/stat"));
        // The state follows the name, which can contain anything.
        let state = stat.ok().and_then(|stat| stat.rsplit_once(") ")?.1.chars().next());
        state == Some('S')
    }
    #[cfg(not(target_os = "linux"))]
    {
        let _ = (process, thread);
        false
    }
}
