//! Tournaments on disk: one SQLite file each.
