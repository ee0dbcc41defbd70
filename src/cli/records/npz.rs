//! Rows as NumPy arrays in one archive.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Seek, Write};
use std::path::Path;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::row::{Layout, NUMBERS, ORIGINS, Row};
use super::{Output, npy};

/// Name of an archive's first array.
const FIRST: &str = "planes.npy";
/// Bytes before the first name in a zip file.
const ZIP_HEAD: usize = 30;
/// Bytes from which an array needs the large form of a zip file, less some room for its header.
const LARGE: u64 = 0xFFFF_0000;

/// True if a file that begins with `head` was written by this module.
pub(super) fn is_ours(head: &[u8]) -> bool {
    head.starts_with(b"PK")
        && head.get(ZIP_HEAD..).is_some_and(|name| name.starts_with(FIRST.as_bytes()))
}

/// An archive of arrays. Each array grows in a file of its own, because its header holds the number
/// of rows.
pub(super) struct Npz {
    file: File,
    layout: Layout,
    rows: usize,
    planes: BufWriter<File>,
    scalars: BufWriter<File>,
    legal: BufWriter<File>,
    numbers: Vec<BufWriter<File>>,
}

impl Npz {
    /// Creates the archive `file`; its arrays grow in `folder`.
    pub fn new(file: File, folder: &Path, layout: Layout) -> io::Result<Npz> {
        let array = || Ok(BufWriter::new(tempfile::tempfile_in(folder)?));
        let numbers: io::Result<Vec<_>> = NUMBERS.iter().map(|_| array()).collect();
        let (planes, scalars, legal) = (array()?, array()?, array()?);
        Ok(Npz { file, layout, rows: 0, planes, scalars, legal, numbers: numbers? })
    }
}

impl Output for Npz {
    fn add(&mut self, row: &Row<'_>) -> io::Result<()> {
        let seen = &row.decision.observation;
        self.planes.write_all(seen.planes())?;
        for scalar in seen.scalars() {
            self.scalars.write_all(&scalar.to_le_bytes())?;
        }
        self.legal.write_all(&row.decision.legal)?;
        for (number, out) in NUMBERS.iter().zip(&mut self.numbers) {
            // Little-endian: the first bytes hold all of a small number.
            out.write_all(&(number.of)(row).to_le_bytes()[..number.bytes])?;
        }
        self.rows += 1;
        Ok(())
    }

    fn finish(self: Box<Self>) -> io::Result<()> {
        let Npz { file, layout, rows, planes, scalars, legal, numbers } = *self;
        let mut archive = Archive { zip: ZipWriter::new(BufWriter::new(file)), rows };
        archive.array(FIRST, 1, &layout.planes_shape(), planes)?;
        archive.array("scalars.npy", 4, &[layout.scalars.len()], scalars)?;
        archive.array("legal.npy", 1, &[layout.moves.len()], legal)?;
        for (number, values) in NUMBERS.iter().zip(numbers) {
            archive.array(&format!("{}.npy", number.name), number.bytes, &[], values)?;
        }
        archive.names("plane_names.npy", &layout.planes)?;
        archive.names("scalar_names.npy", &layout.scalars)?;
        archive.names("move_names.npy", &layout.moves)?;
        archive.names("by_names.npy", &ORIGINS.map(|(_, name)| name))?;
        archive.begin("game.npy", 0)?;
        npy::texts(&mut archive.zip, &[layout.game], &[])?;
        archive.zip.finish()?.flush()
    }
}

struct Archive {
    zip: ZipWriter<BufWriter<File>>,
    rows: usize,
}

impl Archive {
    fn begin(&mut self, name: &str, size: u64) -> io::Result<()> {
        let options = SimpleFileOptions::default().large_file(size >= LARGE);
        Ok(self.zip.start_file(name, options)?)
    }

    /// Writes an array from a file of its values.
    fn array(
        &mut self,
        name: &str,
        bytes: usize,
        of_row: &[usize],
        values: BufWriter<File>,
    ) -> io::Result<()> {
        let mut values = values.into_inner().map_err(io::IntoInnerError::into_error)?;
        let size = values.stream_position()?;
        values.rewind()?;
        self.begin(name, size)?;
        let kind = if bytes == 1 { "|u1" } else { "<i4" };
        npy::head(&mut self.zip, kind, &[&[self.rows], of_row].concat())?;
        io::copy(&mut BufReader::new(values), &mut self.zip).map(drop)
    }

    fn names(&mut self, name: &str, names: &[impl AsRef<str>]) -> io::Result<()> {
        self.begin(name, 0)?;
        let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
        npy::texts(&mut self.zip, &names, &[names.len()])
    }
}
