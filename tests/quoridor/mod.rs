//! The sample scripts of quoridor.

mod scripts;
