//! The size of a transposition table.

use crate::table::Table;

#[test]
fn a_table_has_at_most_the_requested_entries() {
    for entries in [1, 4, 5, 1000, 1024, 5000] {
        let table = Table::new(entries);
        assert!(table.capacity() <= entries.max(4), "{entries}");
        assert!(2 * table.capacity() >= entries.min(1 << 20), "{entries}");
    }
}
