//! `juez completions`: a script that lets a shell complete the command line.

use clap_complete::{Shell, generate};
use std::io::Write;

/// Arguments of `juez completions`.
#[derive(clap::Args)]
#[command(after_help = "\
bash reads it from ~/.local/share/bash-completion/completions/juez, fish from \
~/.config/fish/completions/juez.fish, zsh from a file _juez in a folder of its fpath. In PowerShell put \
`juez completions powershell | Out-String | Invoke-Expression` into the profile.")]
pub(super) struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

pub(super) fn run(args: &CompletionsArgs, command: &mut clap::Command) -> anyhow::Result<()> {
    // Buffered, because the generator panics on a write error.
    let mut script = Vec::new();
    generate(args.shell, command, "juez", &mut script);
    std::io::stdout().lock().write_all(&script)?;
    Ok(())
}
