//! Tournaments played for real: the same results with any concurrency and after any interruption.

mod bench;
mod broken;
mod hands;
mod hostile;
mod killed;
mod report;
mod runs;
mod same;
mod time;
mod uneven;
