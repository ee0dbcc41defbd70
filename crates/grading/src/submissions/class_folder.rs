//! Finds the folder that contains the students of a class.
//!
//! A zip of a folder contains only that folder, and so do some downloads. The class is then one or
//! two folders deeper.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::entries::{
    Kind, bare_stem_of, entries, has_main, is_attempt, is_script, name_of, stem_of,
};
use super::platforms;
use super::spelling::{Owner, is_of_version, without_copy};
use super::submission::SubmissionsError;
use super::zip::{LeftOut, is_zip};
use crate::name::loose;
use crate::people::{Called, People};

/// The folders that Teams makes around the students' folders.
const OF_TEAMS: [&str; 2] = ["Submitted files", "Working files"];
/// Maximum number of folders around a class.
const MAX_AROUND: usize = 4;

/// Returns the folder of the students in a hand-in, with a note if it is uncertain.
pub(super) fn within(
    root: &Path,
    place: &Path,
    left_out: &LeftOut,
    people: Option<&People<'_>>,
) -> Result<(PathBuf, Option<String>), SubmissionsError> {
    let (mut folder, mut certain, mut note) = (root.to_path_buf(), root.to_path_buf(), None);
    for _ in 0..MAX_AROUND {
        let found = handed_in(&folder, left_out)?;
        let [(only, Kind::Folder)] = &found[..] else { break };
        let name = name_of(only);
        if has_main(only, left_out) || platforms::of_folder(&name).is_some() {
            break;
        }
        let inside = handed_in(only, left_out)?;
        let is_whole = loose(&name) == loose(without_copy(&stem_of(place)))
            || OF_TEAMS.iter().any(|own| loose(own) == loose(&name));
        match (is_whole, is_class(&name, &inside, people)) {
            (true, _) | (false, Some(true)) => (certain, note) = (only.clone(), None),
            (false, Some(false)) => break,
            (false, None) if owners(&inside).len() > 1 => {
                certain.clone_from(only);
                note = Some(format!(
                    "{} holds one folder, {name}, which is taken for the class; if it belongs to \
                     one student, name the class with --roster",
                    place.display()
                ));
            }
            // It can be another folder around the class.
            (false, None) => {}
        }
        folder.clone_from(only);
    }
    Ok((certain, note))
}

/// Returns the entries of a folder that students can have handed in.
fn handed_in(folder: &Path, left_out: &LeftOut) -> Result<Vec<(PathBuf, Kind)>, SubmissionsError> {
    let mut found = entries(folder, left_out)?;
    found.retain(|(path, kind)| {
        *kind == Kind::Folder || is_script(path) || is_zip(path) || is_attempt(path)
    });
    Ok(found)
}

fn owner(path: &Path, kind: Kind) -> Owner {
    match kind {
        Kind::Folder => Owner::of_folder(&name_of(path), false),
        _ => Owner::of_file(&bare_stem_of(path)),
    }
}

fn owners(found: &[(PathBuf, Kind)]) -> BTreeSet<Owner> {
    found.iter().map(|(path, kind)| owner(path, *kind).key()).collect()
}

/// Returns true if a folder is a class, false if it belongs to one student; `None` if uncertain.
fn is_class(name: &str, inside: &[(PathBuf, Kind)], people: Option<&People<'_>>) -> Option<bool> {
    let of_platform = |(path, kind): &(PathBuf, Kind)| match kind {
        Kind::Folder => platforms::of_folder(&name_of(path)).is_some(),
        _ => platforms::of_file(&bare_stem_of(path)).is_some(),
    };
    if inside.iter().any(of_platform) {
        return Some(true);
    }
    if let Some(people) = people {
        let knows = |owner: &Owner| {
            people.knows(&Called {
                name: &owner.name,
                id: owner.id.as_deref(),
                others: &owner.others,
            })
        };
        if knows(&Owner::of_folder(name, false)) {
            return Some(false);
        }
        if owners(inside).iter().any(knows) {
            return Some(true);
        }
    }
    // One student of a class can also have called the file `bot`.
    let is_version = |(path, _): &&(PathBuf, Kind)| is_of_version(&bare_stem_of(path));
    let versions = inside.iter().filter(is_version).count();
    (versions > 0 && 2 * versions >= inside.len()).then_some(false)
}
