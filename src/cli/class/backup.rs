//! The class as one archive, written and restored.

use std::path::Path;

use crate::cli::text::tell;
use crate::server;

/// Writes a copy of the class in `folder` to a new file, also while another juez has the class open.
pub(super) fn write(folder: &Path, file: &Path) -> anyhow::Result<()> {
    server::backup(folder, file)?;
    tell(format_args!("wrote {}", file.display()));
    Ok(())
}

/// Makes `folder` from a copy.
pub(super) fn restore(folder: &Path, file: &Path) -> anyhow::Result<()> {
    let people = server::restore(folder, file)?;
    tell(format_args!(
        "{} has the class again: {people} people with the teacher",
        folder.display()
    ));
    Ok(())
}
