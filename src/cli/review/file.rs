//! The file of reviews next to a file of records.

use anyhow::Context;
use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::cli::writer::Writer;
use juez_match::registry::{Review, ReviewKey};

/// The extension of the file, after the one of the records.
const EXTENSION: &str = ".review";

/// A file of reviews, one per line.
pub(in crate::cli) struct ReviewFile {
    /// `None` for the records of standard input.
    path: Option<PathBuf>,
    reviews: HashMap<ReviewKey, Review>,
    writer: Option<Writer>,
}

impl ReviewFile {
    /// Reads the reviews of a file of records. Ignores lines that are not reviews of this version.
    pub fn open(records: &Path) -> anyhow::Result<ReviewFile> {
        let path = (records != Path::new("-")).then(|| {
            let mut name = records.as_os_str().to_owned();
            name.push(EXTENSION);
            PathBuf::from(name)
        });
        let text =
            path.as_deref().map_or(Ok(String::new()), |path| match fs::read_to_string(path) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(String::new()),
                read => read.with_context(|| format!("cannot read {}", path.display())),
            })?;
        let reviews = text.lines().filter_map(Review::from_line);
        let reviews = reviews.map(|review| (review.key.clone(), review)).collect();
        Ok(ReviewFile { path, reviews, writer: None })
    }

    /// Returns the reviews of all records.
    pub fn into_reviews(self) -> Vec<Review> {
        self.reviews.into_values().collect()
    }

    pub fn find(&self, key: &ReviewKey) -> Option<Review> {
        self.reviews.get(key).cloned()
    }

    /// Appends a review.
    pub fn add(&mut self, review: &Review) -> anyhow::Result<()> {
        let Some(path) = &self.path else { return Ok(()) };
        let writer = match &mut self.writer {
            Some(writer) => writer,
            none => none.insert(Writer::plain(path)?),
        };
        writer.write_line(review.to_line())
    }
}
