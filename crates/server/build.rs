//! Builds the pages of `web/` and writes `assets.rs` into OUT_DIR, which embeds them; `texts.rs`
//! embeds the documentation and the exercises.
//!
//! npm and vite run in `target/web` on a copy of the sources, once for all profiles, and again when
//! the copy differs from `web/`, which is never touched.
//!
//! `JUEZ_WEB` controls the pages: with `auto` (the default) the program is built without them if
//! npm is missing or fails, and the server says so; `require` fails the build instead; `off` does
//! not try.

use std::env;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hasher as _};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// Files and folders below `web/` from which the pages are built.
const SOURCES: [&str; 8] = [
    "index.html",
    "package-lock.json",
    "package.json",
    "share.ts",
    "src",
    "svelte.config.js",
    "tsconfig.json",
    "vite.config.ts",
];
/// Without development packages, and with short timeouts, because there may be no network.
const NPM: &str = "ci --omit=dev --ignore-scripts --no-audit --no-fund --prefer-offline \
    --fetch-retries=1 --fetch-retry-mintimeout=1000 --fetch-retry-maxtimeout=3000 --fetch-timeout=60000";
/// The Node version that vite needs.
const NEEDED: &str = "Node 20.19 or newer, or 22.12 or newer, with npm is needed";
/// Common folders of programs. A change there repeats a build that found no npm.
const PROGRAMS: [&str; 4] = ["/usr/local/bin", "/usr/bin", "/opt/homebrew/bin", "/snap/bin"];
/// Limit on the characters kept of an error message.
const LONGEST_COMPLAINT: usize = 4000;

/// The reason why the pages are missing.
struct Failure {
    /// The first line is a summary.
    why: String,
    /// True if a program is not installed or too old.
    is_missing: bool,
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure { why: format!("copying web/: {error}"), is_missing: false }
    }
}

fn main() -> ExitCode {
    println!("cargo::rerun-if-env-changed=JUEZ_WEB");
    println!("cargo::rerun-if-changed=build.rs");
    let folder = |variable| PathBuf::from(env::var_os(variable).expect("cargo sets its variables"));
    let (out, root) = (folder("OUT_DIR"), folder("CARGO_MANIFEST_DIR").join("../.."));
    let web = root.join("web");
    for name in SOURCES {
        println!("cargo::rerun-if-changed=../../web/{name}");
    }
    println!("cargo::rerun-if-changed=../../docs");
    println!("cargo::rerun-if-changed=../../examples/exercises");
    let (docs, tasks) = (texts(&root.join("docs")), texts(&root.join("examples/exercises")));
    let lists = format!(
        "pub(super) static PAGES: &[(&str, &str)] = {docs};\npub(super) static EXERCISES: &[(&str, &str)] = {tasks};\n"
    );
    fs::write(out.join("texts.rs"), lists).expect("OUT_DIR can be written");
    let mode = env::var("JUEZ_WEB").unwrap_or_else(|_| "auto".into());
    let built = match mode.as_str() {
        "auto" | "require" if env::var_os("DOCS_RS").is_none() => pages(&web, &out),
        "auto" | "require" | "off" => {
            let why = "JUEZ_WEB=off when this program was built".to_string();
            let written = fs::write(out.join("assets.rs"), without_pages(&why) + &tables(&web));
            written.expect("OUT_DIR can be written");
            return ExitCode::SUCCESS;
        }
        other => return fail(&format!("JUEZ_WEB is auto, off or require, not {other:?}")),
    };
    let assets = match built.and_then(|dist| Ok(assets(&dist)?)) {
        Ok(assets) => assets,
        Err(failure) if mode == "require" => {
            return fail(&format!("the web pages cannot be built: {}", failure.why));
        }
        Err(failure) => {
            warn(&failure, &out);
            without_pages(&failure.why)
        }
    };
    fs::write(out.join("assets.rs"), assets + &tables(&web)).expect("OUT_DIR can be written");
    ExitCode::SUCCESS
}

fn fail(why: &str) -> ExitCode {
    println!("cargo::error={why}");
    ExitCode::FAILURE
}

/// Warns and makes cargo try again. Each try compiles the crate; so if npm is missing, the next try
/// waits until a program was installed.
fn warn(failure: &Failure, out: &Path) {
    let why = failure.why.lines().next().unwrap_or_default();
    println!(
        "cargo::warning=built without web pages: {why} (JUEZ_WEB=off builds without them and without this)"
    );
    if failure.is_missing {
        println!("cargo::rerun-if-env-changed=PATH");
        let there = PROGRAMS.iter().filter(|folder| Path::new(folder).is_dir());
        there.for_each(|folder| println!("cargo::rerun-if-changed={folder}"));
    } else {
        // A missing file makes cargo run this again every time.
        println!("cargo::rerun-if-changed={}", out.join("try-again").display());
    }
}

