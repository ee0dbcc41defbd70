//! Tells a sleeping thread of another process from one that waits for a core.

/// True if a thread of a process has nothing to do: it waits for something that is not the processor, a
/// disk or memory. `thread` 0 is its first one. False where the system does not tell, and of one that
/// a person has stopped.
pub fn sleeps(process: u32, thread: u32) -> bool {
    #[cfg(target_os = "linux")]
    {
        let thread = if thread == 0 { process } else { thread };
        let stat = std::fs::read_to_string(format!("/proc/{process}/task/{thread}/stat"));
        // The state is behind the name, which may hold anything.
        let state = stat.ok().and_then(|stat| stat.rsplit_once(") ")?.1.chars().next());
        state == Some('S')
    }
    #[cfg(not(target_os = "linux"))]
    {
        let _ = (process, thread);
        false
    }
}
