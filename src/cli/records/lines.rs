//! Rows as JSON lines: nested lists in the shape of the arrays.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufWriter, Write};

use super::Output;
use super::row::{Layout, NUMBERS, Row};

const HEAD: &str = "{\"planes\":";

/// True if a file that begins with `head` was written by this module.
pub(super) fn is_ours(head: &[u8]) -> bool {
    head.starts_with(HEAD.as_bytes())
}

pub(super) struct Lines {
    out: BufWriter<File>,
    shape: Vec<usize>,
}

impl Lines {
    pub fn new(file: File, layout: Layout) -> Lines {
        Lines { out: BufWriter::new(file), shape: layout.planes_shape() }
    }
}

impl Output for Lines {
    fn add(&mut self, row: &Row<'_>) -> io::Result<()> {
        let (out, seen) = (&mut self.out, &row.decision.observation);
        out.write_all(HEAD.as_bytes())?;
        list(out, seen.planes(), &self.shape)?;
        write!(out, ",\"scalars\":")?;
        list(out, seen.scalars(), &[seen.scalars().len()])?;
        write!(out, ",\"legal\":")?;
        list(out, &row.decision.legal, &[row.decision.legal.len()])?;
        for number in &NUMBERS {
            write!(out, ",\"{}\":{}", number.name, (number.of)(row))?;
        }
        writeln!(out, "}}")
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.out.flush()
    }
}

/// Writes values in row-major order as nested lists of this shape.
fn list(out: &mut impl Write, values: &[impl Display], shape: &[usize]) -> io::Result<()> {
    out.write_all(b"[")?;
    let (_, inner) = shape.split_first().expect("a list has a length");
    let size = inner.iter().product();
    for (nth, part) in values.chunks_exact(size).enumerate() {
        if nth > 0 {
            out.write_all(b",")?;
        }
        match part {
            [value] if inner.is_empty() => write!(out, "{value}")?,
            _ => list(out, part, inner)?,
        }
    }
    out.write_all(b"]")
}
