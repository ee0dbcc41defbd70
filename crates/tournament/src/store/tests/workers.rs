//! Matches of distrusted workers.

use super::*;

/// Makes a tournament of two rounds with two matches each, all played: the first and the last by
/// eve.
fn played(path: &Path, format: Format) -> Store {
    let mut store = Store::create_or_open(path).unwrap();
    store.begin(&Plan { format, ..plan() }, &entrants()).unwrap();
    for number in 0..2 {
        let (round, jobs) = round(number, 2);
        store.add_round(1, &round, &jobs).unwrap();
    }
    for (n, worker) in ["eve", "ana", "ana", "eve"].into_iter().enumerate() {
        put(&mut store, n as u32).unwrap();
        store.put_worker(&key(n as u32), worker).unwrap();
    }
    store.finish(1).unwrap();
    store
}

#[test]
fn the_matches_of_a_worker_go_with_their_records_and_faults_and_no_others() {
    let (_folder, path) = place();
    let mut store = played(&path, Format::RoundRobin);
    assert_eq!(store.worker(&key(0)).unwrap().as_deref(), Some("eve"));
    assert_eq!(store.distrust("eve").unwrap(), 2);
    assert_eq!(stored(&store, 4), [1, 2]);
    assert_eq!(store.rounds(1).unwrap().len(), 2, "no round follows from another");
    assert!(!store.is_complete(1).unwrap());
    let left: u32 = store.one("SELECT count(*) FROM fault", [], |row| row.get(0)).unwrap().unwrap();
    assert_eq!(left, 0, "the only fault was in match 0");
    drop(store);
    let store = Store::read(&path).unwrap();
    assert_eq!(store.refused_workers().unwrap(), ["eve"]);
}

#[test]
fn rounds_that_were_drawn_from_them_go_too() {
    let (_folder, path) = place();
    let mut store = played(&path, Format::Swiss);
    assert_eq!(store.distrust("eve").unwrap(), 2);
    assert_eq!(store.rounds(1).unwrap().len(), 1);
    let left: Vec<u32> = store.matches(1).unwrap().iter().map(|(_, one)| one.job.number).collect();
    assert_eq!(left, [0, 1]);
    // The match of ana stays, in case it is drawn again.
    assert_eq!(stored(&store, 4), [1, 2]);
}

#[test]
fn a_match_is_played_again_by_another_after_it_went() {
    let (_folder, path) = place();
    let mut store = played(&path, Format::RoundRobin);
    store.distrust("eve").unwrap();
    put(&mut store, 0).unwrap();
    store.put_worker(&key(0), "bo").unwrap();
    // The first worker stays.
    store.put_worker(&key(0), "cy").unwrap();
    store.commit().unwrap();
    assert_eq!(store.worker(&key(0)).unwrap().as_deref(), Some("bo"));
    assert_eq!(store.distrust("eve").unwrap(), 0, "it has none any more");
}
