//! The built pages. Every profile has an OUT_DIR of its own; the pages do not depend on the profile, so
//! they are copied from wherever they lie already and only built if they lie nowhere.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::sources;

/// What `npm` is told. Where there is no network it should give up soon.
const NPM: [&str; 10] = [
    "ci",
    "--omit=dev",
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--prefer-offline",
    "--fetch-retries=1",
    "--fetch-retry-mintimeout=1000",
    "--fetch-retry-maxtimeout=3000",
    "--fetch-timeout=60000",
];
/// The folder of OUT_DIR where pages lie, below it one folder for each hash of their sources.
const BUILT: &str = "web-built";
/// Characters of a program's complaint that are kept.
const LONGEST_COMPLAINT: usize = 4000;

/// Why there are no pages.
pub struct Failure {
    /// In words; the first line says it in short.
    pub why: String,
    /// Whether it is because of a program that is not installed, or is too old.
    pub is_missing: bool,
}

impl Failure {
    /// Nobody wanted them.
    pub fn off() -> Failure {
        Failure { why: "JUEZ_WEB=off when this program was built".into(), is_missing: false }
    }

    fn missing(why: impl Into<String>) -> Failure {
        Failure { why: why.into(), is_missing: true }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure { why: format!("copying web/: {error}"), is_missing: false }
    }
}

/// The folder of the pages of `web`, built unless they are there.
///
/// # Errors
/// If a program is missing or fails.
pub fn build(web: &Path, out: &Path) -> Result<PathBuf, Failure> {
    let files = sources::files(web)?;
    let name = format!("{:016x}", sources::hash(web, &files)?);
    let built = out.join(BUILT);
    let target = built.join(&name);
    if target.is_dir() {
        return Ok(target);
    }
    let part = built.join("part");
    remove(&part)?;
    if !take_over(out, &name, &part) {
        remove(&part)?;
        make(web, &files, &out.join("web"), &part)?;
    }
    let old: Vec<PathBuf> = fs::read_dir(&built)?.filter_map(|it| Some(it.ok()?.path())).collect();
    // A folder under its hash is whole.
    fs::rename(&part, &target)?;
    old.iter().filter(|path| **path != part).try_for_each(|path| remove(path))?;
    Ok(target)
}

/// Copies the pages of these sources from where another profile has them; whether it could.
fn take_over(out: &Path, name: &str, part: &Path) -> bool {
    // target/PROFILE/build/PACKAGE-HASH/out
    let Some(target) = out.ancestors().nth(4) else { return false };
    let package = format!("{}-", env::var("CARGO_PKG_NAME").unwrap_or_default());
    let inside = |folder: &Path| -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).into_iter().flatten();
        entries.filter_map(|entry| Some(entry.ok()?.path())).collect()
    };
    let builds = inside(target).into_iter().flat_map(|profile| inside(&profile.join("build")));
    let ours = builds.filter(|path| {
        path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(&package))
    });
    for there in ours.map(|path| path.join("out").join(BUILT).join(name)) {
        let mut files = Vec::new();
        // It may be removed meanwhile: then its owner has newer ones.
        if there.is_dir()
            && sources::below(&there, &mut files).is_ok()
            && sources::copy(&files, &there, part).is_ok()
            && there.is_dir()
        {
            return true;
        }
    }
    false
}

/// Builds the pages into `part`, in the folder `work`.
fn make(web: &Path, files: &[PathBuf], work: &Path, part: &Path) -> Result<(), Failure> {
    node_is_new_enough()?;
    for name in sources::NAMES {
        remove(&work.join(name))?;
    }
    sources::copy(files, web, work)?;
    let wanted = [fs::read(web.join("package.json"))?, fs::read(web.join("package-lock.json"))?];
    let wanted = wanted.concat();
    let stamp = work.join("node_modules").join(".installed");
    if fs::read(&stamp).ok().as_deref() != Some(&wanted[..]) {
        run(npm().args(NPM).current_dir(work).env_remove("NODE_ENV"), "npm")?;
        fs::write(&stamp, &wanted)?;
    }
    let vite = work.join("node_modules").join("vite").join("bin").join("vite.js");
    let mut node = Command::new("node");
    node.arg(vite).args(["build", "--logLevel", "warn", "--emptyOutDir", "--outDir"]).arg(part);
    run(node.current_dir(work).env("NODE_ENV", "production").env_remove("NODE_OPTIONS"), "vite")
}

/// Removes a file or a folder, if it is there.
fn remove(path: &Path) -> io::Result<()> {
    let removed = match path.is_dir() {
        true => fs::remove_dir_all(path),
        false => fs::remove_file(path),
    };
    match removed {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        other => other,
    }
}

/// What vite needs.
fn node_is_new_enough() -> Result<(), Failure> {
    let needed = "Node 20.19 or newer, or 22.12 or newer, with npm is needed";
    let asked = Command::new("node").arg("--version").output();
    let answer = asked.map_err(|error| Failure::missing(format!("{needed}; node: {error}")))?;
    let version = String::from_utf8_lossy(&answer.stdout).trim().to_string();
    let mut numbers = version.trim_start_matches('v').split('.').map(str::parse::<u32>);
    let good = match (numbers.next(), numbers.next()) {
        (Some(Ok(20)), Some(Ok(minor))) => minor >= 19,
        (Some(Ok(22)), Some(Ok(minor))) => minor >= 12,
        (Some(Ok(major)), _) => major > 22,
        _ => false,
    };
    match good {
        true => Ok(()),
        false => Err(Failure::missing(format!("{needed}; here is node {version}"))),
    }
}

fn npm() -> Command {
    if cfg!(windows) {
        // It is a script there.
        let mut command = Command::new("cmd");
        command.args(["/C", "npm"]);
        return command;
    }
    Command::new("npm")
}

fn run(command: &mut Command, name: &str) -> Result<(), Failure> {
    // Cargo's word for its profile; programs on Node take it for a wish to hear more.
    let output = command.env_remove("DEBUG").output().map_err(|error| Failure {
        why: format!("{name}: {error}"),
        is_missing: error.kind() == io::ErrorKind::NotFound,
    })?;
    if output.status.success() {
        return Ok(());
    }
    let said = [output.stderr, output.stdout].concat();
    let said: String = String::from_utf8_lossy(&said).chars().take(LONGEST_COMPLAINT).collect();
    let short = said.lines().find(|line| line.contains("rror")).unwrap_or_default();
    Err(Failure { why: format!("{name} failed: {short}\n{}", said.trim_end()), is_missing: false })
}
