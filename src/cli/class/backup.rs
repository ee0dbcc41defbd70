//! The class as one archive: a zip of its two files.

use anyhow::{Context, bail, ensure};
use std::fs::{self, File};
use std::io;
use std::path::Path;
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

use super::MATCHES;
use crate::class::{CLASS_FILE, Class};
use crate::cli::text::tell;
use crate::server::Lobby;
use crate::sqlite_file::create_private;

/// Writes a copy of the class in `folder` to a new file, also while another juez has the class open.
pub(super) fn write(folder: &Path, file: &Path) -> anyhow::Result<()> {
    ensure!(!file.exists(), "{} is there already: name another file", file.display());
    let work = tempfile::tempdir_in(beside(file)).with_context(|| cannot_write(file))?;
    // People first: a match that begins meanwhile is in the copy without a person who is not.
    Class::copy(folder, &work.path().join(CLASS_FILE))?;
    Lobby::copy_store(&folder.join(MATCHES), &work.path().join(MATCHES))?;
    let packed = work.path().join("packed.zip");
    create_private(&packed)?;
    let mut zip = ZipWriter::new(File::options().write(true).open(&packed)?);
    for name in [CLASS_FILE, MATCHES] {
        zip.start_file(name, SimpleFileOptions::default().large_file(true))?;
        io::copy(&mut File::open(work.path().join(name))?, &mut zip)?;
    }
    zip.finish()?.sync_all()?;
    // Either the whole archive is there or none.
    fs::rename(&packed, file).with_context(|| cannot_write(file))?;
    tell(format_args!("wrote {}", file.display()));
    Ok(())
}

/// The folder that a path is in, as far as it is there.
fn beside(path: &Path) -> &Path {
    path.ancestors().skip(1).find(|folder| folder.is_dir()).unwrap_or(Path::new("."))
}

fn cannot_write(path: &Path) -> String {
    format!("cannot write {}", path.display())
}

/// Makes `folder` from a copy.
pub(super) fn restore(folder: &Path, file: &Path) -> anyhow::Result<()> {
    if [CLASS_FILE, MATCHES].iter().any(|name| folder.join(name).exists()) {
        bail!("{} has a class already: name a new folder", folder.display());
    }
    let not_ours = || format!("{} is no copy of a class", file.display());
    let cannot_read = || format!("cannot read {}", file.display());
    // To open a pipe waits for its writer.
    ensure!(fs::metadata(file).with_context(cannot_read)?.is_file(), not_ours());
    let opened = File::open(file).with_context(cannot_read)?;
    let mut zip = ZipArchive::new(opened).with_context(not_ours)?;
    // On the same disk, and looked at before the folder gets anything.
    let work = tempfile::tempdir_in(beside(folder)).with_context(|| cannot_write(folder))?;
    for name in [MATCHES, CLASS_FILE] {
        let mut packed = zip.by_name(name).with_context(not_ours)?;
        let mut unpacked = File::create(work.path().join(name))?;
        io::copy(&mut packed, &mut unpacked).with_context(not_ours)?;
        unpacked.sync_all()?;
    }
    let (class, new_key) = Class::open(work.path()).with_context(not_ours)?;
    ensure!(new_key.is_none(), not_ours());
    let people = class.people()?.len();
    drop(class);
    Class::make_folder(folder)?;
    // The class last: without it the folder has none yet.
    for name in [MATCHES, CLASS_FILE] {
        fs::rename(work.path().join(name), folder.join(name))
            .with_context(|| cannot_write(folder))?;
    }
    tell(format_args!(
        "{} has the class again: {people} people with the teacher",
        folder.display()
    ));
    Ok(())
}
