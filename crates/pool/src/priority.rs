//! Work in the background: it gets a core only while nothing else wants it.

#[cfg(unix)]
const LOWEST: i32 = 19;

/// Gives this thread the lowest priority. Does nothing if the system has none for threads.
pub fn run_in_background() {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::setpriority_process(None, LOWEST);
}

/// Gives a worker the lowest priority: on Linux the thread of its bot, elsewhere the process.
#[cfg_attr(windows, allow(unused_variables))]
pub(super) fn lower(process: u32, thread: u32) {
    let id = if cfg!(target_os = "linux") { thread } else { process };
    #[cfg(unix)]
    if let Some(id) = rustix::process::Pid::from_raw(id as i32) {
        let _ = rustix::process::setpriority_process(Some(id), LOWEST);
    }
}
