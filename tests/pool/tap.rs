//! A worker before which everything is written down that it hears.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use crate::workers::{Workers, arguments};

/// The link that such a worker is started by.
pub const PROGRAM: &str = "tap";

/// Stands between the parent and a worker.
pub fn work(program: &Path, orders: &[String]) -> ExitCode {
    let heard = program.with_file_name(format!("heard-{}", std::process::id()));
    let mut heard = File::create(heard).expect("a file");
    let mut worker = Command::new(std::env::current_exe().expect("this program"))
        .args(arguments(orders))
        .stdin(Stdio::piped())
        .spawn()
        .expect("a worker starts");
    let mut input = worker.stdin.take().expect("a pipe");
    let mut bytes = vec![0; 64 << 10];
    loop {
        match std::io::stdin().read(&mut bytes) {
            Ok(0) | Err(_) => break,
            Ok(count) => {
                heard.write_all(&bytes[..count]).expect("a file can be written to");
                input.write_all(&bytes[..count]).expect("a worker listens");
            }
        }
    }
    drop(input);
    worker.wait().expect("it ends");
    ExitCode::SUCCESS
}

/// What each of these workers has heard, message by message.
pub fn heard(workers: &Workers) -> Vec<Vec<Vec<u8>>> {
    let files = fs::read_dir(workers.folder.path()).expect("a folder").flatten();
    let files = files.filter(|file| file.file_name().to_string_lossy().starts_with("heard-"));
    files.map(|file| frames(&fs::read(file.path()).expect("a file"))).collect()
}

/// Four bytes of length each, and as many bytes.
fn frames(mut bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut frames = Vec::new();
    while let Some((length, rest)) = bytes.split_first_chunk::<4>() {
        let (frame, rest) = rest.split_at(u32::from_le_bytes(*length) as usize);
        frames.push(frame.to_vec());
        bytes = rest;
    }
    frames
}
