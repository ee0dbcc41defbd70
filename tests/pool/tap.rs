//! A process between the parent and a worker that writes down the data of both. A test program acts
//! as one if it is started by a link with the name below.

use juez::pool::COMMAND;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::thread;

/// The name of the link.
pub const PROGRAM: &str = "tap";

/// Runs between the parent and a worker.
pub fn work(program: &Path, orders: &[String]) -> ExitCode {
    let file = |end: &str| {
        let name = format!("{end}-{}", std::process::id());
        File::create(program.with_file_name(name)).expect("a file")
    };
    let mut worker = Command::new(std::env::current_exe().expect("this program"))
        .arg(COMMAND)
        .args(orders)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("a worker starts");
    let input = worker.stdin.take().expect("a pipe");
    let output = worker.stdout.take().expect("a pipe");
    let (heard, said) = (file("heard"), file("said"));
    thread::spawn(move || pass_on(io::stdin(), heard, input));
    pass_on(output, said, io::stdout());
    worker.wait().expect("it ends");
    ExitCode::SUCCESS
}

fn pass_on(mut from: impl Read, mut file: File, mut to: impl Write) {
    let mut bytes = vec![0; 64 << 10];
    while let Ok(count @ 1..) = from.read(&mut bytes) {
        file.write_all(&bytes[..count]).expect("a file can be written to");
        if to.write_all(&bytes[..count]).and_then(|()| to.flush()).is_err() {
            break;
        }
    }
}

/// Returns the files with the input and the output of each worker of a folder.
pub fn files(folder: &Path) -> Vec<[PathBuf; 2]> {
    let files = fs::read_dir(folder).expect("a folder").map(|file| file.expect("a name").path());
    let pair = |heard: PathBuf| {
        let worker = heard.file_name()?.to_str()?.strip_prefix("heard-")?;
        let said = folder.join(format!("said-{worker}"));
        Some([heard, said])
    };
    files.filter_map(pair).collect()
}

/// Returns the complete frames, each with its length.
pub fn frames(mut bytes: &[u8]) -> Vec<&[u8]> {
    let mut frames = Vec::new();
    while let Some(length) = bytes.first_chunk::<4>() {
        let Some((frame, rest)) = bytes.split_at_checked(4 + u32::from_le_bytes(*length) as usize)
        else {
            break;
        };
        frames.push(frame);
        bytes = rest;
    }
    frames
}
