//! Manual pages and completions, which packages include.

use clap::ValueEnum;
use clap_complete::{Shell, generate_to};
use std::fs::create_dir_all;
use std::io;
use std::path::Path;

use juez::cli::command;

pub fn write(folder: &Path) -> io::Result<()> {
    let (manual, completions) = (folder.join("man"), folder.join("completions"));
    create_dir_all(&manual)?;
    create_dir_all(&completions)?;
    clap_mangen::generate_to(command(), manual)?;
    for shell in Shell::value_variants() {
        generate_to(*shell, &mut command(), "juez", &completions)?;
    }
    Ok(())
}
