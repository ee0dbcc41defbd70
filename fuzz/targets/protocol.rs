//! What parent and worker say to each other: every byte either side could send is understood or
//! refused, however long it claims to be.

use juez::pool::{FrameError, read_answers, read_requests};

/// Reads the bytes as what a parent and as what a worker says, frame after frame.
pub fn run(data: &[u8]) {
    for read in [read_requests, read_answers] {
        match read(&mut &data[..]) {
            Ok(frames) => assert!(frames <= data.len() / 4, "a frame takes at least its length"),
            Err(FrameError::Io(error)) => panic!("memory can always be read: {error}"),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}
