//! Zips of submissions.
//!
//! Zips are untrusted. An entry is left out, with the reason, if it would leave the target folder,
//! is not a plain file, has a suspicious compression ratio or cannot be unpacked; the others are
//! unpacked. A zip that is too large as a whole is refused.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use jiff::civil;
use jiff::tz::TimeZone;
use tempfile::TempDir;
use zip::read::ZipFile;
use zip::result::ZipError;
use zip::{ExtraField, ZipArchive};

use super::code_page::CodePage;
use super::entries::{is_hidden, is_script, name_of};
use super::platforms::TIMESTAMP;
use super::spelling::trimmed;
use juez_core::plain;
use juez_script::{Bundle, open_file};

/// Limits for all zips of one owner together.
#[derive(Clone, Copy, Debug)]
pub(super) struct ZipLimits {
    whose: &'static str,
    entries: usize,
    bytes: u64,
}

/// Limits for the zips of a class: the one around it, and its students' zips.
pub(super) const OF_A_CLASS: ZipLimits =
    ZipLimits { whose: "a class", entries: 50_000, bytes: 512 << 20 };
pub(super) const OF_A_STUDENT: ZipLimits =
    ZipLimits { whose: "a student", entries: 5_000, bytes: 16 << 20 };

/// The remaining space for the zips of one owner.
#[derive(Clone, Debug)]
pub(super) struct Quota {
    limits: ZipLimits,
    left: ZipLimits,
}

impl Quota {
    pub(super) fn new(limits: ZipLimits) -> Quota {
        Quota { limits, left: limits }
    }

    /// Uses entries and bytes; fails if the quota is exceeded.
    fn take(&mut self, entries: usize, bytes: u64) -> Result<(), String> {
        let over = |what: String| {
            let whose = self.limits.whose;
            format!("one zip too many: all zips of {whose} together can hold {what}")
        };
        let ZipLimits { entries: files, bytes: room, .. } = self.left;
        let files = files.checked_sub(entries);
        self.left.entries = files.ok_or_else(|| over(format!("{} files", self.limits.entries)))?;
        let room = room.checked_sub(bytes);
        self.left.bytes = room.ok_or_else(|| over(format!("{} MiB", self.limits.bytes >> 20)))?;
        Ok(())
    }
}

/// Maximum ratio of unpacked to packed size. Source code has three to ten.
const MAX_RATIO: u64 = 200;
/// Size below which the ratio is harmless.
const SMALL: u64 = 64 << 10;
const MAX_DEPTH: usize = 16;

pub(super) const LINK: &str = "a link, which is not followed";
const LEADS_OUT: &str = "named by a path that leads out of the zip";
const NO_FILE: &str = "neither a file nor a folder";

/// A folder for unpacked files, deleted when its last owner is dropped.
pub type Scratch = Arc<TempDir>;

/// Returns true for the name of a zip.
pub fn is_zip(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("zip"))
}

/// The entries left out of zips, by the path that each would have.
pub(super) type LeftOut = BTreeMap<PathBuf, LeftOutEntry>;

/// An entry that was left out of a zip.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct LeftOutEntry {
    /// The reason; completes "it is ...".
    pub why: String,
    /// Its modification time.
    pub time: Option<SystemTime>,
}

/// The result of unpacking a zip.
pub(super) struct Unpacked {
    /// The entries that are not on disk.
    pub left_out: LeftOut,
    /// The code page guessed for its names.
    pub guess: Option<CodePage>,
}