/// Builds the pages and returns their folder.
fn pages(web: &Path, out: &Path) -> Result<PathBuf, Failure> {
    // OUT_DIR is target/PROFILE/build/PACKAGE-HASH/out.
    let work = out.ancestors().nth(4).unwrap_or(out).join("web");
    fs::create_dir_all(&work)?;
    let lock = File::create(work.join("lock"))?;
    lock.lock()?;
    let (dist, part) = (work.join("dist"), work.join("part"));
    let modules = work.join("node_modules");
    // npm writes this file last.
    let installed = modules.join(".package-lock.json");
    let differs = |name: &&str| !is_same(&web.join(name), &work.join(name));
    let changed: Vec<&str> = SOURCES.into_iter().filter(differs).collect();
    if !changed.is_empty() {
        remove(&dist)?;
    }
    if changed.iter().any(|name| name.starts_with("package")) {
        remove(&modules)?;
    }
    for name in changed {
        remove(&work.join(name))?;
        copy(&web.join(name), &work.join(name))?;
    }
    if dist.is_dir() {
        return Ok(dist);
    }
    node_is_new_enough()?;
    if !installed.is_file() {
        let mut npm = Command::new("npm");
        run(npm.args(NPM.split_whitespace()).current_dir(&work).env_remove("NODE_ENV"), "npm")?;
    }
    remove(&part)?;
    let mut node = Command::new("node");
    node.arg(modules.join("vite/bin/vite.js"));
    node.args(["build", "--logLevel", "warn", "--emptyOutDir", "--outDir"]).arg(&part);
    node.current_dir(&work).env("NODE_ENV", "production").env_remove("NODE_OPTIONS");
    run(&mut node, "vite")?;
    // Renamed when complete, so that a folder of this name is whole.
    fs::rename(&part, &dist)?;
    Ok(dist)
}

fn node_is_new_enough() -> Result<(), Failure> {
    let missing = |why: String| Failure { why: format!("{NEEDED}; {why}"), is_missing: true };
    let asked = Command::new("node").arg("--version").output();
    let answer = asked.map_err(|error| missing(format!("node: {error}")))?;
    let version = String::from_utf8_lossy(&answer.stdout).trim().to_string();
    let mut numbers = version.trim_start_matches('v').split('.').map(str::parse::<u32>);
    match (numbers.next(), numbers.next()) {
        (Some(Ok(20)), Some(Ok(19..))) | (Some(Ok(22)), Some(Ok(12..))) => Ok(()),
        (Some(Ok(23..)), _) => Ok(()),
        _ => Err(missing(format!("here is node {version}"))),
    }
}

fn run(command: &mut Command, name: &str) -> Result<(), Failure> {
    // Cargo sets DEBUG, which makes programs on Node print more.
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

/// Returns the source of a table of all files below `dist`.
fn assets(dist: &Path) -> io::Result<String> {
    let mut files = Vec::new();
    below(dist, &mut files)?;
    files.sort();
    let is_plain = |path: &&PathBuf| path.extension().is_none_or(|end| end != "br" && end != "gz");
    let mut text = String::from("static ASSETS: &[Asset] = &[\n");
    for path in files.iter().filter(is_plain) {
        let name = path.strip_prefix(dist).unwrap_or(path).to_string_lossy();
        let beside = |extension: &str| {
            let path = PathBuf::from(format!("{}.{extension}", path.display()));
            let bytes = path.is_file().then(|| format!("Some(include_bytes!({path:?}))"));
            bytes.unwrap_or_else(|| "None".to_string())
        };
        let mut hash = DefaultHasher::new();
        hash.write(&fs::read(path)?);
        let _ = writeln!(
            text,
            "Asset {{ path: {:?}, hash: \"{:016x}\", plain: include_bytes!({path:?}), brotli: {}, gzip: {} }},",
            format!("/{name}"),
            hash.finish(),
            beside("br"),
            beside("gz"),
        );
    }
    Ok(text + "];\nstatic MISSING: Option<&str> = None;\n")
}

fn without_pages(why: &str) -> String {
    format!("static ASSETS: &[Asset] = &[];\nstatic MISSING: Option<&str> = Some({why:?});\n")
}

/// Returns the source of a list of the games with their own table in the pages: the folders of
/// `src/games` with an emblem, except the one for all other games.
fn tables(web: &Path) -> String {
    let folders = fs::read_dir(web.join("src/games")).into_iter().flatten().flatten();
    let with_emblem = folders.filter(|folder| folder.path().join("emblem.svg").is_file());
    let names = with_emblem.map(|folder| folder.file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = names.filter(|name| name != "plain").collect();
    names.sort();
    format!("static TABLES: &[&str] = &{names:?};\n")
}

/// Returns the source of a list of the texts below a folder, with their paths in it.
fn texts(folder: &Path) -> String {
    let mut files = Vec::new();
    // Empty if the folder is missing.
    let _ = below(folder, &mut files);
    files.sort();
    let page = |path: &PathBuf| {
        let name = path.strip_prefix(folder).unwrap_or(path).to_string_lossy().replace('\\', "/");
        format!("({name:?}, include_str!({path:?})),")
    };
    let is_text = |path: &&PathBuf| path.extension().is_some_and(|end| end != "jpg");
    let pages: Vec<String> = files.iter().filter(is_text).map(page).collect();
    format!("&[\n{}\n]", pages.join("\n"))
}

/// Finds all files below a folder.
fn below(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() { below(&path, files)? } else { files.push(path) }
    }
    Ok(())
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    if !from.is_dir() {
        return fs::copy(from, to).map(|_| ());
    }
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        copy(&entry.path(), &to.join(entry.file_name()))?;
    }
    Ok(())
}

/// True if both are files with the same bytes, or folders with the same files.
fn is_same(one: &Path, other: &Path) -> bool {
    let names = |path: &Path| -> Vec<_> {
        let entries = fs::read_dir(path).into_iter().flatten().flatten();
        let mut names: Vec<_> = entries.map(|entry| entry.file_name()).collect();
        names.sort();
        names
    };
    if one.is_dir() && other.is_dir() {
        let inside = names(one);
        let same = |name| is_same(&one.join(name), &other.join(name));
        return inside == names(other) && inside.iter().all(same);
    }
    matches!((fs::read(one), fs::read(other)), (Ok(one), Ok(other)) if one == other)
}

/// Removes a file or a folder if it exists.
fn remove(path: &Path) -> io::Result<()> {
    match if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) } {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        other => other,
    }
}
