//! Disks that are full or read-only.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;

use super::*;

/// Limits the growth of a file to `pages` pages.
fn leave_pages(store: &Store, pages: u32) {
    let now: u32 = store.db.query_row("PRAGMA page_count", [], |row| row.get(0)).unwrap();
    store.db.query_row("PRAGMA max_page_count = 1", [], |_| Ok(())).unwrap();
    let most = format!("PRAGMA max_page_count = {}", now + pages);
    store.db.query_row(&most, [], |_| Ok(())).unwrap();
}

#[test]
fn a_full_disk_loses_nothing_that_was_stored_and_is_left_behind_when_there_is_space() {
    let (_folder, path) = place();
    let mut store = made(&path, 500, 3);
    leave_pages(&store, 40);
    let mut acknowledged = 3;
    let error = loop {
        let group = acknowledged..acknowledged + 3;
        let written = group.clone().try_for_each(|n| put(&mut store, n));
        match written.and_then(|()| store.commit()) {
            Ok(()) => acknowledged = group.end,
            Err(error) => break error,
        }
    };
    assert!(acknowledged > 3, "some were stored before");
    assert_eq!(
        error.to_string(),
        format!(
            "cannot write {}: the disk is full; nothing stored is lost: free some space and \
             continue with --resume",
            path.display()
        )
    );
    assert_eq!(stored(&store, 500), (0..acknowledged).collect::<Vec<_>>());
    let (second, jobs) = round(1, 2000);
    assert!(matches!(store.add_round(1, &second, &jobs), Err(StoreError::Full { .. })));
    assert_eq!(store.rounds(1).unwrap().len(), 1);
    // Some space is freed.
    leave_pages(&store, 1_000_000);
    put(&mut store, acknowledged).unwrap();
    store.commit().unwrap();
    drop(store);
    let store = Store::open(&path).unwrap();
    assert_eq!(stored(&store, 500), (0..=acknowledged).collect::<Vec<_>>());
    let sound: String = store.db.query_row("PRAGMA integrity_check", [], |r| r.get(0)).unwrap();
    assert_eq!(sound, "ok");
}

#[test]
fn a_file_that_nobody_can_change_is_read_as_it_is() {
    let (_folder, path) = place();
    drop(made(&path, 3, 2));
    let store = Store::connect(&path, &path, files::STILL, None).unwrap();
    assert_eq!(stored(&store, 3), [0, 1]);
    assert_eq!(beside(&path), ["class.db"], "no file is created next to it");
    let mut store = Store::connect(&path, &path, files::READ_ONLY, None).unwrap();
    assert_eq!(store.matches(1).unwrap().len(), 3);
    assert!(matches!(put(&mut store, 2), Err(StoreError::ReadOnly { .. })));
}

/// Runs a test of this file as a user other than root, because root ignores permissions. Returns
/// false if this is not possible.
fn as_nobody(name: &str, path: &Path) -> bool {
    let mut command = child(module_path!(), name, path);
    if rustix::process::geteuid().is_root() {
        command.uid(65534).gid(65534);
    }
    // A user who cannot run this program proves nothing about the store.
    let Ok(output) = command.output() else { return false };
    let listed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{listed}{}", String::from_utf8_lossy(&output.stderr));
    assert!(listed.contains("1 passed"), "{listed}");
    true
}

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

#[test]
fn in_a_read_only_folder_a_tournament_is_read_but_not_run() {
    if let Some(path) = as_child() {
        let before = (fs::read(&path).unwrap(), beside(&path));
        let store = Store::read(&path).unwrap();
        assert_eq!(stored(&store, 3), [0, 1]);
        drop(store);
        let new = path.with_file_name("new.db");
        for opened in
            [Store::open(&path), Store::create_or_open(&path), Store::create_or_open(&new)]
        {
            let Err(error) = opened else { panic!("it is written") };
            assert!(matches!(error, StoreError::ReadOnly { .. }), "{error}");
            assert!(error.to_string().contains("read-only"), "{error}");
        }
        assert!(before == (fs::read(&path).unwrap(), beside(&path)));
        return;
    }
    let (folder, path) = place();
    drop(made(&path, 3, 2));
    for (of_file, of_folder) in [(0o444, 0o555), (0o644, 0o555), (0o444, 0o755)] {
        set_mode(&path, of_file);
        set_mode(folder.path(), of_folder);
        // The owner of a writable folder can create files in it.
        if of_folder == 0o555 || rustix::process::geteuid().is_root() {
            as_nobody("in_a_read_only_folder_a_tournament_is_read_but_not_run", &path);
        }
    }
    set_mode(folder.path(), 0o755);
}

#[test]
fn what_a_killed_run_left_in_a_read_only_folder_is_read_or_its_copy_is_asked_for() {
    if let Some(path) = as_child() {
        let shm = path.with_file_name("class.db-shm").exists();
        match Store::read(&path) {
            Ok(store) if shm => assert_eq!(stored(&store, 3), [0, 1]),
            Err(error @ StoreError::CutOff { .. }) if !shm => {
                assert!(error.to_string().contains("class.db-wal into another folder"), "{error}");
            }
            other => panic!("{:?} with shm {shm}", other.err()),
        }
        return;
    }
    let name = "what_a_killed_run_left_in_a_read_only_folder_is_read_or_its_copy_is_asked_for";
    let (folder, running) = place();
    let writer = made(&running, 3, 2);
    let left = folder.path().join("left");
    fs::create_dir(&left).unwrap();
    for file in ["class.db", "class.db-wal", "class.db-shm"] {
        fs::copy(folder.path().join(file), left.join(file)).unwrap();
    }
    drop(writer);
    set_mode(folder.path(), 0o755);
    set_mode(&left, 0o555);
    as_nobody(name, &left.join("class.db"));
    set_mode(&left, 0o755);
    fs::remove_file(left.join("class.db-shm")).unwrap();
    set_mode(&left, 0o555);
    as_nobody(name, &left.join("class.db"));
    set_mode(&left, 0o755);
}
