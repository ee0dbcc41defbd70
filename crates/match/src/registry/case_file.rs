//! Reads files of cases, and folders of such files.

use serde_json::{Deserializer, Value};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::{Case, CaseError};
use juez_script::read_text;

/// Maximum size of a file of cases in bytes.
const LONGEST: u64 = 16 << 20;

/// A case in a file.
#[derive(Debug)]
pub struct FiledCase {
    /// The file.
    pub file: PathBuf,
    /// The number of the case in the file, from 1.
    pub number: usize,
    /// The case, or the reason why it is invalid.
    pub case: Result<Case, CaseError>,
}

/// The reason why a file of cases is unreadable.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct CaseFileError(String);

impl CaseFileError {
    fn io(path: &Path, error: &io::Error) -> CaseFileError {
        CaseFileError(format!("cannot read {}: {error}", path.display()))
    }
}

/// Reads the cases of a file: a sequence of JSON values, each over any number of lines; a list
/// counts as its items. For a folder, reads all its `.jsonl` and `.json` files in the order of
/// their names.
///
/// # Errors
/// If a file is unreadable or not JSON, or there is no case at all.
pub fn read_cases(path: &Path) -> Result<Vec<FiledCase>, CaseFileError> {
    let io = |error| CaseFileError::io(path, &error);
    let folder = fs::metadata(path).map_err(io)?.is_dir();
    let mut files = vec![path.to_path_buf()];
    if folder {
        let entries = fs::read_dir(path).map_err(io)?;
        let paths = entries.map(|entry| entry.map(|entry| entry.path()));
        files = paths.collect::<io::Result<Vec<PathBuf>>>().map_err(io)?;
        files.retain(|file| {
            let extension = file.extension().and_then(|extension| extension.to_str());
            matches!(extension, Some("jsonl" | "json")) && !file.is_dir()
        });
        files.sort();
    }
    let mut cases = Vec::new();
    for file in files {
        let values = read_values(&file)?;
        cases.extend(values.into_iter().zip(1..).map(|(value, number)| FiledCase {
            file: file.clone(),
            number,
            case: Case::from_json(value),
        }));
    }
    if cases.is_empty() {
        let files = if folder { ", in files ending in .jsonl or .json" } else { "" };
        let path = path.display();
        return Err(CaseFileError(format!(
            "{path} holds no case: expected JSON objects with a \"case\"{files}"
        )));
    }
    Ok(cases)
}

/// Parses the cases of a text like [`read_cases`]; `path` names it in messages.
///
/// # Errors
/// If it is not JSON, or a case is not well formed.
pub fn cases_of(text: &str, path: &Path) -> Result<Vec<Case>, CaseFileError> {
    let case = |(value, number): (Value, usize)| {
        let wrong = |error| CaseFileError(format!("{}, case {number}: {error}", path.display()));
        Case::from_json(value).map_err(wrong)
    };
    values_of(text, path)?.into_iter().zip(1..).map(case).collect()
}

fn read_values(path: &Path) -> Result<Vec<Value>, CaseFileError> {
    let text = read_text(path, LONGEST).map_err(|error| CaseFileError::io(path, &error))?;
    values_of(&text, path)
}

fn values_of(text: &str, path: &Path) -> Result<Vec<Value>, CaseFileError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut values = Vec::new();
    for value in Deserializer::from_str(text).into_iter::<Value>() {
        match value {
            Ok(Value::Array(items)) => values.extend(items),
            Ok(value) => values.push(value),
            Err(error) => {
                let (path, line, why) = (path.display(), error.line(), error.to_string());
                let why = why.split(" at line ").next().unwrap_or_default();
                return Err(CaseFileError(format!("{path}:{line}: not JSON: {why}")));
            }
        }
    }
    Ok(values)
}
