//! Reads and prints records as the commands do. Used by the fuzz targets.

use clap::Parser;
use std::io::{self, Write};
use tempfile::TempDir;

use super::debug::DebugArgs;
use super::verify::VerifyArgs;
use super::{Cli, Command, debug, reader, records, replay, verify};
use juez_core::{Observer, Seat};

/// A reader that prints any line as `verify`, `replay`, `debug` and `records` do.
#[doc(hidden)]
pub struct EveryReader {
    verify: VerifyArgs,
    debug: Box<DebugArgs>,
    /// Holds the rows of `records`.
    folder: TempDir,
}

impl EveryReader {
    /// Creates the readers and their temporary folder.
    pub fn open() -> io::Result<EveryReader> {
        let parsed = |words: &[&str]| Cli::try_parse_from(words).map(|cli| cli.command);
        let verify = parsed(&["juez", "verify", "-"]).map_err(io::Error::other)?;
        let debug = parsed(&["juez", "debug", "-", "--ply", "0", "--bot", "random"]);
        match (verify, debug.map_err(io::Error::other)?) {
            (Command::Verify(verify), Command::Debug(debug)) => {
                Ok(EveryReader { verify, debug: debug.into(), folder: tempfile::tempdir()? })
            }
            _ => Err(io::Error::other("the commands have other names")),
        }
    }

    /// Reads a line and prints it to `out`: its verification, and one of the other forms, chosen by
    /// `turn` because all of them would be slow. Also prints the error of an invalid line.
    pub fn print(&self, line: &[u8], turn: usize, out: &mut impl Write) -> io::Result<()> {
        let (record, game) = match reader::parse(line) {
            Ok(read) => read,
            Err(error) => return writeln!(out, "{error}"),
        };
        verify::print_one(out, &self.verify, (&record, game))?;
        match turn % 5 {
            0 => records::write_all(self.folder.path(), &record, game),
            1 => debug::print_all(out, &self.debug, (&record, game)),
            observer => {
                let all = [Observer::Open, Observer::Public, Observer::Seat(Seat::new(0))];
                replay::print_all(out, game, &record, all[observer - 2]);
            }
        }
        Ok(())
    }
}
