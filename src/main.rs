//! The `juez` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    juez::cli::main()
}
