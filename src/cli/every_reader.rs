//! Records as commands read and print them, for the fuzz targets.

use clap::Parser;
use std::io::{self, Write};
use tempfile::TempDir;

use super::debug::DebugArgs;
use super::verify::VerifyArgs;
use super::{Cli, Command, debug, reader, records, replay, verify};
use crate::core::{Observer, Seat};

/// The readers of records: what `verify`, `replay`, `debug` and `records` print of any line.
#[doc(hidden)]
pub struct EveryReader {
    verify: VerifyArgs,
    debug: Box<DebugArgs>,
    /// For the rows of `records`.
    folder: TempDir,
}

impl EveryReader {
    /// The readers, with a folder of their own.
    ///
    /// # Errors
    /// If there is no folder.
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

    /// Reads a line and prints it to `out`: its check, and one of the other forms by `turn`, for all of them take
    /// long. The error of a line that is no record is printed too.
    ///
    /// # Errors
    /// If `out` takes no more.
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
