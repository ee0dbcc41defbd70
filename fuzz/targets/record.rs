//! A file of records: each line is refused, or can be replayed, drawn, verified, and printed by
//! every command.

use juez::cli::EveryReader;
use juez::core::Record;
use juez::registry::game;
use std::io;

#[path = "../../tests/common/records.rs"]
pub mod records;

/// Reads the bytes as lines of a file of records.
pub fn run(data: &[u8]) {
    for line in String::from_utf8_lossy(data).lines().take(10) {
        let Ok(record) = Record::from_line(line) else { continue };
        let written = record.to_line();
        let again = Record::from_line(&written).expect("what was read can be read again");
        assert_eq!(again.to_line(), written);
        if let Ok(game) = game(&record.game) {
            records::read_all(game, &record);
        }
        READERS.with(|readers| {
            let turn = line.bytes().map(usize::from).sum();
            readers.print(line.as_bytes(), turn, &mut io::sink()).expect("a sink takes all");
        });
    }
}

thread_local! {
    static READERS: EveryReader = EveryReader::open().expect("a folder");
}
