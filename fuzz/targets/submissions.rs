//! Archives of submissions: each is refused, or its students and their versions can be listed.
//! Nothing is written outside the target folder.

use juez::grading::submissions::collect;
use std::fs;
use std::io::{Cursor, Write};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

const MAGIC: &[u8] = b"PK";

/// Reads the bytes as an archive, or as lines `NAME=CONTENT` that are packed into one.
pub fn run(data: &[u8]) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("class.zip");
    let packed = if data.starts_with(MAGIC) { data.to_vec() } else { pack(data) };
    fs::write(&path, packed).expect("a file");
    let read = |path: &std::path::Path| {
        let text = if path.is_dir() { Ok(Vec::new()) } else { fs::read(path) };
        text.map(drop).map_err(|error| error.to_string())
    };
    match collect(&path, None, None, &read) {
        Ok(students) => {
            assert!(!students.submissions.is_empty(), "an archive of nobody is an error")
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    let left: Vec<_> = fs::read_dir(folder.path()).expect("a folder").collect();
    assert_eq!(left.len(), 1, "something was written next to the archive");
}

/// Packs lines `NAME=CONTENT`, as far as a zip accepts them.
pub fn pack(lines: &[u8]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for line in String::from_utf8_lossy(lines).lines().take(50) {
        let (name, content) = line.split_once('=').unwrap_or((line, ""));
        if zip.start_file(name, SimpleFileOptions::default()).is_ok() {
            let _ = zip.write_all(content.as_bytes());
        }
    }
    zip.finish().map(Cursor::into_inner).unwrap_or_default()
}
