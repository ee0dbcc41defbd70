//! `assets.rs`: what `src/server/assets.rs` includes.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::sources;

/// Writes down every file below `folder`.
///
/// # Errors
/// If a file cannot be read or written.
pub fn folder(folder: &Path, out: &Path) -> io::Result<()> {
    let mut files = Vec::new();
    sources::below(folder, &mut files)?;
    files.sort();
    let mut text = String::from("static ASSETS: &[Asset] = &[\n");
    for path in files.iter().filter(|path| !is_compressed(path)) {
        let name = path.strip_prefix(folder).unwrap_or(path).to_string_lossy().replace('\\', "/");
        let beside = |extension: &str| {
            let path = PathBuf::from(format!("{}.{extension}", path.display()));
            match path.is_file() {
                true => format!("Some(include_bytes!({path:?}))"),
                false => "None".to_string(),
            }
        };
        let mut hash = sources::Fnv::default();
        hash.add(&fs::read(path)?);
        let _ = writeln!(
            text,
            "    Asset {{ path: {:?}, kind: {:?}, hash: \"{:016x}\", plain: include_bytes!({path:?}), \
             brotli: {}, gzip: {} }},",
            format!("/{name}"),
            kind(&name),
            hash.0,
            beside("br"),
            beside("gz"),
        );
    }
    text += "];\nstatic MISSING: Option<&str> = None;\n";
    fs::write(out.join("assets.rs"), text)
}

/// Writes down that there is nothing, and why.
///
/// # Errors
/// If the file cannot be written.
pub fn nothing(why: &str, out: &Path) -> io::Result<()> {
    let text = format!(
        "static ASSETS: &[Asset] = &[];\n\
         static MISSING: Option<&str> = Some({why:?});\n"
    );
    fs::write(out.join("assets.rs"), text)
}

fn is_compressed(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "br" || extension == "gz")
}

/// The media type of a file.
fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, extension)| extension) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("webp") => "image/webp",
        Some("ico") => "image/x-icon",
        Some("woff2") => "font/woff2",
        Some("wasm") => "application/wasm",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
