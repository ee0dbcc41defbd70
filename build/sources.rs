//! What the pages are made of.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Files and folders below `web/` that the pages are built from.
pub const NAMES: [&str; 8] = [
    "index.html",
    "package-lock.json",
    "package.json",
    "public",
    "src",
    "svelte.config.js",
    "tsconfig.json",
    "vite.config.ts",
];

/// All files below `folder` that count, in one order on every machine.
///
/// # Errors
/// If one cannot be read.
pub fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for name in NAMES {
        below(&folder.join(name), &mut files)?;
    }
    files.sort();
    Ok(files)
}

/// All files at or below `path`.
///
/// # Errors
/// If it cannot be read.
pub fn below(path: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    if !fs::metadata(path)?.is_dir() {
        files.push(path.to_path_buf());
        return Ok(());
    }
    for entry in fs::read_dir(path)? {
        below(&entry?.path(), files)?;
    }
    Ok(())
}

/// The hash of `files` with their names below `folder`.
///
/// # Errors
/// If one cannot be read.
pub fn hash(folder: &Path, files: &[PathBuf]) -> io::Result<u64> {
    let mut hash = Fnv::default();
    for path in files {
        let bytes = fs::read(path)?;
        let name = path.strip_prefix(folder).unwrap_or(path);
        hash.add(name.to_string_lossy().replace('\\', "/").as_bytes());
        hash.add(&[0]);
        hash.add(&(bytes.len() as u64).to_le_bytes());
        hash.add(&bytes);
    }
    Ok(hash.0)
}

/// Copies `files` from below `from` to below `to`.
///
/// # Errors
/// If one cannot be copied.
pub fn copy(files: &[PathBuf], from: &Path, to: &Path) -> io::Result<()> {
    for path in files {
        let target = to.join(path.strip_prefix(from).unwrap_or(path));
        if let Some(folder) = target.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::copy(path, target)?;
    }
    Ok(())
}

/// FNV-1a: tells contents apart that nobody made alike on purpose.
pub struct Fnv(pub u64);

impl Default for Fnv {
    fn default() -> Fnv {
        Fnv(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    /// Takes in more bytes.
    pub fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}