/// Unpacks the scripts and zips of a zip into an existing folder; creates other files empty and
/// refused entries not at all. Takes from all of `quotas`. Times without a zone are in `zone`;
/// `finds` returns true for a name that leads to a student.
///
/// # Errors
/// Returns the reason if nothing can be unpacked; it completes "it is ...".
pub(super) fn unpack(
    path: &Path,
    into: &Path,
    quotas: &mut [&mut Quota],
    zone: &TimeZone,
    finds: &dyn Fn(&str) -> bool,
) -> Result<Unpacked, String> {
    let file = open_file(path).map_err(|error| format!("a zip that cannot be read: {error}"))?;
    let changed = file.metadata().and_then(|about| about.modified()).ok();
    let mut archive = ZipArchive::new(BufReader::new(file)).map_err(|error| said(&error))?;
    quotas.iter_mut().try_for_each(|quota| quota.take(archive.len(), 0))?;
    let guess = guess(&mut archive, finds);
    let mut left_out = LeftOut::new();
    for number in 0..archive.len() {
        let Some(entry) = Entry::of(&mut archive, number, zone, guess) else { continue };
        let place = into.join(&entry.path);
        if entry.is_folder {
            let _ = fs::create_dir_all(&place);
            continue;
        }
        let time = entry.time.or(changed);
        let bytes = match entry.refused {
            Some(why) => Err(why),
            None if is_zip(&place) => content(&mut archive, number, OF_A_STUDENT.bytes, quotas)?,
            // One byte more reveals that a script is too large.
            None if is_script(&place) || name_of(&place) == TIMESTAMP => {
                content(&mut archive, number, Bundle::BYTES, quotas)?
            }
            None => Ok(Vec::new()),
        };
        let unwritten = match bytes {
            Ok(bytes) => {
                let written = put(&place, &bytes, time);
                written.err().map(|error| format!("an entry that cannot be created: {error}"))
            }
            Err(why) => Some(why),
        };
        if let Some(why) = unwritten {
            // Creates its folder, because the student who packed it is in the class.
            let is_made = place.parent().is_none_or(|folder| fs::create_dir_all(folder).is_ok());
            let other = into.join(format!("entry {number}"));
            let other = other.with_extension(place.extension().unwrap_or_default());
            let place = if is_made { unused(&place, &left_out) } else { other };
            left_out.insert(place, LeftOutEntry { why, time });
        }
    }
    Ok(Unpacked { left_out, guess })
}

/// Returns a free path for a left-out entry, next to an existing one of the same name.
fn unused(place: &Path, left_out: &LeftOut) -> PathBuf {
    let is_free = |place: &PathBuf| !place.exists() && !left_out.contains_key(place);
    let mut places = numbered(place);
    places.find(is_free).unwrap_or_else(|| place.to_path_buf())
}

/// Guesses the code page of the names that are not UTF-8.
fn guess(
    archive: &mut ZipArchive<BufReader<File>>,
    finds: &dyn Fn(&str) -> bool,
) -> Option<CodePage> {
    let raw = (0..archive.len()).filter_map(|number| {
        let entry = archive.by_index_raw(number).ok()?;
        let name = entry.name_raw();
        str::from_utf8(name).is_err().then(|| name.to_vec())
    });
    CodePage::guessed(&raw.collect::<Vec<_>>(), finds)
}

/// An entry as described by the zip.
struct Entry {
    /// The path within the target folder.
    path: PathBuf,
    is_folder: bool,
    time: Option<SystemTime>,
    /// The reason not to unpack it.
    refused: Option<String>,
}

impl Entry {
    /// Reads an entry; `None` for files left by packing programs, and for those without a name.
    fn of(
        archive: &mut ZipArchive<BufReader<File>>,
        number: usize,
        zone: &TimeZone,
        guess: Option<CodePage>,
    ) -> Option<Entry> {
        let named =
            archive.name_for_index(number).and_then(Result::ok).map(|name| name.into_owned());
        let (name, is_folder, time, refused) = match archive.by_index_raw(number) {
            Ok(file) => (name(&file, guess), file.is_dir(), time(&file, zone), refused(&file)),
            Err(error) => (named?, false, None, Some(said(&error))),
        };
        let (path, stays) = inside(&name);
        let hidden = path.iter().any(|part| is_hidden(&part.to_string_lossy()));
        if hidden || path.as_os_str().is_empty() {
            return None;
        }
        let refused = if stays { refused } else { Some(LEADS_OUT.to_string()) };
        Some(Entry { path, is_folder: is_folder && stays, time, refused })
    }
}

/// Returns the name of an entry. Some programs write UTF-8 without the flag.
fn name(file: &ZipFile<'_, BufReader<File>>, guess: Option<CodePage>) -> String {
    let raw = file.name_raw();
    match guess {
        Some(page) => page.read_or_utf8(raw),
        None => String::from_utf8_lossy(raw).into_owned(),
    }
}

