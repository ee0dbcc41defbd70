//! A server in its own process, so that its CPU time does not include its viewers'.

use anyhow::{Context, bail};
use std::fs;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A running server; stopped when dropped.
pub struct Server {
    child: Child,
    pub address: SocketAddr,
}

impl Server {
    /// Starts a server on a free port that keeps its matches in memory.
    pub fn start() -> anyhow::Result<Server> {
        let program = std::env::current_exe().context("cannot find this program")?;
        let mut child = Command::new(program)
            .args(["serve", "--bind", "127.0.0.1:0", "--store", ":memory:"])
            .stdout(Stdio::piped())
            .spawn()
            .context("cannot start a server")?;
        let mut line = String::new();
        let Some(out) = child.stdout.take() else { bail!("the server has no output") };
        BufReader::new(out).read_line(&mut line)?;
        let address = line.trim().strip_prefix("http://").and_then(|text| text.parse().ok());
        match address {
            Some(address) => Ok(Server { child, address }),
            None => {
                let _ = child.kill();
                bail!("the server said {:?} in place of its address", line.trim())
            }
        }
    }

    /// Returns its CPU time so far, without its match workers'.
    pub fn cpu(&self) -> anyhow::Result<Duration> {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.child.id()))
            .context("only Linux tells the CPU time of another process")?;
        // Fields after the name, which can contain anything: the 12th and 13th are user and system
        // time.
        let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
        let ticks: u64 =
            fields.skip(11).take(2).filter_map(|field| field.parse::<u64>().ok()).sum();
        Ok(Duration::from_millis(10 * ticks))
    }

    /// Returns its resident memory in KiB.
    pub fn memory(&self) -> anyhow::Result<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let number = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
        number.context("the system does not tell how much memory a process has")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
