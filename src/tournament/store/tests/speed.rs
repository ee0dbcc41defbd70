//! What storing costs; run by hand, for it asserts nothing of the clock.

use std::time::Instant;

use super::*;

#[test]
#[ignore = "measures: cargo test --release --lib store::tests::speed -- --ignored --nocapture"]
fn ten_thousand_matches_are_stored_in_groups_of_a_hundred() {
    const MATCHES: u32 = 10_000;
    let (_folder, path) = place();
    let mut store = made(&path, MATCHES, 0);
    let records: Vec<Record> = (0..MATCHES).map(record).collect();
    let began = Instant::now();
    let packed: Vec<Packed> = records.iter().map(Packed::of).collect();
    let bytes: usize = packed.iter().map(Packed::size).sum();
    println!("pack {MATCHES}, {} bytes each: {:?}", bytes as u32 / MATCHES, began.elapsed());
    let summaries: Vec<Summary> = (0..MATCHES).map(summary).collect();
    let began = Instant::now();
    for (n, (packed, summary)) in (0..).zip(packed.iter().zip(&summaries)) {
        store.put(&key(n), summary, packed).unwrap();
        if n % 100 == 99 {
            store.commit().unwrap();
        }
    }
    println!("put {MATCHES}: {:?}", began.elapsed());
    let began = Instant::now();
    let played = store.fixtures(1).unwrap();
    println!("read all fixtures with their summaries: {:?}", began.elapsed());
    assert!(played.iter().all(|one| one.summary.is_some()));
    let began = Instant::now();
    assert!((0..1000).all(|n| store.record(&key(n)).unwrap().is_some()));
    println!("read 1000 records: {:?}", began.elapsed());
    drop(store);
    println!("file: {} kB", std::fs::metadata(&path).unwrap().len() / 1000);
}
