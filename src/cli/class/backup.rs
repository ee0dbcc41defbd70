//! Backup and restore of a class.

use std::path::Path;

use crate::cli::text::tell;

/// Writes a copy of the class in `folder` to a new file. The class may be open in another process.
pub(super) fn write(folder: &Path, file: &Path) -> anyhow::Result<()> {
    juez_server::backup(folder, file)?;
    tell(format_args!("wrote {}", file.display()));
    Ok(())
}

pub(super) fn restore(folder: &Path, file: &Path) -> anyhow::Result<()> {
    let people = juez_server::restore(folder, file)?;
    tell(format_args!(
        "{} has the class again: {people} people with the teacher",
        folder.display()
    ));
    Ok(())
}
