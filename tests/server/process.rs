//! The binary on a free port.

use std::io::{BufRead, BufReader, Lines};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::channel;
use std::time::Duration;
use tempfile::TempDir;

use crate::server::client::Client;

/// The longest time for a command that ends alone.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running server; it ends with its owner.
pub struct Server {
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
    /// `127.0.0.1:PORT`.
    pub host: String,
    /// The folder that it runs in.
    pub folder: TempDir,
}

impl Server {
    /// Starts a server that keeps nothing.
    pub fn start() -> Server {
        Server::with(&["--store", ":memory:"])
    }

    /// Starts a server with these arguments.
    pub fn with(arguments: &[&str]) -> Server {
        Server::within(tempfile::tempdir().expect("a folder"), arguments)
    }

    /// Starts a server with these arguments in this folder.
    pub fn within(folder: TempDir, arguments: &[&str]) -> Server {
        let (server, address) =
            Server::of(folder, &[&["serve", "--bind", "127.0.0.1:0"], arguments].concat());
        assert_eq!(address, "/");
        server
    }

    /// Starts any command that serves, and returns the path of the page that it names.
    pub fn of(folder: TempDir, arguments: &[&str]) -> (Server, String) {
        let mut command = juez(folder.path());
        command.args(arguments);
        let mut child = command.stdout(Stdio::piped()).spawn().expect("juez runs");
        let mut lines = BufReader::new(child.stdout.take().expect("it is piped")).lines();
        let mut said = Vec::new();
        let address = loop {
            let Some(Ok(line)) = lines.next() else { panic!("no address but {said:?}") };
            match line.strip_prefix("http://") {
                Some(address) => break address.to_string(),
                None => said.push(line),
            }
        };
        let (host, path) = address.split_once('/').unwrap_or((&address, ""));
        let (host, path) = (host.to_string(), format!("/{path}"));
        (Server { child, lines, host, folder }, path)
    }

    /// Returns the next line of its output.
    pub fn line(&mut self) -> String {
        self.lines.next().expect("it runs").expect("text")
    }

    /// Makes a new visitor of it.
    pub fn client(&self) -> Client {
        Client::new(&self.host)
    }

    /// Presses Ctrl-C and waits for the end.
    pub fn interrupt(mut self) -> (ExitStatus, TempDir) {
        let pid = rustix::process::Pid::from_child(&self.child);
        rustix::process::kill_process(pid, rustix::process::Signal::INT).expect("it runs");
        let status = self.child.wait().expect("it ends");
        let folder = std::mem::replace(&mut self.folder, tempfile::tempdir().expect("a folder"));
        (status, folder)
    }

    /// Kills the server.
    pub fn kill(mut self) -> TempDir {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it ends");
        std::mem::replace(&mut self.folder, tempfile::tempdir().expect("a folder"))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // A test may have ended it already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns a command that runs juez in a folder.
pub fn juez(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_juez"));
    command.current_dir(folder).env("NO_COLOR", "1").stdin(Stdio::null()).stderr(Stdio::null());
    command
}

/// Runs juez in a folder to its end. Returns its exit code, stdout and stderr.
pub fn run(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let mut command = juez(folder);
    command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().expect("juez runs");
    let pid = rustix::process::Pid::from_child(&child);
    let (done, ended) = channel();
    std::thread::spawn(move || done.send(child.wait_with_output()));
    let output = ended.recv_timeout(PATIENCE).unwrap_or_else(|_| {
        let _ = rustix::process::kill_process(pid, rustix::process::Signal::KILL);
        panic!("{arguments:?} does not end");
    });
    let output = output.expect("it ends");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    let code = output.status.code().expect("it ends by itself");
    (code, text(output.stdout), text(output.stderr))
}
