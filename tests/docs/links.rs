//! Links between files of the repository.

use std::path::Path;

use super::page::{Page, root};

/// Returns the links of a page that lead nowhere.
pub fn broken(page: &Page) -> Vec<String> {
    let file = root().join(&page.path);
    let folder = file.parent().expect("a page lies in a folder");
    let mut broken = Vec::new();
    for (i, line) in page.prose.iter().enumerate() {
        for target in targets(line) {
            let path = target.split('#').next().unwrap_or_default();
            if !is_there(folder, path) {
                broken.push(format!("{}:{}: no {target}", page.path, i + 1));
            }
        }
    }
    broken
}

/// Returns the targets of the links in a line, except for addresses of other sites.
fn targets(line: &str) -> Vec<&str> {
    line.split("](")
        .skip(1)
        .filter_map(|rest| rest.split(')').next())
        .filter(|target| !target.contains("://"))
        .collect()
}

fn is_there(folder: &Path, path: &str) -> bool {
    path.is_empty() || folder.join(path).exists()
}

#[test]
fn links_are_found_in_a_line() {
    assert_eq!(targets("see [a](b.md#c) and [d](https://e.org), [f](g)"), ["b.md#c", "g"]);
}
