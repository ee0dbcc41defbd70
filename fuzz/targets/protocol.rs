//! The messages between parent and worker: any bytes from either side are understood or refused,
//! whatever length they claim.

use juez::pool::{FrameError, read_answers, read_requests};

/// Reads the bytes as messages of a parent and of a worker, frame by frame.
pub fn run(data: &[u8]) {
    for read in [read_requests, read_answers] {
        match read(&mut &data[..]) {
            Ok(frames) => assert!(frames <= data.len() / 4, "a frame takes at least its length"),
            Err(FrameError::Io(error)) => panic!("memory can always be read: {error}"),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}
