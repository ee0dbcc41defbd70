//! Runs the real binary in a temporary folder and keeps its output.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;

use tempfile::TempDir;

/// Returns a command that runs `juez`, without a terminal's colours or the caller's environment.
pub fn juez() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_juez"));
    for name in ["CLICOLOR", "CLICOLOR_FORCE", "COLUMNS", "RUST_BACKTRACE"] {
        command.env_remove(name);
    }
    command.env("NO_COLOR", "1");
    command
}

/// Starts a command in a folder, with pipes for its streams.
pub fn started(command: &mut Command, folder: &Path) -> Child {
    let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    pipes.current_dir(folder).spawn().expect("juez runs")
}

/// Returns a Lua bot whose `next_move(view)` is `body`, from line 3 on.
pub fn bot(body: &str) -> String {
    format!("local bot = {{}}\nfunction bot.next_move(view)\n{body}\nend\nreturn bot\n")
}

/// The body of a bot that walks its shortest path, also over a pawn in its way.
pub const WALK: &str = "  local to = view:path(view.seat)[1]\n  \
                        return view:is_legal(to) and to or view:pawn_moves(view.seat)[1]";

/// Returns a Lua bot that plays well and whose `finish(result)` is `body`, from line 7 on.
pub fn bot_that_finishes(body: &str) -> String {
    let hook = "return bot\n";
    bot(WALK).replace(hook, &format!("function bot.finish(result)\n{body}\nend\n{hook}"))
}

/// A folder that is removed after the test.
pub struct Folder(TempDir);

impl Folder {
    /// Makes an empty folder.
    pub fn new() -> Folder {
        Folder(TempDir::new().expect("a folder for the test"))
    }

    /// Adds a file; `name` may contain subfolders.
    #[must_use]
    pub fn with(self, name: &str, content: impl AsRef<[u8]>) -> Folder {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a file lies in a folder")).expect("folder");
        fs::write(path, content).expect("file");
        self
    }

    /// Returns the path of a file in the folder.
    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Reads the text of a file.
    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("a file of text")
    }

    /// Runs `juez` in the folder; `line` is split at blanks.
    #[track_caller]
    pub fn juez(&self, line: &str) -> Run {
        self.juez_reading(line, "")
    }

    /// Runs `juez` in the folder with the words of `line`, then arguments that may contain blanks.
    #[track_caller]
    pub fn juez_with(&self, line: &str, further: &[&str]) -> Run {
        Run::of(&mut juez(), line, further, self.0.path(), b"")
    }

    /// Runs `juez` in the folder as in a terminal of this many columns; `None`: as for programs.
    #[track_caller]
    pub fn juez_in(&self, columns: Option<usize>, line: &str, input: &str) -> Run {
        let mut command = juez();
        command.envs(columns.map(|columns| ("COLUMNS", columns.to_string())));
        Run::of(&mut command, line, &[], self.0.path(), input.as_bytes())
    }

    /// Runs `juez` in the folder with `input` on its standard input.
    #[track_caller]
    pub fn juez_reading(&self, line: &str, input: impl AsRef<[u8]>) -> Run {
        Run::of(&mut juez(), line, &[], self.0.path(), input.as_ref())
    }
}

/// Runs `juez` where no file matters.
#[track_caller]
pub fn run(line: &str) -> Run {
    Folder::new().juez(line)
}

/// The result of one run of `juez`.
pub struct Run {
    line: String,
    /// Its standard output.
    pub stdout: String,
    /// Its standard error.
    pub stderr: String,
    code: Option<i32>,
}

impl Run {
    #[track_caller]
    fn of(juez: &mut Command, line: &str, further: &[&str], folder: &Path, input: &[u8]) -> Run {
        let mut child = started(juez.args(line.split_whitespace()).args(further), folder);
        let mut stdin = child.stdin.take().expect("stdin is piped");
        let input = input.to_vec();
        // Writes on another thread, because a pipe holds only part of it; juez may not read it all.
        let writer = thread::spawn(move || drop(stdin.write_all(&input)));
        let output = child.wait_with_output().expect("juez ends");
        writer.join().expect("the input is written");
        let text = |bytes| String::from_utf8(bytes).expect("juez writes UTF-8");
        let run = Run {
            line: [&[line], further].concat().join(" "),
            stdout: text(output.stdout),
            stderr: text(output.stderr),
            code: output.status.code(),
        };
        assert!(!run.stderr.contains("panicked"), "juez panicked\n{}", run.printed());
        run
    }

    /// Returns everything known about the run, for a test that failed.
    fn printed(&self) -> String {
        let Run { line, stdout, stderr, code } = self;
        let code = code.map_or("a signal".to_string(), |code| code.to_string());
        format!(
            "\n$ juez {line}\n---- stdout\n{stdout}---- stderr\n{stderr}---- exit code {code}\n"
        )
    }

    /// Checks the exit code.
    #[track_caller]
    pub fn exits(self, code: i32) -> Run {
        assert!(self.code == Some(code), "expected exit code {code}{}", self.printed());
        self
    }

    /// Checks that stdout is exactly this.
    #[track_caller]
    pub fn prints(self, expected: &str) -> Run {
        assert!(
            self.stdout == expected,
            "expected on stdout:\n{expected}---- but got{}",
            self.printed()
        );
        self
    }

    /// Checks that stderr is exactly this.
    #[track_caller]
    pub fn warns(self, expected: &str) -> Run {
        assert!(
            self.stderr == expected,
            "expected on stderr:\n{expected}---- but got{}",
            self.printed()
        );
        self
    }

    /// Checks that stderr contains this.
    #[track_caller]
    pub fn warns_of(self, part: &str) -> Run {
        assert!(self.stderr.contains(part), "expected on stderr: {part}{}", self.printed());
        self
    }

    /// Checks that stdout contains this.
    #[track_caller]
    pub fn shows(self, part: &str) -> Run {
        assert!(self.stdout.contains(part), "expected on stdout: {part}{}", self.printed());
        self
    }

    /// Checks that stdout does not contain this.
    #[track_caller]
    pub fn hides(self, part: &str) -> Run {
        assert!(!self.stdout.contains(part), "not expected on stdout: {part}{}", self.printed());
        self
    }

    /// Checks that the run was refused: this error, nothing on stdout, exit code 2.
    #[track_caller]
    pub fn refuses(self, error: &str) -> Run {
        self.warns(&format!("error: {error}\n")).prints("").exits(2)
    }

    /// Parses every line of stdout as JSON.
    #[track_caller]
    pub fn json(&self) -> Vec<serde_json::Value> {
        let parse = |line| serde_json::from_str(line);
        let values = self.stdout.lines().map(parse).collect::<Result<_, _>>();
        values.unwrap_or_else(|error| panic!("stdout is not JSON lines: {error}{}", self.printed()))
    }
}

/// A bot that walks its shortest path and beats an opponent that errs.
pub const RUNNER: &str =
    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/bots/quoridor/runner.lua"));

/// A bot that plays its first legal move, in the order of the notation.
pub const FIRST: &str = "return { next_move = function(view) return view:moves()[1] end }\n";
