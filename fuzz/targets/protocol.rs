//! What parent and worker say to each other: every byte either side could send is understood or
//! refused, however long it claims to be.

use juez::pool::{FrameError, read_reply, read_request};

/// Reads the bytes as what a parent and as what a worker says, frame after frame.
pub fn run(data: &[u8]) {
    for read in [read_request, read_reply] {
        let mut rest = data;
        let mut frames = 0;
        loop {
            match read(&mut rest) {
                Ok(true) => frames += 1,
                Ok(false) => break,
                // Frames keep their bounds, so a reader could go on after one of nonsense.
                Err(FrameError::Json(_)) => frames += 1,
                Err(_) => break,
            }
        }
        assert!(frames <= data.len() / 4, "a frame takes at least its length");
    }
}
