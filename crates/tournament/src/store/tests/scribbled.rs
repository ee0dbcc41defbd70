//! Files overwritten by another program.

use std::fs;

use super::*;

/// Reads everything; returns the errors.
fn read_all(path: &Path) -> Vec<StoreError> {
    let store = match Store::read(path) {
        Ok(store) => store,
        Err(error) => return vec![error],
    };
    let mut errors = Vec::new();
    errors.extend(store.revisions().err());
    errors.extend(store.plan(1).err());
    errors.extend(store.entrants(1).err());
    errors.extend(store.rounds(1).err());
    errors.extend(store.matches(1).err());
    let hash = entrants()[0].1.as_ref().unwrap().hash.clone();
    errors.extend(store.bundle(&hash).err());
    for n in 0..10 {
        errors.extend(stored_summary(&store, n).err());
        match store.record(&key(n)) {
            Ok(read) => assert!(read.is_none_or(|read| read == record(n)), "match {n} is another"),
            Err(error) => errors.push(error),
        }
    }
    errors
}

#[test]
fn whatever_page_is_overwritten_the_error_names_the_file_and_no_record_is_another() {
    let (_folder, path) = place();
    drop(made(&path, 10, 10));
    let sound = fs::read(&path).unwrap();
    assert!(read_all(&path).is_empty());
    let mut noticed = 0;
    let mut noise = blake3::Hasher::new().finalize_xof();
    for page in 0..sound.len() / 4096 {
        let mut bytes = sound.clone();
        // Keeps the header that identifies the file; a bad disk can leave any other page.
        let start = if page == 0 { 100 } else { page * 4096 };
        noise.fill(&mut bytes[start..(page + 1) * 4096]);
        fs::write(&path, &bytes).unwrap();
        let errors = read_all(&path);
        noticed += u32::from(!errors.is_empty());
        for error in errors {
            assert!(error.to_string().contains("class.db"), "page {page}: {error}");
        }
    }
    assert!(noticed > 5, "{noticed} pages were missed");
    for cut in [101, 4096, sound.len() / 2, sound.len() - 4096] {
        fs::write(&path, &sound[..cut]).unwrap();
        let errors = read_all(&path);
        assert!(!errors.is_empty(), "cut to {cut}");
        assert!(errors.iter().all(|error| error.to_string().contains("class.db")), "{errors:?}");
    }
}

#[test]
fn a_row_that_makes_no_sense_is_named() {
    let changes = [
        ("UPDATE edition SET plan = '{'", "the plan of revision 1 in "),
        ("UPDATE entrant SET bot = 'cobol'", "the kind of bot of ana in "),
        ("UPDATE round SET pairings = '[[\"a\"]]'", "round 0 of revision 1 in "),
        ("UPDATE round SET pairings = '[[0, 40]]'", "it names entrant 40, and there are 2"),
        ("UPDATE round SET byes = '[2]'", "it names entrant 2, and there are 2"),
        ("UPDATE round SET against = 7", "it names entrant 7, and there are 2"),
        ("UPDATE round SET pairings = '[[0, 1, 1]]'", "it has a table of 3"),
        ("UPDATE round SET blocks = 4000000000", "it has 4000000000 blocks and 4 matches"),
        ("UPDATE round SET first_block = 4294967295", "it has 4 blocks and 4 matches"),
        ("UPDATE round SET number = 2", "round 2 of revision 1 in "),
        (
            "UPDATE round SET blocks = 3; UPDATE fixture SET round = 9 WHERE number = 0",
            "there is no round 9",
        ),
        ("UPDATE fixture SET round = 9 WHERE number = 0", "it has 4 blocks and 3 matches"),
        ("UPDATE fixture SET entrants = '[0, 0]'", "its entrants differ from its pairing"),
        ("UPDATE fixture SET pairing = 1 WHERE number = 3", "match 3 of revision 1 in "),
        ("UPDATE fixture SET block = 4 WHERE number = 3", "its round has no block 4"),
        ("UPDATE fixture SET number = 9 WHERE number = 3", "expected match 3"),
        ("UPDATE entrant SET number = 5 WHERE number = 1", "expected entrant 1"),
        (
            "UPDATE edition SET plan = json_set(plan, '$.yardsticks', json('[2]'))",
            "it names entrant 2 of 2",
        ),
        (
            "UPDATE match SET summary = json_set(summary, '$.ranks', json('[1]'))",
            "it has [1, 2, 2] ranks, points and costs at a table of 2",
        ),
        (
            "UPDATE match SET summary = json_set(summary, '$.faults[0].seat', 3) WHERE id = 1",
            "it has a fault of seat 3",
        ),
        ("UPDATE fixture SET entrants = 'x' WHERE number = 3", "match 3 of revision 1 in "),
        ("UPDATE match SET summary = ''", "match 0 of revision 1 in "),
        ("UPDATE record SET packed = x'00'", "the record of match "),
        ("UPDATE match SET hash = x'00'", "is not the stored data: its hash differs"),
        ("UPDATE bundle SET files = x'28b52ffd'", "the source "),
        ("UPDATE fixture SET number = -1 WHERE number = 0", "is damaged"),
        ("UPDATE match SET key = x'01' WHERE id = 1; UPDATE fixture SET key = x'01'", "is damaged"),
        ("DROP TABLE record", "it lacks the table record"),
    ];
    for (sql, words) in changes {
        let (_folder, path) = place();
        let store = made(&path, 4, 4);
        store.db.execute_batch("PRAGMA foreign_keys = OFF").unwrap();
        store.db.execute_batch(sql).unwrap();
        drop(store);
        let errors: Vec<String> = read_all(&path).iter().map(ToString::to_string).collect();
        assert!(errors.iter().any(|error| error.contains(words)), "{sql}: {errors:?}");
        assert!(errors.iter().all(|error| error.contains("class.db")), "{sql}: {errors:?}");
    }
}
