//! The sample scripts of durak.

mod scripts;
