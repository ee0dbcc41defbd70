//! Copies of a class: arbitrary bytes, or a good copy with other values in its files. A copy is
//! refused with a sentence, or the class can be restored.

use juez::class::{CLASS_FILE, Class};
use juez::lobby::{Lobby, LobbyOptions};
use juez::server::{MATCHES_FILE, backup, check_backup, restore};
use rusqlite::Connection;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::LazyLock;
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

use super::rows::{Change, set};

const MAGIC: &[u8] = b"PK";

/// A student with a bot, and an incident.
const ROWS: &str = "
INSERT INTO person (name, name_key, role, team, joined) SELECT 'Ana', 'ana', 'student', team, joined FROM person;
INSERT INTO bot (team, name, name_key, game, language) SELECT team, 'Racer', 'racer', 'quoridor', 'lua'
    FROM person WHERE role = 'student';
INSERT INTO incident (at, what) VALUES (1, 'too long');
";

/// A good copy of a small class.
pub static GOOD: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("a folder");
    let class = folder.path().join("class");
    drop(Class::open(&class).expect("a class"));
    let db = Connection::open(class.join(CLASS_FILE)).expect("a database");
    db.execute_batch(ROWS).expect("rows");
    drop(db);
    let store = Some(class.join(MATCHES_FILE));
    drop(Lobby::open(LobbyOptions { store, ..LobbyOptions::default() }).expect("a lobby"));
    let file = folder.path().join("good.zip");
    backup(&class, &file).expect("a copy");
    check_backup(&file).expect("it is good");
    fs::read(file).expect("a file")
});

/// Reads the bytes as a copy, or as lines `table.column.row=value` that change the files of a good
/// one.
pub fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let changes = Change::all(&text);
    let is_file = data.starts_with(MAGIC);
    if !is_file && changes.is_empty() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("copy.zip");
    if is_file {
        fs::write(&file, data).expect("a file");
    } else {
        change(folder.path(), &file, &changes).expect("a changed copy");
    }
    let checked = check_backup(&file);
    let class = folder.path().join("restored");
    match restore(&class, &file) {
        Ok(_) => assert!(checked.is_ok() && class.join(CLASS_FILE).is_file()),
        Err(error) => {
            assert!(checked.is_err() && !error.to_string().is_empty(), "{error}");
            assert!(!class.exists(), "a copy that is refused leaves nothing");
        }
    }
}

/// Writes a good copy with other values.
fn change(folder: &Path, file: &Path, changes: &[Change<'_>]) -> io::Result<()> {
    let mut good = ZipArchive::new(io::Cursor::new(&GOOD[..]))?;
    let mut zip = ZipWriter::new(File::create(file)?);
    for name in [CLASS_FILE, MATCHES_FILE] {
        let (path, mut bytes) = (folder.join(name), Vec::new());
        good.by_name(name)?.read_to_end(&mut bytes)?;
        fs::write(&path, bytes)?;
        set(&path, changes);
        zip.start_file(name, SimpleFileOptions::default())?;
        zip.write_all(&fs::read(&path)?)?;
    }
    zip.finish().map(drop)?;
    Ok(())
}
