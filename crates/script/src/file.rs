//! Reads untrusted files: opens only regular files and reads up to a limit.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

/// Rejects anything but a regular file, or a folder if `may_be_folder`. Opens nothing.
///
/// # Errors
/// If the path is missing or is a link (whatever its target), a pipe, a socket or a device.
pub fn check_file(path: &Path, may_be_folder: bool) -> io::Result<fs::Metadata> {
    let about = fs::symlink_metadata(path)?;
    kind(&about, may_be_folder)?;
    Ok(about)
}

fn kind(about: &fs::Metadata, may_be_folder: bool) -> io::Result<()> {
    let (kind, why) = match about.file_type() {
        kind if kind.is_symlink() => (
            ErrorKind::InvalidInput,
            "it is a link, and links are not followed; copy the linked file",
        ),
        kind if kind.is_dir() && !may_be_folder => (ErrorKind::IsADirectory, "it is a folder"),
        kind if kind.is_dir() || kind.is_file() => return Ok(()),
        _ => (ErrorKind::InvalidInput, "it is not a regular file"),
    };
    Err(io::Error::new(kind, why))
}

/// Opens a regular file for reading. Never opens anything else: a link at the end of the path
/// (whatever its target), a folder, a pipe, a socket or a device.
///
/// # Errors
/// If the file is missing, of another kind, or unreadable.
pub fn open_file(path: &Path) -> io::Result<File> {
    check_file(path, false)?;
    let mut options = OpenOptions::new();
    options.read(true);
    // The path can change after the check. These flags reject a link and do not wait for the writer
    // of a pipe; the kind of the opened file is checked again.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(
        &mut options,
        libc::O_NOFOLLOW | libc::O_NONBLOCK,
    );
    let file = options.open(path)?;
    kind(&file.metadata()?, false)?;
    Ok(file)
}

/// Reads a regular file of at most `most` bytes. Stops there, whatever size its metadata claims.
///
/// # Errors
/// Like [`open_file`]; [`ErrorKind::FileTooLarge`] if the file is longer.
pub fn read_file(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open_file(path)?.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let why = format!("it is longer than {most} bytes");
        return Err(io::Error::new(ErrorKind::FileTooLarge, why));
    }
    Ok(bytes)
}

/// Reads a regular file of at most `most` bytes as text.
///
/// # Errors
/// Like [`read_file`]; [`ErrorKind::InvalidData`] if it is not UTF-8.
pub fn read_text(path: &Path, most: u64) -> io::Result<String> {
    String::from_utf8(read_file(path, most)?).map_err(|error| {
        let why = format!("it is not UTF-8 text (byte {})", error.utf8_error().valid_up_to());
        io::Error::new(ErrorKind::InvalidData, why)
    })
}

/// Returns the absolute path of a file, equal for every spelling of it. A link at the end is not
/// followed.
pub fn absolute_path(path: &Path) -> PathBuf {
    let whole = |path: &Path| fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    match (path.parent(), path.file_name()) {
        (Some(folder), Some(name)) if !folder.as_os_str().is_empty() => whole(folder).join(name),
        (Some(_), Some(name)) => whole(Path::new(".")).join(name),
        _ => whole(path),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_up_to_its_limit_and_no_further() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        fs::write(&path, "four").expect("a file");
        assert_eq!(read_file(&path, 4).expect("it fits"), b"four");
        let error = read_file(&path, 3).expect_err("it is longer");
        assert_eq!(error.kind(), ErrorKind::FileTooLarge);
        assert_eq!(error.to_string(), "it is longer than 3 bytes");
    }

    #[test]
    fn what_is_no_text_is_said_with_the_first_bad_byte() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        fs::write(&path, b"ab\xff").expect("a file");
        let error = read_text(&path, 9).expect_err("no text");
        assert_eq!(error.to_string(), "it is not UTF-8 text (byte 2)");
    }

    #[test]
    fn a_folder_is_no_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let error = open_file(folder.path()).expect_err("a folder");
        assert_eq!(error.to_string(), "it is a folder");
        assert!(check_file(folder.path(), true).is_ok());
    }

    #[cfg(unix)]
    #[test]
    fn links_pipes_sockets_and_devices_are_refused_before_they_are_opened() {
        use rustix::fs::{CWD, FileType, Mode, mknodat};
        use std::os::unix::{fs::symlink, net::UnixListener};
        let folder = tempfile::tempdir().expect("a folder");
        let path_of = |name: &str| folder.path().join(name);
        fs::write(path_of("file"), "text").expect("a file");
        symlink("file", path_of("beside")).expect("a link");
        symlink("/etc/passwd", path_of("out")).expect("a link");
        symlink("nowhere", path_of("dangling")).expect("a link");
        mknodat(CWD, path_of("pipe"), FileType::Fifo, Mode::RUSR, 0).expect("a pipe");
        let _socket = UnixListener::bind(path_of("socket")).expect("a socket");
        for name in ["beside", "out", "dangling"] {
            let error = read_file(&path_of(name), 100).expect_err(name).to_string();
            assert!(error.starts_with("it is a link"), "{name}: {error}");
        }
        for path in [path_of("pipe"), path_of("socket"), "/dev/zero".into(), "/dev/null".into()] {
            let error = read_file(&path, 100).expect_err("no file").to_string();
            assert_eq!(error, "it is not a regular file", "{}", path.display());
        }
    }
}
