//! Builds the pages of `web/` inside OUT_DIR and writes `assets.rs` there, which puts them into the
//! program. The source tree is never touched.
//!
//! `JUEZ_WEB` says how much that matters: `auto` (as if it were not set) builds the program without
//! pages where npm is missing or fails, and the server says so; `require` fails then; `off` does not
//! try.
//!
//! | file | what it is |
//! |---|---|
//! | `build/sources.rs` | what the pages are made of, and its hash |
//! | `build/pages.rs` | the pages: those of another profile if they are of the same sources, else npm and vite |
//! | `build/embed.rs` | `assets.rs` |

#[path = "build/embed.rs"]
mod embed;
#[path = "build/pages.rs"]
mod pages;
#[path = "build/sources.rs"]
mod sources;

use std::env;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use pages::Failure;

/// Folders where systems install programs. What appears there lets a build be tried again that found
/// no npm.
const PROGRAMS: [&str; 4] = ["/usr/local/bin", "/usr/bin", "/opt/homebrew/bin", "/snap/bin"];

fn main() -> ExitCode {
    println!("cargo::rerun-if-env-changed=JUEZ_WEB");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build");
    let (Some(out), Some(root)) = (folder("OUT_DIR"), folder("CARGO_MANIFEST_DIR")) else {
        return fail("cargo sets OUT_DIR and CARGO_MANIFEST_DIR");
    };
    let web = root.join("web");
    for name in sources::NAMES {
        println!("cargo::rerun-if-changed=web/{name}");
    }
    let mode = env::var("JUEZ_WEB").unwrap_or_else(|_| "auto".into());
    // Whoever writes documentation of the crate needs no pages.
    let off = mode == "off" || env::var_os("DOCS_RS").is_some();
    let built = match mode.as_str() {
        _ if off => Err(Failure::off()),
        "auto" | "require" => pages::build(&web, &out),
        other => return fail(&format!("JUEZ_WEB is auto, off or require, not {other:?}")),
    };
    let written = match &built {
        Ok(folder) => embed::folder(folder, &out),
        Err(failure) if mode == "require" => {
            return fail(&format!("the web pages cannot be built: {}", failure.why));
        }
        Err(failure) => {
            if !off {
                told(failure, &out);
            }
            embed::nothing(&failure.why, &out)
        }
    };
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail(&format!("assets.rs cannot be written: {error}")),
    }
}

fn folder(variable: &str) -> Option<PathBuf> {
    env::var_os(variable).map(PathBuf::from)
}

fn fail(why: &str) -> ExitCode {
    println!("cargo::error={why}");
    ExitCode::FAILURE
}

/// Warns, and sees to it that the build is tried again. Each try compiles the crate, so where there
/// is no npm that waits until one may have been installed.
fn told(failure: &Failure, out: &Path) {
    let why = failure.why.lines().next().unwrap_or_default();
    println!(
        "cargo::warning=built without web pages: {why} (JUEZ_WEB=off builds without them and without this)"
    );
    if failure.is_missing {
        println!("cargo::rerun-if-env-changed=PATH");
        let there = PROGRAMS.iter().filter(|folder| Path::new(folder).is_dir());
        there.for_each(|folder| println!("cargo::rerun-if-changed={folder}"));
    } else {
        // No file has this name, which makes cargo try again each time.
        println!("cargo::rerun-if-changed={}", out.join("try-again").display());
    }
}
