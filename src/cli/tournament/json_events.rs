//! Events as JSON lines.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::cli::text::json_line;
use juez_tournament::{Event, Leader, Reporter};

pub(super) struct JsonEvents<W> {
    out: W,
    /// Set when the output is closed, so that no further match begins.
    stop: Arc<AtomicBool>,
    error: Option<io::Error>,
}

impl<W: Write> JsonEvents<W> {
    /// Writes lines to `out`; sets `stop` if that fails.
    pub fn new(out: W, stop: Arc<AtomicBool>) -> JsonEvents<W> {
        JsonEvents { out, stop, error: None }
    }

    /// Ends the output.
    ///
    /// # Errors
    /// The first write error.
    pub fn end(self) -> io::Result<()> {
        self.error.map_or(Ok(()), Err)
    }
}

impl<W: Write> Reporter for JsonEvents<W> {
    fn event(&mut self, event: &Event, _: &dyn Fn() -> Vec<Leader>) {
        if self.error.is_none()
            && let Err(error) = json_line(&mut self.out, event).and_then(|()| self.out.flush())
        {
            self.stop.store(true, Ordering::Relaxed);
            self.error = Some(error);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::messages::tests::finished;
    use super::*;
    use juez_core::{Fault, FaultKind, Hook, Seat, SeatFault};

    #[test]
    fn each_event_is_a_line_of_json_that_says_which_it_is() {
        let mut out = Vec::new();
        let mut json = JsonEvents::new(&mut out, Arc::default());
        let fault = Fault::new(FaultKind::OutOfFuel, Hook::NextMove, "", "spent");
        let fault = SeatFault { seat: Seat::new(1), ply: 4, fault };
        json.event(&finished(3, ["ana", "bo"], &[fault]), &Vec::new);
        json.event(&Event::Benched { entrant: "bo".into(), after: 3, faults: 5 }, &Vec::new);
        json.end().expect("a vector takes everything");
        let text = String::from_utf8(out).expect("text");
        let expected = concat!(
            r#"{"event":"match_finished","number":3,"round":0,"players":["ana","bo"],"#,
            r#""ranks":[1,2],"points":[1,0],"reason":"finished","faults":[{"seat":1,"ply":4,"#,
            r#""fault":{"kind":"out_of_fuel","hook":"next_move","text":"","why":"spent","file":null,"line":null}}],"#,
            r#""stored":false}"#,
            "\n",
            r#"{"event":"benched","entrant":"bo","after":3,"faults":5}"#,
            "\n",
        );
        assert_eq!(text, expected);
    }

    /// A pipe whose reader is gone.
    struct Closed;

    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_reader_that_has_gone_stops_the_tournament() {
        let stop = Arc::new(AtomicBool::new(false));
        let mut json = JsonEvents::new(Closed, stop.clone());
        json.event(&Event::Finished { played: 1, failed: 0 }, &Vec::new);
        assert!(stop.load(Ordering::Relaxed));
        assert_eq!(json.end().expect_err("gone").kind(), io::ErrorKind::BrokenPipe);
    }
}
