//! One writer, many readers.

use super::*;

#[test]
fn a_second_writer_is_refused_and_the_first_goes_on() {
    let (folder, path) = place();
    let mut first = made(&path, 3, 1);
    let link = folder.path().join("link.db");
    std::os::unix::fs::symlink(&path, &link).unwrap();
    for path in [&path, &link] {
        for second in [Store::open(path), Store::create_or_open(path)] {
            let Err(error) = second else { panic!("there are two writers") };
            let expected = format!(
                "another juez (process {}) is running the tournament {}; wait until it is done, or stop it",
                std::process::id(),
                path.display()
            );
            assert_eq!(error.to_string(), expected);
        }
    }
    put(&mut first, 1).unwrap();
    first.commit().unwrap();
    drop(first);
    assert_eq!(stored(&Store::open(&link).unwrap(), 3), [0, 1]);
}

#[test]
fn readers_see_the_moment_in_which_they_came_while_it_is_written() {
    let (_folder, path) = place();
    let mut writer = made(&path, 9, 1);
    let first = Store::read(&path).unwrap();
    put(&mut writer, 1).unwrap();
    let second = Store::read(&path).unwrap();
    writer.commit().unwrap();
    let (round, jobs) = round(1, 9);
    writer.add_round(1, &round, &jobs).unwrap();
    writer.finish(1).unwrap();
    let third = Store::read(&path).unwrap();
    assert_eq!(stored(&first, 3), [0]);
    assert_eq!(stored(&second, 3), [0], "not committed, not there");
    assert_eq!(stored(&third, 3), [0, 1]);
    assert_eq!(
        [&first, &second, &third].map(|store| store.rounds(1).unwrap().len()),
        [1, 1, 2],
        "rounds and matches are of one moment"
    );
    assert!(third.is_complete(1).unwrap() && !first.is_complete(1).unwrap());
}

#[test]
fn whoever_closes_it_last_leaves_one_file() {
    let (_folder, path) = place();
    let writer = made(&path, 2, 2);
    let reader = Store::read(&path).unwrap();
    assert!(beside(&path).contains(&"class.db-wal".to_string()));
    drop(writer);
    drop(reader);
    assert_eq!(beside(&path), ["class.db"]);
    drop(Store::read(&path).unwrap());
    assert_eq!(beside(&path), ["class.db"]);
}

#[test]
fn a_reader_cannot_write() {
    let (_folder, path) = place();
    drop(made(&path, 2, 1));
    let mut reader = Store::read(&path).unwrap();
    assert!(matches!(put(&mut reader, 1), Err(StoreError::ReadOnly { .. })));
    drop(reader);
    assert_eq!(stored(&Store::read(&path).unwrap(), 2), [0]);
}

#[test]
fn a_lock_that_a_killed_process_left_is_nobodys() {
    let (_folder, path) = place();
    drop(made(&path, 2, 1));
    std::fs::write(path.with_extension("db.lock"), "1").unwrap();
    assert_eq!(stored(&Store::open(&path).unwrap(), 2), [0]);
    assert_eq!(beside(&path), ["class.db"]);
}

#[test]
fn of_many_that_come_at_once_one_at_a_time_writes() {
    use std::sync::atomic::{AtomicU32, Ordering};
    let (_folder, path) = place();
    drop(made(&path, 1, 0));
    let (inside, done) = (AtomicU32::new(0), AtomicU32::new(0));
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while done.load(Ordering::SeqCst) < 40 {
                    match Store::open(&path) {
                        Ok(mut store) => {
                            assert_eq!(inside.fetch_add(1, Ordering::SeqCst), 0);
                            let n = done.fetch_add(1, Ordering::SeqCst);
                            put(&mut store, n).unwrap();
                            store.commit().unwrap();
                            inside.fetch_sub(1, Ordering::SeqCst);
                        }
                        Err(StoreError::Locked { .. }) => std::thread::yield_now(),
                        Err(error) => panic!("{error}"),
                    }
                }
            });
        }
    });
    let all = done.into_inner();
    assert_eq!(stored(&Store::open(&path).unwrap(), all), (0..all).collect::<Vec<_>>());
}

#[test]
fn another_program_in_the_way_is_named_as_such() {
    let (_folder, path) = place();
    let mut store = made(&path, 2, 1);
    let other = Connection::open(&path).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    store.db.busy_timeout(Duration::ZERO).unwrap();
    let error = put(&mut store, 1).unwrap_err();
    assert!(error.to_string().contains("another program has locked"), "{error}");
    drop(other);
    put(&mut store, 1).unwrap();
    store.commit().unwrap();
    assert_eq!(stored(&store, 2), [0, 1]);
}