/// Returns the modification time of an entry: exact if the zip has it, else local time in `zone`.
fn time(file: &ZipFile<'_, BufReader<File>>, zone: &TimeZone) -> Option<SystemTime> {
    let exact = file.extra_data_fields().find_map(|field| match field {
        ExtraField::ExtendedTimestamp(times) => times.mod_time(),
        _ => None,
    });
    if let Some(seconds) = exact {
        return Some(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds.into()));
    }
    let time = file.last_modified()?;
    let [month, day, hour, minute, second] =
        [time.month(), time.day(), time.hour(), time.minute(), time.second()]
            .map(|part| part as i8);
    let time = civil::DateTime::new(time.year() as i16, month, day, hour, minute, second, 0);
    Some(zone.to_timestamp(time.ok()?).ok()?.into())
}

/// Returns the reason not to unpack an entry, if any.
fn refused(file: &ZipFile<'_, BufReader<File>>) -> Option<String> {
    const KIND: u32 = 0o170_000;
    let mode = file.unix_mode().unwrap_or_default() & KIND;
    if file.is_symlink() {
        Some(LINK.to_string())
    } else if ![0, 0o040_000, 0o100_000].contains(&mode) {
        Some(NO_FILE.to_string())
    } else if file.size() > SMALL && file.size() / MAX_RATIO > file.compressed_size() {
        Some(format!("packed more than {MAX_RATIO} to one, which no normal file is"))
    } else {
        None
    }
}

/// Reads an entry, up to one byte more than `most`. Even failed reads use the quotas.
///
/// # Errors
/// If a quota is exceeded. The inner error says why only this entry is left out.
fn content(
    archive: &mut ZipArchive<BufReader<File>>,
    number: usize,
    most: u64,
    quotas: &mut [&mut Quota],
) -> Result<Result<Vec<u8>, String>, String> {
    let file = match archive.by_index(number) {
        Ok(file) => file,
        Err(error) => return Ok(Err(said(&error))),
    };
    let mut bytes = Vec::new();
    let read = file.take(most + 1).read_to_end(&mut bytes);
    quotas.iter_mut().try_for_each(|quota| quota.take(0, bytes.len() as u64))?;
    Ok(match read {
        Err(error) => Err(format!("damaged: {error}")),
        Ok(read) if read as u64 > most && most == OF_A_STUDENT.bytes => {
            Err(format!("a zip of more than {} MiB", most >> 20))
        }
        Ok(_) => Ok(bytes),
    })
}

/// Returns the path of an entry within the zip; false if its name leads elsewhere.
fn inside(name: &str) -> (PathBuf, bool) {
    let is_drive = |part: &str| part.len() == 2 && part.ends_with(':');
    let parts = || name.split(['/', '\\']);
    let leads_out =
        name.starts_with(['/', '\\']) || parts().any(|part| part == ".." || is_drive(part));
    let kept = parts().filter(|part| !matches!(*part, "" | "." | "..") && !is_drive(part));
    let path: PathBuf =
        kept.take(MAX_DEPTH).map(|part| trimmed(&part.replace('\0', "\u{fffd}"))).collect();
    (path, !leads_out && parts().count() <= MAX_DEPTH)
}

/// Returns a path, followed by numbered alternatives next to it.
fn numbered(place: &Path) -> impl Iterator<Item = PathBuf> {
    let stem = place.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let extension = place.extension().unwrap_or_default().to_string_lossy().into_owned();
    let place = place.to_path_buf();
    let others = place.clone();
    std::iter::once(place)
        .chain((2..10).map(move |n| others.with_file_name(format!("{stem} ({n}).{extension}"))))
}

/// Writes a new file, under a numbered name if the path exists.
fn put(place: &Path, bytes: &[u8], time: Option<SystemTime>) -> io::Result<()> {
    if let Some(folder) = place.parent() {
        fs::create_dir_all(folder)?;
    }
    for place in numbered(place) {
        match File::create_new(&place) {
            Ok(mut file) => {
                file.write_all(bytes)?;
                return time.map_or(Ok(()), |time| file.set_modified(time));
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

fn said(error: &ZipError) -> String {
    match error {
        ZipError::UnsupportedArchive(why) if why.contains("assword") => {
            "locked with a password".to_string()
        }
        ZipError::CompressionMethodNotSupported(_) | ZipError::UnsupportedArchive(_) => {
            format!("packed in a way that juez does not read ({error}): pack it as a plain zip")
        }
        error => plain(&format!("a zip that cannot be read: {error}")),
    }
}
